import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';
import { mixtureOf } from '../checkpoint/config.ts';
import { expectedShapes } from '../checkpoint/expected-tensors.ts';
import { float32ToStored } from '../checkpoint/float32-stored.ts';
import { safetensorsHeader } from '../checkpoint/safetensors-bytes.ts';
import { joinedExperts, joinedName } from './joined-experts.ts';
import type { MergedFile } from './merged-file.ts';
import { isVector, mergedRows, moduleOf, rowSlices, SLICE, tensorOf } from './merged-rows.ts';

/** Types of merged weights in safetensors. */
export type MergedType = 'bf16' | 'f32';

const TYPES = { bf16: { dtype: 'BF16', bytes: 2 }, f32: { dtype: 'F32', bytes: 4 } } as const;

/**
 * Returns a safetensors file of a base model's weights with the adapter, if any, merged in. Tensors have Hugging Face
 * names.
 */
export function mergedWeights(
  checkpoint: Checkpoint,
  adapter: Adapter | null,
  type: MergedType,
  slice = SLICE,
): MergedFile {
  const { dtype, bytes: elementBytes } = TYPES[type];
  const tensors = writtenTensors(checkpoint, adapter, slice);
  const elementsOf = ({ shape }: WrittenTensor) => shape.reduce((product, size) => product * size, 1);
  const header = safetensorsHeader(
    tensors.map((tensor) => {
      const { name, shape } = tensor;
      return { name, dtype, shape, bytes: elementsOf(tensor) * elementBytes };
    }),
    { format: 'pt' },
  );
  const elements = tensors.reduce((sum, tensor) => sum + elementsOf(tensor), 0);
  return {
    bytes: header.length + elements * elementBytes,
    *chunks() {
      yield header;
      for (const { content } of tensors) {
        for (const values of content()) yield float32ToStored(type, values);
      }
    },
  };
}

interface WrittenTensor {
  name: string;
  shape: readonly number[];
  content(): Iterable<Float32Array>;
}

function writtenTensors(checkpoint: Checkpoint, adapter: Adapter | null, slice: number): WrittenTensor[] {
  const { config } = checkpoint;
  const together = Map.groupBy(expectedShapes(config).keys(), (name) => joinedName(config, name));
  return [...together].map(([name, names]) => {
    if (name !== names[0])
      return { name, ...joinedExperts(checkpoint, adapter, mixtureOf(config)?.experts ?? 1, names) };
    const tensor = tensorOf(checkpoint, name);
    const { rows, cols } = tensor;
    return {
      name,
      shape: isVector(name) ? [cols] : [rows, cols],
      *content() {
        const module = moduleOf(adapter, name);
        for (const part of rowSlices(tensor, slice)) yield mergedRows(tensor, module, part);
      },
    };
  });
}
