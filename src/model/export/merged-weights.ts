import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { expectedShapes } from '../checkpoint/expected-tensors.ts';
import { float32ToStored } from '../checkpoint/float32-stored.ts';
import { safetensorsHeader } from '../checkpoint/safetensors-bytes.ts';
import type { MergedFile } from './merged-file.ts';
import { isVector, mergedRows, moduleOf, rowSlices, SLICE, tensorOf } from './merged-rows.ts';

/** How merged weights are stored. */
export type MergedType = 'bf16' | 'f32';

const TYPES = { bf16: { dtype: 'BF16', bytes: 2 }, f32: { dtype: 'F32', bytes: 4 } } as const;

/**
 * A safetensors file of a base model's weights with an adapter in them, under Hugging Face's names; of the base alone
 * where there is no adapter.
 */
export function mergedWeights(
  checkpoint: Checkpoint,
  adapter: Adapter | null,
  type: MergedType,
  slice = SLICE,
): MergedFile {
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
