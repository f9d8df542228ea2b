import { expect, it } from 'vitest';
import type { DeviceInfo } from '../../src/compute/device.ts';
import { type DeviceMemory, deviceMemory, type MemoryReadings } from '../../src/worker/process/device-memory.ts';
import { trainingRoom } from '../../src/worker/process/memory-budget.ts';

const GiB = 2 ** 30;
const readings: MemoryReadings = {
  machineBytes: () => 24 * GiB,
  nvidia: async () =>
    'NVIDIA GeForce RTX 3060, 12288\nNVIDIA GeForce RTX 3090, 24576\nNVIDIA GeForce RTX 3090, 24564\n',
  amd: async () => [16 * GiB, 512 * 2 ** 20],
  platform: 'linux',
};
const none = async (): Promise<never> => {
  throw new Error('no such file');
};

const adapters: [Partial<DeviceInfo>, Partial<MemoryReadings>, DeviceMemory][] = [
  [{ fallback: true, vendor: 'mesa', name: 'llvmpipe' }, {}, { bytes: 24 * GiB, source: 'machine' }],
  [{ vendor: 'apple', name: 'Apple M3' }, { platform: 'darwin' }, { bytes: 24 * GiB, source: 'machine' }],
  [{ vendor: 'nvidia', name: 'NVIDIA GeForce RTX 3060: 535' }, {}, { bytes: 12 * GiB, source: 'driver' }],
  [{ vendor: 'nvidia', name: 'NVIDIA GeForce RTX 3090: 535' }, {}, { bytes: 24564 * 2 ** 20, source: 'driver' }],
  [{ vendor: 'nvidia', name: 'a card' }, {}, { bytes: 12 * GiB, source: 'driver' }],
  [{ vendor: 'nvidia', name: 'a card' }, { nvidia: none }, { bytes: 8 * GiB, source: 'assumed' }],
  [{ vendor: 'nvidia', name: 'a card' }, { nvidia: async () => 'no devices' }, { bytes: 8 * GiB, source: 'assumed' }],
  [{ vendor: 'amd', name: 'Radeon' }, {}, { bytes: 16 * GiB, source: 'driver' }],
  [{ vendor: 'amd', name: 'Radeon' }, { amd: async () => [512 * 2 ** 20] }, { bytes: 8 * GiB, source: 'assumed' }],
  [{ vendor: 'intel', name: 'Arc' }, {}, { bytes: 8 * GiB, source: 'assumed' }],
];

it.each(adapters)('for the adapter %j with the readings %j, memory is %j', async (info, over, memory) => {
  const said: string[] = [];
  const adapter = { fallback: false, vendor: '', name: '', ...info };
  expect(await deviceMemory(adapter, (text) => said.push(text), { ...readings, ...over })).toEqual(memory);
  expect(said).toHaveLength(memory.source === 'assumed' ? 1 : 0);
});

it('assumed memory is reported with the reason', async () => {
  const info = { fallback: false, vendor: 'nvidia', name: 'NVIDIA H100' } as DeviceInfo;
  const said: string[] = [];
  const of = (nvidia: MemoryReadings['nvidia']) =>
    deviceMemory(info, (text) => said.push(text), { ...readings, nvidia });
  expect(await of(none)).toMatchObject({ source: 'assumed' });
  expect(await of(async () => 'NVIDIA H100, [N/A]')).toMatchObject({ source: 'assumed' });
  const taken = 'warning: the memory of NVIDIA H100 is assumed to be 8 GiB; its driver';
  expect(said).toEqual([`${taken} failed to answer, or took too long: no such file`, `${taken} does not report it`]);
});

it('assumed memory is at most half of the machine, which a GPU may share', async () => {
  const info = { fallback: false, vendor: 'intel', name: 'UHD Graphics' } as DeviceInfo;
  const said: string[] = [];
  const small = { ...readings, machineBytes: () => 6 * GiB };
  expect(await deviceMemory(info, (text) => said.push(text), small)).toEqual({ bytes: 3 * GiB, source: 'assumed' });
  expect(said[0]).toContain('UHD Graphics is assumed to be 3 GiB');
});

it('training memory is what the models leave, divided among four concurrent jobs', () => {
  const of = (bytes: number, source: DeviceMemory['source']) => ({ bytes, source });
  const job = Math.floor((0.9 * 24 * GiB - 5 * GiB) / 4);
  expect(trainingRoom(of(24 * GiB, 'driver'), 5 * GiB, { operator: null, longRows: 0 })).toEqual({
    jobs: 4,
    jobBytes: job,
    roomBytes: 4 * job,
    source: 'driver',
  });
  expect(trainingRoom(of(8 * GiB, 'machine'), 0, { operator: null, longRows: 0 })).toMatchObject({
    jobBytes: 1.5 * GiB,
  });
  // A machine too small for its models still lets a small job try.
  expect(trainingRoom(of(8 * GiB, 'assumed'), 9 * GiB, { operator: null, longRows: 0 })).toMatchObject({
    jobBytes: GiB / 4,
  });
  expect(trainingRoom(of(8 * GiB, 'assumed'), 9 * GiB, { operator: GiB, longRows: 0 })).toEqual({
    jobs: 4,
    jobBytes: GiB,
    roomBytes: 4 * GiB,
    source: 'operator',
  });
});

it('training memory goes to fewer jobs, at least one, if each needs more for its rows', () => {
  const memory = { bytes: 12 * GiB, source: 'driver' as const };
  const rooms = (longRows: number, operator: number | null = null) =>
    trainingRoom(memory, 4.8 * GiB, { operator, longRows });
  expect(rooms(1.4 * GiB)).toMatchObject({ jobs: 4, jobBytes: 1.5 * GiB });
  expect(rooms(2.9 * GiB)).toMatchObject({ jobs: 2, jobBytes: 3 * GiB });
  expect(rooms(20 * GiB)).toMatchObject({ jobs: 1, jobBytes: 6 * GiB });
  expect(rooms(GiB, 2.5 * GiB)).toEqual({ jobs: 2, jobBytes: 2.5 * GiB, roomBytes: 5 * GiB, source: 'operator' });
});
