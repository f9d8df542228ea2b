import { withJoinedPairs } from './checkpoint/expert-parameters.ts';
import { safetensorsChunks, safetensorsHeader } from './checkpoint/safetensors-bytes.ts';
import { adapterTensors } from './flat-adapter.ts';
import { freshAdapter, freshValues, type LoraLayout } from './lora-layout.ts';

const ELEMENT_BYTES = 4;

/** Returns the size of the file that `freshAdapterChunks` yields, in bytes. */
export function freshAdapterBytes(layout: LoraLayout): number {
  return describedTensors(layout).reduce((sum, { bytes }) => sum + bytes, headerOf(layout).length);
}

/**
 * Yields a fresh adapter, with which training of a model without an adapter begins, as the safetensors file of its
 * checkpoint, one tensor at a time.
 */
export function* freshAdapterChunks(layout: LoraLayout): Generator<Uint8Array> {
  if (layout.onParameters) {
    yield* safetensorsChunks(withJoinedPairs(adapterTensors(freshAdapter(layout), layout)), { format: 'pt' });
    return;
  }
  yield headerOf(layout);
  for (const values of freshValues(layout)) yield new Uint8Array(values.buffer);
}

function headerOf(layout: LoraLayout): Uint8Array {
  return safetensorsHeader(describedTensors(layout), { format: 'pt' });
}

function describedTensors({ tensors, onParameters }: LoraLayout) {
  const own = tensors.map(({ name, rows, cols }) => ({ name, shape: [rows, cols], data: new Float32Array(0) }));
  return (onParameters ? withJoinedPairs(own) : own).map(({ name, shape }) => {
    return { name, dtype: 'F32', shape, bytes: shape.reduce((product, dim) => product * dim, ELEMENT_BYTES) };
  });
}
