import { expect, it } from 'vitest';
import type { DeviceInfo } from '../../src/compute/device.ts';
import { type DeviceMemory, deviceMemory, type MemoryReadings } from '../../src/worker/device-memory.ts';
import { trainingRoom } from '../../src/worker/training-memory.ts';

const GiB = 2 ** 30;
const readings: MemoryReadings = {
  machineBytes: () => 24 * GiB,
  nvidia: async () =>
    'NVIDIA GeForce RTX 3060, 12288\nNVIDIA GeForce RTX 3090, 24576\nNVIDIA GeForce RTX 3090, 24564\n',
  amd: async () => [16 * GiB, 512 * 2 ** 20],
  platform: 'linux',
};
const silent = () => {};
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

it.each(adapters)('of %j with %j, memory is %j', async (info, over, memory) => {
  const said: string[] = [];
  const adapter = { fallback: false, vendor: '', name: '', ...info };
  expect(await deviceMemory(adapter, (text) => said.push(text), { ...readings, ...over })).toEqual(memory);
  expect(said).toHaveLength(memory.source === 'assumed' ? 1 : 0);
});

it('that had to be assumed is told with the reason', async () => {
  const info = { fallback: false, vendor: 'nvidia', name: 'NVIDIA H100' } as DeviceInfo;
  const said: string[] = [];
  const of = (nvidia: MemoryReadings['nvidia']) =>
    trainingRoom(
      { info },
      0,
      null,
      (text) => said.push(text),
      (asked, say) => deviceMemory(asked, say, { ...readings, nvidia }),
    );
  expect(await of(none)).toMatchObject({ source: 'assumed' });
  expect(await of(async () => 'NVIDIA H100, [N/A]')).toMatchObject({ source: 'assumed' });
  const taken = 'warning: the memory of NVIDIA H100 is taken for 8 GiB; its driver';
  expect(said).toEqual([`${taken} failed to answer, or took too long: no such file`, `${taken} gives no figure`]);
});

it('is divided among the jobs that may run side by side, beside what the models took', async () => {
  const device = { info: { fallback: false } } as Parameters<typeof trainingRoom>[0];
  const of = (bytes: number, source: 'machine' | 'driver' | 'assumed') => async () => ({ bytes, source });
  const job = Math.floor((0.9 * 24 * GiB - 5 * GiB) / 4);
  expect(await trainingRoom(device, 5 * GiB, null, silent, of(24 * GiB, 'driver'))).toEqual({
    jobs: 4,
    jobBytes: job,
    roomBytes: 4 * job,
    source: 'driver',
  });
  expect(await trainingRoom(device, 0, null, silent, of(8 * GiB, 'machine'))).toMatchObject({ jobBytes: 1.5 * GiB });
  // A machine too small for its models still lets a small job try.
  expect(await trainingRoom(device, 9 * GiB, null, silent, of(8 * GiB, 'assumed'))).toMatchObject({
    jobBytes: GiB / 4,
  });
  expect(await trainingRoom(device, 9 * GiB, GiB, silent, none)).toEqual({
    jobs: 4,
    jobBytes: GiB,
    roomBytes: 4 * GiB,
    source: 'operator',
  });
});
