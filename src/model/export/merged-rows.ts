import type { Adapter, AdapterModule } from '../checkpoint/adapter-files.ts';
import { type Checkpoint, CheckpointError, type CheckpointTensor } from '../checkpoint/checkpoint.ts';
import { storedToFloat32 } from '../checkpoint/stored-float32.ts';

/** Default number of elements in memory at a time. */
export const SLICE = 2 ** 18;

/** Returns a tensor by name. Throws `CheckpointError` if it is missing. */
export function tensorOf({ tensors }: Checkpoint, name: string): CheckpointTensor {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw new CheckpointError(`tensor ${name} is missing`);
  return tensor;
}

/** Returns the adapter's matrices for this tensor, if any. */
export function moduleOf(adapter: Adapter | null, name: string): AdapterModule | undefined {
  return adapter?.modules.get(name.replace(/\.weight$/, ''));
}

export function isVector(name: string): boolean {
  return /(norm\.weight|\.bias|\.sinks)$/.test(name);
}

/** A range of rows that are in memory together. */
interface RowSlice {
  start: number;
  count: number;
}

/** Splits a tensor's rows into slices of about `elements` elements, each but the last a multiple of `group` rows. */
export function* rowSlices({ rows, cols }: CheckpointTensor, elements: number, group = 1): Generator<RowSlice> {
  const most = Math.max(1, Math.floor(elements / cols / group)) * group;
  for (let start = 0; start < rows; start += most) yield { start, count: Math.min(most, rows - start) };
}

/**
 * Returns rows of W + scale B A (Hu et al. 2021), or of W without a module. Sums are float64, rounded once to float32.
 */
export function mergedRows(
  tensor: CheckpointTensor,
  module: AdapterModule | undefined,
  { start, count }: RowSlice,
): Float32Array {
  const values = storedToFloat32(tensor.type, tensor.readRows(start, count));
  if (module) addProduct(values, module, start, tensor.cols);
  return values;
}

/** Adds rows of scale B A, from row `start`, to `values`. */
function addProduct(values: Float32Array, { a, b, rank, scale }: AdapterModule, start: number, cols: number): void {
  const sums = new Float64Array(cols);
  for (let first = 0; first < values.length; first += cols) {
    const row = start + first / cols;
    for (let k = 0; k < cols; k++) sums[k] = values[first + k];
    for (let r = 0; r < rank; r++) {
      const factor = scale * b[row * rank + r];
      const place = r * cols;
      for (let k = 0; k < cols; k++) sums[k] += factor * a[place + k];
    }
    for (let k = 0; k < cols; k++) values[first + k] = sums[k];
  }
}
