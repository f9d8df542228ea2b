import type { StoredType } from './checkpoint.ts';
import { halfToNumber, plainToFloat32 } from './plain-float32.ts';

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
