import { safetensorsHeader } from './checkpoint/safetensors-bytes.ts';
import { freshValues, type LoraLayout } from './lora-layout.ts';

const ELEMENT_BYTES = 4;

/** Bytes of the file whose parts `freshAdapterChunks` gives. */
export function freshAdapterBytes(layout: LoraLayout): number {
  const data = layout.tensors.reduce((sum, { rows, cols }) => sum + ELEMENT_BYTES * rows * cols, 0);
  return headerOf(layout).length + data;
}

/**
 * A fresh adapter as the safetensors file that a checkpoint of it would have, a tensor at a time: what training of a
 * model without an adapter begins with.
 */
export function* freshAdapterChunks(layout: LoraLayout): Generator<Uint8Array> {
  yield headerOf(layout);
  for (const values of freshValues(layout)) yield new Uint8Array(values.buffer);
}

function headerOf({ tensors }: LoraLayout): Uint8Array {
  const described = tensors.map(({ name, rows, cols }) => {
    return { name, dtype: 'F32', shape: [rows, cols], bytes: ELEMENT_BYTES * rows * cols };
  });
  return safetensorsHeader(described, { format: 'pt' });
}
