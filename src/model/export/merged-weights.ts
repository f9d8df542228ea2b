import type { Adapter, AdapterModule } from '../checkpoint/adapter-files.ts';
import { type Checkpoint, CheckpointError, type CheckpointTensor } from '../checkpoint/checkpoint.ts';
import { expectedShapes } from '../checkpoint/expected-tensors.ts';
import { safetensorsHeader } from '../checkpoint/safetensors-bytes.ts';
import { storedToFloat32 } from '../checkpoint/stored-float32.ts';

/** How merged weights are stored. */
export type MergedType = 'bf16' | 'f32';

const TYPES = { bf16: { dtype: 'BF16', bytes: 2 }, f32: { dtype: 'F32', bytes: 4 } } as const;

/** Elements that are in memory at a time. */
const SLICE = 2 ** 18;

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
        const module = adapter?.modules.get(tensor.name.replace(/\.weight$/, ''));
        for (const values of slices(tensor, module, slice)) {
          yield type === 'bf16' ? toBfloat16(values) : new Uint8Array(values.buffer);
        }
      }
    },
  };
}

function tensorOf({ tensors }: Checkpoint, name: string): CheckpointTensor {
  const tensor = tensors.get(name);
  if (tensor === undefined) throw new CheckpointError(`tensor ${name} is missing`);
  return tensor;
}

function isVector(name: string): boolean {
  return /(norm\.weight|\.bias)$/.test(name);
}

function* slices(tensor: CheckpointTensor, module: AdapterModule | undefined, slice: number): Generator<Float32Array> {
  const { rows, cols, type } = tensor;
  const count = Math.max(1, Math.floor(slice / cols));
  for (let start = 0; start < rows; start += count) {
    const values = storedToFloat32(type, tensor.readRows(start, Math.min(count, rows - start)));
    if (module) addProduct(values, module, start, cols);
    yield values;
  }
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

/** float32 rounded to bfloat16, to the nearest and of two equally near to the even one, as bytes. NaN stays NaN. */
export function toBfloat16(values: Float32Array): Uint8Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const out = new Uint16Array(values.length);
  for (let i = 0; i < words.length; i++) {
    const bits = words[i];
    const notANumber = (bits & 0x7fffffff) > 0x7f800000;
    out[i] = notANumber ? (bits >>> 16) | 0x40 : (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
  }
  return new Uint8Array(out.buffer);
}
