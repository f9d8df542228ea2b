import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allocate, allocateWith, type DeviceBuffer, download, upload } from '../../src/compute/buffer.ts';
import { Device } from '../../src/compute/device.ts';
import { allowedCpus, driverThreads } from '../../src/compute/driver-threads.ts';
import { DeviceLostError, DeviceOutOfMemoryError } from '../../src/compute/errors.ts';
import { f32Bits } from '../../src/compute/f32-bits.ts';
import { Recorder } from '../../src/compute/recorder.ts';

let device: Device;
beforeEach(async () => {
  device = await Device.open();
});
afterEach(() => device.destroy());

async function wordsOf(buffer: DeviceBuffer, ...range: number[]): Promise<number[]> {
  return Array.from(new Uint32Array(await download(device, buffer, ...range)));
}

describe('device', () => {
  it('reports its name, its binding limit and the lanes of its class', () => {
    expect(device.info.name).not.toBe('');
    expect(device.maxBindingBytes).toBeGreaterThanOrEqual(128 * 2 ** 20);
    expect(device.class.lanes).toBeGreaterThan(0);
  });

  const spread = process.platform === 'linux' && existsSync('/usr/bin/taskset') && !process.env.LP_NUM_THREADS;
  it.runIf(spread)('pins each thread of a software driver to one CPU', () => {
    const cpus = driverThreads().map((thread) => allowedCpus(thread));
    expect(cpus).toEqual(device.info.fallback ? allowedCpus(process.pid).map((cpu) => [cpu]) : []);
  });

  it('reports the first validation error once, with its text', async () => {
    const buffer = await allocate(device, 16, 'tried');
    buffer.gpu.destroy();
    const target = await allocate(device, 16, 'target');
    const recorder = new Recorder(device);
    recorder.copy(buffer, 0, target, 0, 16);
    recorder.submit();
    await device.waiter.done('test', 1);
    expect(() => device.check()).toThrow(/destroyed/);
    expect(() => device.check()).not.toThrow();
  });

  it('reports a kernel that does not compile', async () => {
    device.kernels.get('swiglu', { LANES: 100_000, ACTIVATION: 'silu' });
    await device.waiter.done('test', 1);
    expect(() => device.check()).toThrow(/swiglu|workgroup/i);
  });

  it('is lost, as a typed error, once it is destroyed', async () => {
    const buffer = await allocate(device, 16, 'tried');
    await device.destroy();
    expect(() => device.check()).toThrow(DeviceLostError);
    await expect(download(device, buffer)).rejects.toThrow(DeviceLostError);
  });
});

describe('device buffers', () => {
  it('begin as zeros and have distinct ids', async () => {
    const [a, b] = [await allocate(device, 100, 'a'), await allocate(device, 4, 'b')];
    expect(await wordsOf(a)).toEqual(new Array(25).fill(0));
    expect(b.bytes).toBe(16);
    expect(a.id).not.toBe(b.id);
  });

  it('refuse more than the adapter has with a typed error naming the buffer, and the device stays usable', async () => {
    const asked = allocate(device, 2 ** 50, 'KV cache');
    await expect(asked).rejects.toThrow(DeviceOutOfMemoryError);
    await expect(asked).rejects.toThrow(/KV cache: 1125899906842624 bytes/);
    expect(await wordsOf(await allocateWith(device, Uint32Array.of(1, 2, 3, 4), 'small'))).toEqual([1, 2, 3, 4]);
  });

  it('accept uploads over 16 MiB, at an offset, from the middle of an array', async () => {
    const words = (16 * 2 ** 20) / 4 + 5;
    const data = Uint32Array.from({ length: words + 8 }, (_, i) => i * 2654435761);
    const buffer = await allocate(device, (words + 2) * 4, 'large');
    upload(device, buffer, data.subarray(3, 3 + words), 4);
    const back = new Uint32Array(await download(device, buffer));
    expect([back[0], back.at(-1)]).toEqual([0, 0]);
    expect(back.subarray(1, 1 + words).findIndex((word, i) => word !== data[3 + i])).toBe(-1);
  });

  it('are downloaded in part', async () => {
    const buffer = await allocateWith(device, Uint32Array.of(5, 6, 7, 8, 9), 'read');
    expect(await wordsOf(buffer, 4, 8)).toEqual([6, 7]);
    expect(await wordsOf(buffer, 12)).toEqual([8, 9]);
  });
});

describe('recorder', () => {
  it('encodes numbers as f32 bits', () => {
    expect([1, -0, 0.1].map(f32Bits)).toEqual([0x3f800000, 0x80000000, 0x3dcccccd]);
  });

  it('refuses buffers that the variant does not bind, and missing ones, naming the kernel', async () => {
    const one = await allocate(device, 64, 'one');
    const recorder = new Recorder(device);
    const quantise = (NORM: number, weight: DeviceBuffer | undefined) => {
      recorder.dispatch('quantize_rows', {
        knobs: { LANES: 8, NORM },
        buffers: { X: one, Q: one, weight },
        sizes: { halves: 1, K4: 1 },
        grid: [1, 1, 1],
        cost: { bytes: 0, flops: 0 },
      });
    };
    expect(() => quantise(1, undefined)).toThrow('kernel quantize_rows: no buffer for weight');
    expect(() => quantise(0, one)).toThrow('kernel quantize_rows: this variant does not bind weight');
    expect(recorder.pending.dispatches).toBe(0);
  });

  it('compiles a variant once', () => {
    const { kernels } = device;
    expect(kernels.get('swiglu', { LANES: 8, ACTIVATION: 'silu' })).toBe(
      kernels.get('swiglu', { LANES: 8, ACTIVATION: 'silu' }),
    );
    expect(kernels.get('swiglu', { LANES: 4, ACTIVATION: 'silu' })).not.toBe(
      kernels.get('swiglu', { LANES: 8, ACTIVATION: 'silu' }),
    );
  });

  it('runs copies, clears and dispatches in the order in which they were recorded', async () => {
    const index = await allocateWith(device, Uint32Array.of(1, 0, 0, 0), 'index');
    const x = await allocateWith(device, Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), 'x');
    const [y, z] = [await allocate(device, 32, 'y'), await allocate(device, 16, 'z')];
    const recorder = new Recorder(device);
    const pick = (X: DeviceBuffer, Y: DeviceBuffer, groups = 1) => {
      recorder.dispatch('gather_rows', {
        knobs: { LANES: 8, SCATTER: 0 },
        buffers: { index, X, Y },
        sizes: { N4: 1, first: 0 },
        grid: [groups, 1, 1],
        cost: { bytes: 3, flops: 5 },
      });
    };
    pick(x, y);
    recorder.copy(y, 0, z, 0, 16);
    recorder.copy(z, 0, y, 16, 16);
    recorder.copy(x, 0, y, 0, 4);
    recorder.clear(index);
    pick(y, x);
    pick(x, y, 0);
    expect(recorder.pending).toEqual({ bytes: 6, flops: 10, dispatches: 2 });
    recorder.submit();
    expect(recorder.pending).toEqual({ bytes: 0, flops: 0, dispatches: 0 });
    expect(Array.from(new Float32Array(await download(device, y)))).toEqual([1, 6, 7, 8, 5, 6, 7, 8]);
    expect(Array.from(new Float32Array(await download(device, x)))).toEqual([1, 6, 7, 8, 5, 6, 7, 8]);
    device.check();
  });
});

describe('a process with a device', () => {
  it('exits by itself with code 0, ten times in a row', async () => {
    const child = join(import.meta.dirname, 'device-child.ts');
    for (let i = 0; i < 10; i++) {
      // Rejects for any code but 0 and for a signal.
      const { stdout } = await promisify(execFile)(process.execPath, [child], { timeout: 600_000 });
      expect(stdout.trim()).toBe((32 / (1 + Math.exp(-1))).toFixed(4));
    }
  });
});
