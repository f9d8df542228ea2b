import { blockElements, rowBytes } from './checkpoint.ts';
import type { PlainType } from './float-formats.ts';

/** Types in which weights can be written. */
export type WrittenType = PlainType | 'q8_0' | 'q4_0' | 'q4_1';

/**
 * Converts float32 values to stored bytes, in a new buffer. Floats round to nearest; block types give the same bits as
 * ggml-quants.c (`quantize_row_q*_ref`) and take a multiple of 32 values.
 */
export function float32ToStored(type: WrittenType, values: Float32Array): Uint8Array {
  if (type === 'f32') return new Uint8Array(Float32Array.from(values).buffer);
  if (type === 'f16') return new Uint8Array(Float16Array.from(values).buffer);
  if (type === 'bf16') return toBfloat16(values);
  if (type === 'q8_0') return toBlocks(type, values, writeQ8Block);
  if (type === 'q4_0') return toBlocks(type, values, writeQ40Block);
  return toBlocks(type, values, writeQ41Block);
}

/** Rounds float32 to bfloat16 bytes, to nearest with ties to even. NaN stays NaN. */
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

type WriteBlock = (block: Float32Array, view: DataView, at: number) => void;

function toBlocks(type: WrittenType, values: Float32Array, write: WriteBlock): Uint8Array {
  const size = blockElements(type);
  const view = new DataView(new ArrayBuffer(rowBytes(type, values.length)));
  const bytes = rowBytes(type, size);
  for (let block = 0; block < values.length / size; block++) {
    write(values.subarray(block * size, (block + 1) * size), view, block * bytes);
  }
  return new Uint8Array(view.buffer);
}

// ggml computes in float32, so every product and quotient below is rounded to float32 to get the same bits. If a
// compiler fuses a product and the sum after it (FMA), ggml itself may round a Q4_0 value between two steps to the
// other step. llama.cpp's gguf package rounds as this code does.

function writeQ8Block(block: Float32Array, view: DataView, at: number): void {
  let most = 0;
  for (const value of block) most = Math.max(most, Math.abs(value));
  const scale = Math.fround(most / 127);
  const inverse = inverseOf(scale);
  view.setFloat16(at, scale, true);
  for (let i = 0; i < block.length; i++) {
    const scaled = Math.fround(block[i] * inverse);
    view.setInt8(at + 2 + i, Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5));
  }
}

/** Scales the block so that the value furthest from zero, the first if several, becomes -8. */
function writeQ40Block(block: Float32Array, view: DataView, at: number): void {
  let furthest = block[0];
  for (const value of block) if (Math.abs(value) > Math.abs(furthest)) furthest = value;
  const scale = Math.fround(furthest / -8);
  const inverse = inverseOf(scale);
  view.setFloat16(at, scale, true);
  writeNibbles(block, view, at + 2, (value) => Math.fround(value * inverse) + 8.5);
}

function writeQ41Block(block: Float32Array, view: DataView, at: number): void {
  let [least, most] = [block[0], block[0]];
  for (const value of block) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const scale = Math.fround(Math.fround(most - least) / 15);
  const inverse = inverseOf(scale);
  view.setFloat16(at, scale, true);
  view.setFloat16(at + 2, least, true);
  writeNibbles(block, view, at + 4, (value) => Math.fround(Math.fround(value - least) * inverse) + 0.5);
}

/** Writes elements 0 to 15 to low nibbles, 16 to 31 to high nibbles. */
function writeNibbles(block: Float32Array, view: DataView, at: number, scaled: (value: number) => number): void {
  const half = block.length / 2;
  const nibble = (value: number) => Math.min(15, Math.trunc(Math.fround(scaled(value))));
  for (let i = 0; i < half; i++) view.setUint8(at + i, nibble(block[i]) | (nibble(block[i + half]) << 4));
}

function inverseOf(scale: number): number {
  return scale === 0 ? 0 : Math.fround(1 / scale);
}
