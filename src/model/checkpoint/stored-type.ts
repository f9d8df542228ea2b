import type { StoredType } from './checkpoint.ts';

/** Elements and bytes of one block, as ggml.h defines them; plain types have one element a block. */
const BLOCKS: Record<StoredType, { elements: number; bytes: number }> = {
  f32: { elements: 1, bytes: 4 },
  f16: { elements: 1, bytes: 2 },
  bf16: { elements: 1, bytes: 2 },
  q8_0: { elements: 32, bytes: 34 },
  q4_0: { elements: 32, bytes: 18 },
  q4_1: { elements: 32, bytes: 20 },
};

/** Elements that share one block: 32 for block types, else 1. A row holds a whole number of blocks. */
export function blockElements(type: StoredType): number {
  return BLOCKS[type].elements;
}

/** Bytes of one row of `cols` elements; `cols` must be a multiple of `blockElements(type)`. */
export function rowBytes(type: StoredType, cols: number): number {
  return (cols / BLOCKS[type].elements) * BLOCKS[type].bytes;
}
