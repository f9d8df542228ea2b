import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocate, download, upload } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';

let device: Device;
beforeAll(async () => {
  device = await Device.open();
});
afterAll(() => device.destroy());

const numbers = [1, -2.5, 65_504, 0.000_061, 3, 4, 5, 6];

it.each([
  ['Float16Array', new Float16Array(numbers), [0x00, 0x3c, 0x00, 0xc1, 0xff, 0x7b]],
  ['Float32Array', new Float32Array(numbers), [0x00, 0x00, 0x80, 0x3f]],
  ['BigInt64Array', BigInt64Array.of(-2n, 3n), [0xfe, 0xff, 0xff, 0xff]],
  ['DataView', new DataView(Uint8Array.of(9, 8, 7, 6).buffer), [9, 8, 7, 6]],
])('upload keeps the bytes of a %s', async (_, data, first) => {
  const buffer = await allocate(device, 64, 'bytes');
  upload(device, buffer, data, 8);
  const there = new Uint8Array(await download(device, buffer, 8, data.byteLength));
  expect([...there]).toEqual([...new Uint8Array(data.buffer)]);
  expect([...there].slice(0, first.length)).toEqual(first);
  device.check();
});

it('upload writes a subarray of a Float16Array, and nothing beside it', async () => {
  const buffer = await allocate(device, 16, 'bytes');
  upload(device, buffer, new Float16Array(numbers).subarray(2, 6), 4);
  expect([...new Float16Array(await download(device, buffer))]).toEqual([
    0,
    0,
    ...new Float16Array(numbers.slice(2, 6)),
    0,
    0,
  ]);
});
