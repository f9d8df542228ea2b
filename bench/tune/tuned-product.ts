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

/** What each candidate takes for a kernel and shape, the shipped one first, and which is chosen. */
export interface TunedProduct {
  kernel: TunedKernel;
  shape: ProductShape;
  times: { value: number; seconds: number }[];
  chosen: number;
}

/** What a candidate has to be faster by than the shipped one: less may be noise. */
const WORTH = 0.98;
const RUNS = 5;
/** How often the candidates are measured in turn: the first is not to pay for clocks that still rise. */
const ROUNDS = 3;
/** Rows of W that are compared with float64: more are the same again. */
const CHECKED_ROWS = 96;
const CHECKED_TYPES: Record<WeightType, Stored> = {
  f32: 'f32',
  f16: 'f16',
  bf16: 'bf16',
  q8: 'q8_0',
  q4: 'q4_0',
  mxfp4: 'mxfp4',
};
/** How far a sum of f32 products may be from that of float64, beside the root of the mean of squares. */
const TOLERANCE = 1e-4;

/**
 * Chooses among the candidates of a kernel for a shape; the device is left with what is shipped. All weights of the
 * shape are measured in turn, so that none comes from a cache. Throws where a result is not that of float64, or where a
 * candidate changes a bit of it.
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

/** Records the product of x into y by the kernel, with what the device's tuning has chosen. */
export type Launch = (
  recorder: Recorder,
  kernel: TunedKernel,
  a: { x: DeviceBuffer; weight: WeightMatrix; y: DeviceBuffer; T: number },
) => void;

const launchProduct: Launch = (recorder, kernel, { x, weight, y, T }) => {
  if (kernel === 'matmul_transposed_tiled') matmulTransposed(recorder, { dY: x, weight, dX: y, T });
  else matmul(recorder, { x, weight, y, T });
};

/** A product by one kernel, with the knob at any value. */
class Product {
  readonly #device: Device;
  readonly #kernel: TunedKernel;
  readonly #shape: TunedShape;
  readonly #launch: Launch;
  readonly #x: DeviceBuffer;
  readonly #y: DeviceBuffer;
  /** Numbers of a row that goes in, and of one that comes out. */
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

  /** Compares a few rows of a random weight with float64. Throws where they are not alike. */
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

  /** Throws where the values do not give the same bits. */
  async compare(values: readonly number[], weight: WeightMatrix): Promise<void> {
    const [shipped, ...others] = values;
    const bits = await this.result(shipped, weight);
    for (const value of others) {
      const at = (await this.result(value, weight)).findIndex((word, i) => word !== bits[i]);
      if (at >= 0) throw new Error(`with ${value} instead of ${shipped} element ${at} has other bits`);
    }
  }

  /** The bits of the product. */
  async result(value: number, weight: WeightMatrix): Promise<Uint32Array<ArrayBuffer>> {
    const recorder = new Recorder(this.#device);
    upload(this.#device, this.#y, new Float32Array(this.#shape.T * this.#widths.y).fill(Number.NaN));
    this.#record(recorder, value, weight);
    recorder.submit();
    return new Uint32Array(await download(this.#device, this.#y));
  }

  /** Seconds of a product, the mean of those of all weights. */
  async seconds(recorder: TimedRecorder, value: number, weights: readonly WeightMatrix[]): Promise<number> {
    const { dispatches } = await recorder.time(RUNS, async () => {
      for (const weight of weights) this.#record(recorder, value, weight);
      await recorder.submitInPieces();
    });
    return dispatches.reduce((sum, { seconds }) => sum + seconds, 0) / weights.length;
  }

  /** With what is shipped. */
  close(): void {
    this.#device.tuning.forget(this.#kernel, this.#shape);
    for (const { gpu } of [this.#x, this.#y]) gpu.destroy();
  }

  /** Throws where the launcher takes another kernel, or another value of its knob. */
  #record(recorder: Recorder, value: number, weight: WeightMatrix): void {
    this.#device.tuning.choose(this.#kernel, this.#shape, value);
    const before = recorder.recorded.length;
    this.#launch(recorder, this.#kernel, { x: this.#x, weight, y: this.#y, T: this.#shape.T });
    const { kernel } = recorder.recorded[before];
    const knob = TUNED_KNOBS[this.#kernel];
    const taken = kernel && `${kernel.name} ${knob} ${this.#device.kernels.variants[kernel.id].knobs[knob]}`;
    const wanted = `${this.#kernel} ${knob} ${value}`;
    if (taken !== wanted) throw new Error(`the launcher takes ${taken}, not ${wanted}`);
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
