import { allocate, allocateWith, type DeviceBuffer, download } from '../src/compute/buffer.ts';
import type { Device } from '../src/compute/device.ts';
import type { Cost } from '../src/compute/kernel-times.ts';
import { matmul } from '../src/compute/ops/matmul.ts';
import { Recorder } from '../src/compute/recorder.ts';
import type { Row } from './report.ts';

/** Measured limits of the device. */
export interface Roofline {
  /** f32 FMA peak in FLOP/s. */
  flops: number;
  /** Peak of f16 subgroup matrices with f32 sums in FLOP/s; null if the adapter has none. */
  matrixFlops: number | null;
  /** Streaming read in bytes/s. */
  readBytes: number;
  /** Seconds of one near-empty dispatch, in a chain of dependent dispatches. */
  dispatchSeconds: number;
  /** Host seconds to record and encode a dispatch. */
  encodeSeconds: number;
  /** Seconds from the submit of one such dispatch until the host sees its completion. */
  submitSeconds: number;
}

/** Independent FMA chains per lane. */
const CHAINS = 12;
/** Number of vec4 that a lane reads before it sums them. */
const UNROLL = 4;

/** Measures the limits, best of five each; checks that the kernels computed correct results. */
export async function measureRoofline(device: Device): Promise<Roofline> {
  return {
    flops: await fmaPeak(device),
    matrixFlops: await matrixPeak(device),
    readBytes: await streamRead(device),
    ...(await dispatchTimes(device)),
  };
}

/** Returns the measured limits as table rows. */
export function rooflineRows(roofline: Roofline): Row[] {
  const { flops, matrixFlops, readBytes, dispatchSeconds, encodeSeconds, submitSeconds } = roofline;
  const row = (what: string, value: number, digits: number, unit: string): Row => {
    return { what, figure: value.toFixed(digits), unit, roofline: '' };
  };
  const matrix = matrixFlops === null ? [] : [row('f16 subgroup matrices, f32 sums', matrixFlops / 1e9, 1, 'GFLOP/s')];
  return [
    row('f32 FMA', flops / 1e9, 1, 'GFLOP/s'),
    ...matrix,
    row('memory reads', readBytes / 1e9, 1, 'GB/s'),
    row('a dispatch', dispatchSeconds * 1e6, 1, 'us'),
    row('a dispatch, recording and encoding', encodeSeconds * 1e6, 1, 'us host time'),
    row('a submit, until completion', submitSeconds * 1e6, 0, 'us'),
  ];
}

/** Returns the least time that the recorded work can take: the longest of its FLOPs, its bytes and its dispatches. */
export function leastSeconds(roofline: Roofline, work: Cost & { dispatches: number }): number {
  return Math.max(
    work.flops / roofline.flops,
    work.bytes / roofline.readBytes,
    work.dispatches * roofline.dispatchSeconds,
  );
}

async function fmaPeak(device: Device): Promise<number> {
  const lanes = device.class.lanes;
  const groups = device.info.fallback ? 512 : 8192;
  const rounds = device.info.fallback ? 6144 : 24576;
  const flops = 16 * CHAINS * rounds * lanes * groups;
  const y = await allocate(device, lanes * groups * 4, 'fma');
  const seconds = await best(device, (recorder) => {
    recorder.dispatch('bench/fma_peak', {
      knobs: { LANES: lanes, CHAINS },
      buffers: { Y: y },
      sizes: { rounds, seed: 0.5 },
      grid: [groups, 1, 1],
      cost: { flops, bytes: 0 },
    });
  });
  // y = y / 2 + 1/2 converges to 1 in each chain.
  const [sum] = new Float32Array(await download(device, y, 0, 4));
  y.gpu.destroy();
  if (Math.abs(sum - CHAINS) > 1e-3) throw new Error(`the FMA kernel computed ${sum}, not ${CHAINS}`);
  return flops / seconds;
}

/** Measures the adapter's first f16 matrix shape with f32 sums, with enough workgroups to fill the device. */
async function matrixPeak(device: Device): Promise<number | null> {
  const shape = device.info.matrices.find(({ componentType, resultComponentType }) => {
    return componentType === 'f16' && resultComponentType === 'f32';
  });
  if (shape === undefined) return null;
  const { M, N, K } = shape;
  const lanes = device.gpu.adapterInfo.subgroupMaxSize ?? 32;
  const chains = 4;
  const groups = device.info.fallback ? 64 : 8192;
  const rounds = device.info.fallback ? 256 : 4096;
  const flops = 2 * M * N * K * chains * rounds * groups;
  // Each f16 is 2^-7 in A and 1 in B; two per word.
  const a = await allocateWith(device, new Uint32Array((M * K) / 2).fill(0x20002000), 'matrix A');
  const b = await allocateWith(device, new Uint32Array((K * N) / 2).fill(0x3c003c00), 'matrix B');
  const y = await allocate(device, 4 * M * N * chains * groups, 'matrix sums');
  const seconds = await best(device, (recorder) => {
    recorder.dispatch('bench/matrix_peak', {
      knobs: { LANES: lanes, CHAINS: chains, M, N, K },
      buffers: { A: a, B: b, Y: y },
      sizes: { rounds },
      grid: [groups, 1, 1],
      cost: { flops, bytes: 0 },
    });
  });
  const [sum] = new Float32Array(await download(device, y, 0, 4));
  for (const { gpu } of [a, b, y]) gpu.destroy();
  if (sum !== (rounds * K) / 128) throw new Error(`the matrix kernel computed ${sum}, not ${(rounds * K) / 128}`);
  return flops / seconds;
}

/**
 * Returns the FLOP/s of our own large matmul with 16-bit weights, like a model's, in f32 or with factors rounded to
 * f16; best of five.
 */
export async function matmulPeak(device: Device, half = false): Promise<number> {
  // Not a power of two, since rows of such a size map to the same cache lines.
  const size = device.info.fallback ? 480 : 4064;
  const made: DeviceBuffer[] = [];
  const filled = async (words: Uint32Array | Float32Array, label: string) => {
    const buffer = await allocateWith(device, words, label);
    made.push(buffer);
    return buffer;
  };
  try {
    // Two bfloat16 ones per word.
    const buffer = await filled(new Uint32Array((size * size) / 2).fill(0x3f803f80), 'weight of ones');
    const shards = [{ buffer, type: 'bf16' as const, rowStart: 0, rows: size }];
    const weight = { rows: size, cols: size, shards, half, bias: undefined };
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
  const lanes = device.class.lanes;
  const bytes = device.info.fallback ? 64 * 2 ** 20 : 2 ** 30;
  const groups = device.info.fallback ? 64 : 2048;
  const x = await allocateWith(device, new Float32Array(bytes / 4).fill(1), 'stream');
  const y = await allocate(device, lanes * groups * 4, 'stream sums');
  const turns = bytes / 16 / (UNROLL * lanes * groups);
  const seconds = await best(device, (recorder) => {
    recorder.dispatch('bench/stream_read', {
      knobs: { LANES: lanes, UNROLL },
      buffers: { X: x, Y: y },
      sizes: { turns },
      grid: [groups, 1, 1],
      cost: { flops: 0, bytes },
    });
  });
  const sums = new Float32Array(await download(device, y, 0, lanes * groups * 4));
  for (const { gpu } of [x, y]) gpu.destroy();
  const wrong = sums.find((sum) => sum !== 4 * UNROLL * turns);
  if (wrong !== undefined) throw new Error(`a lane read ${wrong} ones, not ${4 * UNROLL * turns}`);
  return bytes / seconds;
}

async function dispatchTimes(
  device: Device,
): Promise<Pick<Roofline, 'dispatchSeconds' | 'encodeSeconds' | 'submitSeconds'>> {
  const count = 256;
  const y = await allocate(device, 1024, 'dispatch');
  const record = (recorder: Recorder, times: number) => {
    for (let i = 0; i < times; i++) {
      recorder.dispatch('bench/fma_peak', {
        knobs: { LANES: device.class.lanes, CHAINS: 1 },
        buffers: { Y: y },
        sizes: { rounds: 1, seed: 1 },
        grid: [1, 1, 1],
        cost: { flops: 0, bytes: 0 },
      });
    }
  };
  let encoded = Number.POSITIVE_INFINITY;
  const recorder = new Recorder(device);
  for (let run = 0; run < 6; run++) {
    const started = performance.now();
    record(recorder, count);
    recorder.submit();
    encoded = Math.min(encoded, (performance.now() - started) / 1000);
    await device.waiter.after(0);
  }
  const chain = await best(device, (recorder) => record(recorder, count));
  const submitSeconds = await best(device, (recorder) => record(recorder, 1));
  y.gpu.destroy();
  return {
    dispatchSeconds: (chain - submitSeconds) / (count - 1),
    encodeSeconds: encoded / count,
    submitSeconds,
  };
}

/** Returns the seconds from submit to completion of what `record` records, least of five. */
async function best(device: Device, record: (recorder: Recorder) => void): Promise<number> {
  const recorder = new Recorder(device);
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 6; run++) {
    record(recorder);
    const started = performance.now();
    recorder.submit();
    // Sleeps for 60 % of the least time so far, since the event loop spins after that.
    await device.waiter.after(run > 1 ? 600 * least : 0);
    // The first run includes compilation.
    if (run > 0) least = Math.min(least, (performance.now() - started) / 1000);
  }
  device.check();
  return least;
}
