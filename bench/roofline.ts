import { allocate, allocateWith, type DeviceBuffer, download } from '../src/compute/buffer.ts';
import type { Device } from '../src/compute/device.ts';
import type { Cost } from '../src/compute/kernel-times.ts';
import { matmul } from '../src/compute/ops/matmul.ts';
import { f32Bits, Recorder } from '../src/compute/recorder.ts';

/** What this device can do at best, measured. */
export interface Roofline {
  /** f32 FMA peak in FLOP/s. */
  flops: number;
  /** Streaming read in bytes/s. */
  readBytes: number;
  /** Seconds of one dispatch that does next to nothing, in a chain of dependent ones. */
  dispatchSeconds: number;
}

/** Independent FMA chains of a lane; 8 reach 29 GFLOP/s on lavapipe, 16 44, 24 52, 32 48. */
const CHAINS = 24;

/** Measures the three bounds, best of five each; checks that the kernels computed what they should. */
export async function measureRoofline(device: Device): Promise<Roofline> {
  return {
    flops: await fmaPeak(device),
    readBytes: await streamRead(device),
    dispatchSeconds: await dispatchTime(device),
  };
}

/** The least time the recorded work can take: its FLOPs, its bytes or its dispatches, whichever is longest. */
export function leastSeconds(roofline: Roofline, work: Cost & { dispatches: number }): number {
  return Math.max(
    work.flops / roofline.flops,
    work.bytes / roofline.readBytes,
    work.dispatches * roofline.dispatchSeconds,
  );
}

async function fmaPeak(device: Device): Promise<number> {
  const lanes = device.tuning.lanes;
  const groups = device.info.fallback ? 512 : 8192;
  const rounds = device.info.fallback ? 16384 : 65536;
  const y = await allocate(device, lanes * groups * 4, 'fma');
  const kernel = device.kernels.get('bench/fma_peak', { LANES: lanes, CHAINS });
  const seconds = await best(device, (recorder) => {
    const flops = 2 * CHAINS * rounds * lanes * groups;
    const immediates = [rounds, f32Bits(0.5)];
    recorder.dispatch({ kernel, buffers: [y], immediates, grid: [groups, 1, 1], cost: { flops, bytes: 0 } });
  });
  // y = y / 2 + 1/2 converges to 1 in each chain.
  const [sum] = new Float32Array(await download(device, y, 0, 4));
  y.gpu.destroy();
  if (Math.abs(sum - CHAINS) > 1e-3) throw new Error(`the FMA kernel computed ${sum}, not ${CHAINS}`);
  return (2 * CHAINS * rounds * lanes * groups) / seconds;
}

/**
 * What our own product of large matrices reaches over weights of 16 bits, as those of a model are; FLOP/s, best of
 * five.
 */
export async function matmulPeak(device: Device): Promise<number> {
  // No power of two, whose rows would all fall on the same lines of a cache.
  const size = device.info.fallback ? 480 : 4064;
  const made: DeviceBuffer[] = [];
  const filled = async (words: Uint32Array | Float32Array, label: string) => {
    const buffer = await allocateWith(device, words, label);
    made.push(buffer);
    return buffer;
  };
  try {
    // Two bfloat16 ones a word.
    const buffer = await filled(new Uint32Array((size * size) / 2).fill(0x3f803f80), 'weight of ones');
    const shards = [{ buffer, type: 'bf16' as const, rowStart: 0, rows: size }];
    const weight = { rows: size, cols: size, shards, bias: undefined };
    const x = await filled(new Float32Array(size * size).fill(1), 'input of ones');
    const y = await filled(new Float32Array(size * size), 'output');
    const seconds = await best(device, (recorder) => matmul(recorder, { x, weight, y, T: size }));
    const [sum] = new Float32Array(await download(device, y, 0, 4));
    if (sum !== size) throw new Error(`the product of ones is ${sum}, not ${size}`);
    return (2 * size ** 3) / seconds;
  } finally {
    for (const { gpu } of made) gpu.destroy();
  }
}

async function streamRead(device: Device): Promise<number> {
  const lanes = device.tuning.lanes;
  const bytes = device.info.fallback ? 64 * 2 ** 20 : 2 ** 30;
  const groups = device.info.fallback ? 64 : 2048;
  const x = await allocate(device, bytes, 'stream');
  const y = await allocate(device, lanes * groups * 4, 'stream sums');
  const kernel = device.kernels.get('bench/stream_read', { LANES: lanes });
  const stretch = bytes / 16 / (lanes * groups);
  const seconds = await best(device, (recorder) => {
    const cost = { flops: 0, bytes };
    recorder.dispatch({ kernel, buffers: [x, y], immediates: [stretch], grid: [groups, 1, 1], cost });
  });
  x.gpu.destroy();
  y.gpu.destroy();
  return bytes / seconds;
}

async function dispatchTime(device: Device): Promise<number> {
  const count = 256;
  const y = await allocate(device, 1024, 'dispatch');
  const kernel = device.kernels.get('bench/fma_peak', { LANES: device.tuning.lanes, CHAINS: 1 });
  const seconds = await best(device, (recorder) => {
    for (let i = 0; i < count; i++) {
      const cost = { flops: 0, bytes: 0 };
      recorder.dispatch({ kernel, buffers: [y], immediates: [1, f32Bits(1)], grid: [1, 1, 1], cost });
    }
  });
  y.gpu.destroy();
  return seconds / count;
}

async function best(device: Device, record: (recorder: Recorder) => void): Promise<number> {
  const recorder = new Recorder(device);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 6; run++) {
    record(recorder);
    const started = performance.now();
    const estimateMs = recorder.submit();
    await device.waiter.done('roofline', estimateMs);
    // The first run compiles.
    if (run > 0) least = Math.min(least, (performance.now() - started) / 1000);
  }
  device.check();
  return least;
}
