import type { StoredType } from './checkpoint.ts';

const BLOCK = 32;

/** Stored bytes of whole rows as float32, by the block formulas of ggml-quants.c (`dequantize_row_q*`). */
export function storedToFloat32(type: StoredType, bytes: Uint8Array): Float32Array {
  if (type === 'q8_0') return fromBlocks(bytes, 34, readQ8Block);
  if (type === 'q4_0') return fromBlocks(bytes, 18, readQ40Block);
  if (type === 'q4_1') return fromBlocks(bytes, 20, readQ41Block);
  return plainToFloat32(type, bytes);
}

type ReadBlock = (view: DataView, at: number, out: Float32Array, start: number) => void;

function fromBlocks(bytes: Uint8Array, blockBytes: number, read: ReadBlock): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / blockBytes;
  const out = new Float32Array(count * BLOCK);
  for (let block = 0; block < count; block++) read(view, block * blockBytes, out, block * BLOCK);
  return out;
}

function readQ8Block(view: DataView, at: number, out: Float32Array, start: number): void {
  const scale = halfToNumber(view.getUint16(at, true));
  for (let i = 0; i < BLOCK; i++) out[start + i] = scale * view.getInt8(at + 2 + i);
}

/** Low nibbles are elements 0 to 15, high nibbles 16 to 31. */
function readQ40Block(view: DataView, at: number, out: Float32Array, start: number): void {
  const scale = halfToNumber(view.getUint16(at, true));
  for (let i = 0; i < BLOCK / 2; i++) {
    const pair = view.getUint8(at + 2 + i);
    out[start + i] = scale * ((pair & 15) - 8);
    out[start + i + BLOCK / 2] = scale * ((pair >> 4) - 8);
  }
}

function readQ41Block(view: DataView, at: number, out: Float32Array, start: number): void {
  const scale = halfToNumber(view.getUint16(at, true));
  const least = halfToNumber(view.getUint16(at + 2, true));
  for (let i = 0; i < BLOCK / 2; i++) {
    const pair = view.getUint8(at + 4 + i);
    out[start + i] = scale * (pair & 15) + least;
    out[start + i + BLOCK / 2] = scale * (pair >> 4) + least;
  }
}

/** Element types that are one number each, no blocks. */
export type PlainType = 'f32' | 'f16' | 'bf16';

/** Little-endian elements of `type` widened to float32, exactly. */
export function plainToFloat32(type: PlainType, bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.byteLength / (type === 'f32' ? 4 : 2);
  const out = new Float32Array(count);
  const words = new Uint32Array(out.buffer);
  for (let i = 0; i < count; i++) {
    if (type === 'f32') out[i] = view.getFloat32(4 * i, true);
    else if (type === 'bf16') words[i] = view.getUint16(2 * i, true) << 16;
    else out[i] = halfToNumber(view.getUint16(2 * i, true));
  }
  return out;
}

/** The value of an IEEE 754 binary16 bit pattern. */
function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1024 + fraction) * 2 ** (exponent - 25);
}
