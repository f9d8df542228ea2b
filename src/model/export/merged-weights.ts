import type { Adapter, AdapterModule } from '../checkpoint/adapter-files.ts';
import { type Checkpoint, CheckpointError, type CheckpointTensor } from '../checkpoint/checkpoint.ts';
import { expectedShapes } from '../checkpoint/expected-tensors.ts';
import { float32ToStored } from '../checkpoint/float32-stored.ts';
import { safetensorsHeader } from '../checkpoint/safetensors-bytes.ts';
import { storedToFloat32 } from '../checkpoint/stored-float32.ts';

/** How merged weights are stored. */
export type MergedType = 'bf16' | 'f32';

const TYPES = { bf16: { dtype: 'BF16', bytes: 2 }, f32: { dtype: 'F32', bytes: 4 } } as const;

/** Elements that are in memory at a time. */
export const SLICE = 2 ** 18;

/** A safetensors file that is made as it is read. */
interface MergedWeights {
  /** Size of the whole file. */
  bytes: number;
  /** Each chunk has a buffer of its own. */
  chunks(): Generator<Uint8Array>;
}

/**
 * The weights of a base model with an adapter in them, W + scale B A (Hu et al. 2021), under Hugging Face's names; the
 * base alone where there is no adapter. Sums are float64 and rounded once to float32, then to `type`.
 */
export function mergedWeights(
  checkpoint: Checkpoint,
  adapter: Adapter | null,
  type: MergedType,
  slice = SLICE,
): MergedWeights {
  const { dtype, bytes: elementBytes } = TYPES[type];
  const tensors = [...expectedShapes(checkpoint.config).keys()].map((name) => tensorOf(checkpoint, name));
  const header = safetensorsHeader(
    tensors.map(({ name, rows, cols }) => ({
      name,
      dtype,
      shape: isVector(name) ? [cols] : [rows, cols],
      bytes: rows * cols * elementBytes,
    })),
    { format: 'pt' },
  );
  const elements = tensors.reduce((sum, { rows, cols }) => sum + rows * cols, 0);
  return {
    bytes: header.length + elements * elementBytes,
    *chunks() {
      yield header;
      for (const tensor of tensors) {
        const module = moduleOf(adapter, tensor.name);
        for (const rows of rowSlices(tensor, slice)) yield float32ToStored(type, mergedRows(tensor, module, rows));
      }
    },
  };
}

/** Throws `CheckpointError` where there is none. */
export function tensorOf({ tensors }: Checkpoint, name: string): CheckpointTensor {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw new CheckpointError(`tensor ${name} is missing`);
  return tensor;
}

/** What the adapter has for this tensor. */
export function moduleOf(adapter: Adapter | null, name: string): AdapterModule | undefined {
  return adapter?.modules.get(name.replace(/\.weight$/, ''));
}

export function isVector(name: string): boolean {
  return /(norm\.weight|\.bias)$/.test(name);
}

/** Rows that are in memory together. */
interface RowSlice {
  start: number;
  count: number;
}

/** A tensor's rows in slices of about `elements`, each but the last a multiple of `group` rows. */
export function* rowSlices({ rows, cols }: CheckpointTensor, elements: number, group = 1): Generator<RowSlice> {
  const most = Math.max(1, Math.floor(elements / cols / group)) * group;
  for (let start = 0; start < rows; start += most) yield { start, count: Math.min(most, rows - start) };
}

/** These rows of W + scale B A. */
export function mergedRows(
  tensor: CheckpointTensor,
  module: AdapterModule | undefined,
  { start, count }: RowSlice,
): Float32Array {
  const values = storedToFloat32(tensor.type, tensor.readRows(start, count));
  if (module) addProduct(values, module, start, tensor.cols);
  return values;
}

/** Adds rows `start` and on of scale B A to as many rows as there are values for. */
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
