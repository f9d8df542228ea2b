import { allocate, allocateWith, type DeviceBuffer, download } from '../src/compute/buffer.ts';
import type { Device } from '../src/compute/device.ts';
import { matmul } from '../src/compute/ops/matmul.ts';
import { matmulInt8 } from '../src/compute/ops/matmul_int8.ts';
import { QUANTIZED_BLOCK_BYTES, quantizeRows } from '../src/compute/ops/quantize.ts';
import { BLOCK_BYTES, isPacked, type WeightMatrix, type WeightType } from '../src/compute/ops/weight.ts';
import { Recorder } from '../src/compute/recorder.ts';
import { packBlocks, tiledRows } from '../src/model/weight-blocks.ts';
import * as reference from '../test/reference/matmul.ts';
import { randomFloats } from '../test/reference/random.ts';
import { randomStored, type Stored } from '../test/reference/stored-matrix.ts';
import { describe, median, quietSamples } from './quiet.ts';
import type { Row } from './report.ts';
import { leastSeconds, type Roofline } from './roofline.ts';

/** Stored type from which weights of each type are made. */
const STORED: Record<WeightType, Stored> = {
  ...{ f32: 'f32', f16: 'f16', bf16: 'bf16' },
  ...{ q8: 'q8_0', q4: 'q4_1', mxfp4: 'mxfp4' },
};
/** Rows of a decode step with one stream, and of a prefill step. */
const ROWS = [1, 64];
/** Rows of W that are compared with float64; the other rows use the same code. */
const CHECKED = 64;
/** Tolerance relative to the value plus the RMS of all float64 sums; int8 rounds activations. */
const TOLERANCE = { f32: 1e-4, int8: 0.05 };

interface Products {
  /** Matrix shape [N, K]. As many matrices as fit in `bytes` are multiplied in turn, so that none is cached. */
  N: number;
  K: number;
  bytes: number;
}

/**
 * Measures products with weights of every type that devices keep, in f32, and also in int8 for types with int8 kernels.
 * Checkpoints' other types are converted to one of these (docs/models.md). Throws if a product differs from float64.
 */
export async function benchProducts(
  device: Device,
  roofline: Roofline,
  samples: number,
  size: Products = { N: 4096, K: 2048, bytes: 2 ** 26 },
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const type of Object.keys(STORED) as WeightType[]) {
    const weights = await Weights.open(device, type, size);
    // In int8, an MXFP4 matrix is stored as q8.
    for (const precision of isPacked(type) && type !== 'mxfp4' ? (['f32', 'int8'] as const) : (['f32'] as const)) {
      for (const T of ROWS) {
        await weights.check(precision, T);
        const least = leastSeconds(roofline, { ...weights.cost(T), dispatches: 1 });
        const limit = (size.N * size.K) / least / 1e9;
        const rates = await quietSamples(samples, () => weights.rate(precision, T));
        const share = `${((100 * median(rates)) / limit).toFixed(0)} % of ${limit.toFixed(1)}`;
        const what = `${type} weights, ${precision}, ${T} ${T === 1 ? 'row' : 'rows'}`;
        rows.push({ what, figure: describe(rates, 2), unit: 'G weights/s', roofline: share });
      }
    }
    weights.close();
  }
  device.check();
  return rows;
}

/** Copies of a random matrix of one type, and its input. */
class Weights {
  readonly #recorder: Recorder;
  readonly #type: WeightType;
  readonly #size: Products;
  readonly #matrices: WeightMatrix[];
  readonly #buffers: Record<'x' | 'q' | 'y', DeviceBuffer>;
  /** Values of the first rows, in float64. */
  readonly #values: Float64Array;
  readonly #input: Float32Array;

  private constructor(
    recorder: Recorder,
    type: WeightType,
    size: Products,
    parts: {
      matrices: WeightMatrix[];
      buffers: Record<'x' | 'q' | 'y', DeviceBuffer>;
      values: Float64Array;
      input: Float32Array;
    },
  ) {
    this.#recorder = recorder;
    this.#type = type;
    this.#size = size;
    this.#matrices = parts.matrices;
    this.#buffers = parts.buffers;
    this.#values = parts.values;
    this.#input = parts.input;
  }

  /** Throws DeviceOutOfMemoryError. */
  static async open(device: Device, type: WeightType, size: Products): Promise<Weights> {
    const { N, K, bytes } = size;
    const stored = randomStored(STORED[type], N, K, 100);
    const tiles = tiledRows(type, packBlocks(stored.type, stored.bytes), K);
    const matrices: WeightMatrix[] = [];
    for (let copy = 0; copy < Math.ceil(bytes / tiles.byteLength); copy++) {
      const shards = [{ buffer: await allocateWith(device, tiles, 'weights'), type, rowStart: 0, rows: N }];
      matrices.push({ rows: N, cols: K, shards, bias: undefined });
    }
    const T = Math.max(...ROWS);
    const input = randomFloats(1, T * K);
    const buffers = {
      x: await allocateWith(device, input, 'input'),
      q: await allocate(device, (T * K * QUANTIZED_BLOCK_BYTES) / 32, 'input in int8'),
      y: await allocate(device, 4 * T * N, 'output'),
    };
    const values = stored.values.slice(0, CHECKED * K);
    return new Weights(new Recorder(device), type, size, { matrices, buffers, values, input });
  }

  /** Returns FLOPs and bytes of one product. */
  cost(T: number): { flops: number; bytes: number } {
    const { N, K } = this.#size;
    return { flops: 2 * T * N * K, bytes: (N * K * BLOCK_BYTES[this.#type]) / 32 + 4 * T * (N + K) };
  }

  /** Throws if a product differs from float64. */
  async check(precision: 'f32' | 'int8', T: number): Promise<void> {
    const { N, K } = this.#size;
    const { x, q, y } = this.#buffers;
    if (precision === 'int8') quantizeRows(this.#recorder, { x, q, M: T, K });
    this.#record(precision, T, this.#matrices[0]);
    this.#recorder.submit();
    const found = new Float32Array(await download(this.#recorder.device, y, 0, 4 * T * N));
    const expected = reference.matmul(this.#input.subarray(0, T * K), this.#values, { T, N: CHECKED, K });
    const scale = Math.sqrt(expected.reduce((sum, value) => sum + value * value, 0) / expected.length);
    for (const [i, value] of expected.entries()) {
      const own = found[Math.floor(i / CHECKED) * N + (i % CHECKED)];
      if (Math.abs(own - value) <= TOLERANCE[precision] * (Math.abs(value) + scale)) continue;
      throw new Error(`${this.#type} weights, ${precision}: element ${i} of ${T} rows is ${own}, not ${value}`);
    }
  }

  /** Returns 10^9 weights/s, each multiplied by T rows; uses the input rows of the last check. */
  async rate(precision: 'f32' | 'int8', T: number): Promise<number> {
    const { device } = this.#recorder;
    const started = performance.now();
    for (const weight of this.#matrices) this.#record(precision, T, weight);
    this.#recorder.submit();
    await device.waiter.after(0);
    const seconds = (performance.now() - started) / 1000;
    return (this.#matrices.length * this.#size.N * this.#size.K) / seconds / 1e9;
  }

  close(): void {
    this.#recorder.reset();
    const weights = this.#matrices.map(({ shards }) => shards[0].buffer);
    for (const { gpu } of [...weights, ...Object.values(this.#buffers)]) gpu.destroy();
  }

  #record(precision: 'f32' | 'int8', T: number, weight: WeightMatrix): void {
    const { x, q, y } = this.#buffers;
    if (precision === 'int8') matmulInt8(this.#recorder, { x: q, weight, y, T });
    else matmul(this.#recorder, { x, weight, y, T });
  }
}
