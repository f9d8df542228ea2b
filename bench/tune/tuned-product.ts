import { allocateWith, type DeviceBuffer, download, upload } from '../../src/compute/buffer.ts';
import type { Device } from '../../src/compute/device.ts';
import { matmul } from '../../src/compute/ops/matmul.ts';
import { matmulTransposed } from '../../src/compute/ops/matmul-transposed.ts';
import type { WeightMatrix, WeightType } from '../../src/compute/ops/weight.ts';
import { Recorder } from '../../src/compute/recorder.ts';
import { candidatesOf, type ProductShape, TUNED_KNOBS, type TunedKernel } from '../../src/compute/tuning.ts';
import { packBlocks, tiledRows } from '../../src/model/weight-blocks.ts';
import * as reference from '../../test/reference/matmul.ts';
import { randomFloats } from '../../test/reference/random.ts';
import { randomStored, type Stored } from '../../test/reference/stored-matrix.ts';
import type { TimedRecorder } from '../gpu-day/timed-recorder.ts';
import type { ModelProduct } from './model-products.ts';

/** Time of each candidate for a kernel and shape, the default first, and the chosen value. */
export interface TunedProduct {
  kernel: TunedKernel;
  shape: ProductShape;
  times: { value: number; seconds: number }[];
  chosen: number;
}

/** A candidate must take less than this share of the default's time; smaller gains may be noise. */
const WORTH = 0.98;
const RUNS = 5;
/** Rounds of measurements; several, so that rising clock rates do not penalize the first candidate. */
const ROUNDS = 3;
/** Rows of W that are compared with float64; the other rows use the same code. */
const CHECKED_ROWS = 96;
const CHECKED_TYPES: Record<WeightType, Stored> = {
  f32: 'f32',
  f16: 'f16',
  bf16: 'bf16',
  q8: 'q8_0',
  q4: 'q4_0',
  mxfp4: 'mxfp4',
};
/** Tolerance of f32 sums relative to the value plus the RMS of all float64 sums. */
const TOLERANCE = 1e-4;

/**
 * Chooses the fastest candidate of a kernel for a shape; restores the device's default. All weights of the shape are
 * measured in turn, so that none is cached. Throws if a result differs from float64, or if a candidate changes a bit.
 */
export async function tuneProduct(
  recorder: TimedRecorder,
  { kernel, shape, weights }: ModelProduct,
  launch = launchProduct,
): Promise<TunedProduct> {
  const product = await Product.open(recorder.device, kernel, shape, launch);
  const values = candidatesOf(kernel, shape);
  try {
    await product.check(values);
    await product.compare(values, weights[0]);
    const times = values.map((value) => ({ value, seconds: Number.POSITIVE_INFINITY }));
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of times) {
        one.seconds = Math.min(one.seconds, await product.seconds(recorder, one.value, weights));
      }
    }
    const fastest = times.reduce((best, one) => (one.seconds < best.seconds ? one : best));
    return { kernel, shape, times, chosen: fastest.seconds < WORTH * times[0].seconds ? fastest.value : values[0] };
  } finally {
    recorder.reset();
    product.close();
  }
}

type TunedShape = ModelProduct['shape'];

/** Records the product of x into y with the kernel and the device's tuning. */
export type Launch = (
  recorder: Recorder,
  kernel: TunedKernel,
  a: { x: DeviceBuffer; weight: WeightMatrix; y: DeviceBuffer; T: number },
) => void;

const launchProduct: Launch = (recorder, kernel, { x, weight, y, T }) => {
  if (kernel === 'matmul_transposed_tiled') matmulTransposed(recorder, { dY: x, weight, dX: y, T });
  else matmul(recorder, { x, weight, y, T });
};

/** Product computed by one kernel, with any value of the knob. */
class Product {
  readonly #device: Device;
  readonly #kernel: TunedKernel;
  readonly #shape: TunedShape;
  readonly #launch: Launch;
  readonly #x: DeviceBuffer;
  readonly #y: DeviceBuffer;
  /** Numbers per input row and per output row. */
  readonly #widths: { x: number; y: number };

  private constructor(device: Device, kernel: TunedKernel, shape: TunedShape, parts: ProductParts) {
    this.#device = device;
    this.#kernel = kernel;
    this.#shape = shape;
    this.#launch = parts.launch;
    this.#x = parts.x;
    this.#y = parts.y;
    this.#widths = widthsOf(kernel, shape);
  }

  static async open(device: Device, kernel: TunedKernel, shape: TunedShape, launch: Launch): Promise<Product> {
    const widths = widthsOf(kernel, shape);
    const x = await allocateWith(device, randomFloats(1, shape.T * widths.x), 'input');
    const y = await allocateWith(device, new Float32Array(shape.T * widths.y), 'output');
    return new Product(device, kernel, shape, { launch, x, y });
  }

  /** Compares a few rows of a random weight with float64. Throws if they differ. */
  async check(values: readonly number[]): Promise<void> {
    const { type, T, N, K } = this.#shape;
    const rows = Math.min(N, CHECKED_ROWS);
    const stored = randomStored(CHECKED_TYPES[type], rows, K, 100);
    const tiles = tiledRows(type, packBlocks(stored.type, stored.bytes), K);
    const buffer = await allocateWith(this.#device, tiles, 'weight');
    const weight = { rows, cols: K, shards: [{ buffer, type, rowStart: 0, rows }], bias: undefined };
    const checked = { type, T, N: rows, K };
    const product = await Product.open(this.#device, this.#kernel, checked, this.#launch);
    const transposed = this.#kernel === 'matmul_transposed_tiled';
    const x = randomFloats(1, T * product.#widths.x);
    const expected = (transposed ? reference.matmulBackward : reference.matmul)(x, stored.values, { T, N: rows, K });
    try {
      for (const value of values) {
        const result = new Float32Array((await product.result(value, weight)).buffer);
        expectAlike(`${this.#kernel} with ${value}`, result, expected);
      }
    } finally {
      product.close();
      buffer.gpu.destroy();
    }
  }

  /** Throws if the values do not give the same bits. */
  async compare(values: readonly number[], weight: WeightMatrix): Promise<void> {
    const [shipped, ...others] = values;
    const bits = await this.result(shipped, weight);
    for (const value of others) {
      const at = (await this.result(value, weight)).findIndex((word, i) => word !== bits[i]);
      if (at >= 0) throw new Error(`with ${value} instead of ${shipped} element ${at} differs`);
    }
  }

  /** Returns the bits of the product. */
  async result(value: number, weight: WeightMatrix): Promise<Uint32Array<ArrayBuffer>> {
    const recorder = new Recorder(this.#device);
    upload(this.#device, this.#y, new Float32Array(this.#shape.T * this.#widths.y).fill(Number.NaN));
    this.#record(recorder, value, weight);
    recorder.submit();
    return new Uint32Array(await download(this.#device, this.#y));
  }

  /** Returns the mean seconds of a product over all weights. */
  async seconds(recorder: TimedRecorder, value: number, weights: readonly WeightMatrix[]): Promise<number> {
    const { dispatches } = await recorder.time(RUNS, async () => {
      for (const weight of weights) this.#record(recorder, value, weight);
      await recorder.submitInPieces();
    });
    return dispatches.reduce((sum, { seconds }) => sum + seconds, 0) / weights.length;
  }

  /** Restores the default, and frees the buffers. */
  close(): void {
    this.#device.tuning.forget(this.#kernel, this.#shape);
    for (const { gpu } of [this.#x, this.#y]) gpu.destroy();
  }

  /** Records a product. Throws if the launcher uses another kernel, or another value of its knob. */
  #record(recorder: Recorder, value: number, weight: WeightMatrix): void {
    this.#device.tuning.choose(this.#kernel, this.#shape, value);
    const before = recorder.recorded.length;
    this.#launch(recorder, this.#kernel, { x: this.#x, weight, y: this.#y, T: this.#shape.T });
    const { kernel } = recorder.recorded[before];
    const knob = TUNED_KNOBS[this.#kernel];
    const taken = kernel && `${kernel.name} ${knob} ${this.#device.kernels.variants[kernel.id].knobs[knob]}`;
    const wanted = `${this.#kernel} ${knob} ${value}`;
    if (taken !== wanted) throw new Error(`the launcher uses ${taken}, not ${wanted}`);
  }
}

interface ProductParts {
  launch: Launch;
  x: DeviceBuffer;
  y: DeviceBuffer;
}

function widthsOf(kernel: TunedKernel, { N, K }: ProductShape): { x: number; y: number } {
  return kernel === 'matmul_transposed_tiled' ? { x: N, y: K } : { x: K, y: N };
}

function expectAlike(what: string, actual: Float32Array, expected: Float64Array): void {
  const scale = Math.sqrt(expected.reduce((sum, value) => sum + value * value, 0) / expected.length);
  const wrong = expected.findIndex(
    (value, i) => !(Math.abs(actual[i] - value) <= TOLERANCE * (Math.abs(value) + scale)),
  );
  if (wrong >= 0) throw new Error(`${what}: element ${wrong} is ${actual[wrong]}, not ${expected[wrong]}`);
}
