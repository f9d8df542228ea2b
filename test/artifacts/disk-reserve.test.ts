import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { DiskReserve } from '../../src/artifacts/disk-reserve.ts';

const free = async (): Promise<number> => {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize;
};
const full = { code: 'disk_full' };
const GiB = 2 ** 30;

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield new Uint8Array(2 ** 20);
}

it('DiskReserve refuses a write that would leave less than the reserve, and passes others on', async () => {
  const ample = new DiskReserve(tmpdir(), 0);
  await ample.check(1);
  let passed = 0;
  for await (const chunk of ample.guard(chunks(10))) passed += chunk.length;
  expect(passed).toBe(10 * 2 ** 20);
  await expect(new DiskReserve(tmpdir(), (await free()) + GiB).check()).rejects.toMatchObject(full);
  await expect(ample.check((await free()) + GiB)).rejects.toMatchObject(full);
});

it('DiskReserve reserves twice the size of the largest checkpoint', async () => {
  const reserve = new DiskReserve(tmpdir(), 0);
  reserve.raiseFor(1);
  await reserve.check();
  reserve.raiseFor((await free()) / 2 + GiB);
  reserve.raiseFor(1);
  await expect(reserve.check()).rejects.toMatchObject(full);
});

it('DiskReserve checks again while a long body arrives', async () => {
  // Stands in for other programs that fill the disk: the reserve grows instead.
  const reserve = new DiskReserve(tmpdir(), 0);
  let passed = 0;
  const taking = async (): Promise<void> => {
    for await (const _ of reserve.guard(chunks(100))) {
      passed += 1;
      if (passed === 10) reserve.raiseFor((await free()) + GiB);
    }
  };
  await expect(taking()).rejects.toMatchObject(full);
  expect(passed).toBeLessThan(20);
});
