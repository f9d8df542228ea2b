import { uniform } from './random.ts';

/** Types as a checkpoint stores them (src/model/checkpoint/checkpoint.ts). */
export type Stored = 'f32' | 'f16' | 'bf16' | 'q8_0' | 'q4_0' | 'q4_1' | 'mxfp4';

/** A matrix [rows, cols] as stored, and its dequantized values. */
export interface StoredMatrix {
  type: Stored;
  rows: number;
  cols: number;
  bytes: Uint8Array<ArrayBuffer>;
  values: Float64Array;
}

/** Bytes per 32 elements (ggml-common.h: a block has f16 scales or one exponent byte, then the quants). */
export const STORED_BLOCK_BYTES: Record<Stored, number> = {
  f32: 128,
  f16: 64,
  bf16: 64,
  q8_0: 34,
  q4_0: 18,
  q4_1: 20,
  mxfp4: 17,
};

/** Returns a random matrix with arbitrary bits in its quants and values near 1. */
export function randomStored(type: Stored, rows: number, cols: number, seed: number): StoredMatrix {
  const next = uniform(seed);
  const blocks = (rows * cols) / 32;
  const bytes = new Uint8Array(blocks * STORED_BLOCK_BYTES[type]);
  const view = new DataView(bytes.buffer);
  const value = () => 2 * next() - 1;
  for (let block = 0; block < blocks; block++) {
    const at = block * STORED_BLOCK_BYTES[type];
    for (let i = 0; i < 32; i++) {
      if (type === 'f32') view.setFloat32(at + 4 * i, value(), true);
      if (type === 'f16') view.setFloat16(at + 2 * i, value(), true);
      if (type === 'bf16') view.setUint16(at + 2 * i, floatBits(value()) >>> 16, true);
    }
    if (type === 'f32' || type === 'f16' || type === 'bf16') continue;
    for (let i = at; i < at + STORED_BLOCK_BYTES[type]; i++) bytes[i] = Math.floor(next() * 256);
    if (type === 'mxfp4') {
      bytes[at] = 123 + Math.floor(next() * 4);
      continue;
    }
    view.setFloat16(at, type === 'q8_0' ? value() / 128 : value() / 8, true);
    if (type === 'q4_1') view.setFloat16(at + 2, value(), true);
  }
  return { type, rows, cols, bytes, values: dequantise(type, bytes) };
}

/** Dequantizes stored bytes, by the definitions of IEEE 754 and ggml's block types. */
export function dequantise(type: Stored, bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = STORED_BLOCK_BYTES[type];
  return Float64Array.from({ length: (bytes.length / size) * 32 }, (_, index) => {
    const at = Math.floor(index / 32) * size;
    const i = index % 32;
    if (type === 'f32') return view.getFloat32(at + 4 * i, true);
    if (type === 'f16') return view.getFloat16(at + 2 * i, true);
    if (type === 'bf16') return fromFloatBits(view.getUint16(at + 2 * i, true) * 65536);
    if (type === 'mxfp4') {
      const pair = view.getUint8(at + 1 + (i % 16));
      return 2 ** (view.getUint8(at) - 127) * e2m1(i < 16 ? pair % 16 : Math.floor(pair / 16));
    }
    const scale = view.getFloat16(at, true);
    if (type === 'q8_0') return scale * view.getInt8(at + 2 + i);
    // The first 16 elements are the low nibbles of the 16 quant bytes, the others the high nibbles.
    const quants = view.getUint8(at + (type === 'q4_0' ? 2 : 4) + (i % 16));
    const nibble = i < 16 ? quants % 16 : Math.floor(quants / 16);
    return type === 'q4_0' ? scale * (nibble - 8) : scale * nibble + view.getFloat16(at + 2, true);
  });
}

/** Decodes E2M1: a sign, two exponent bits with a bias of 1, and one fraction bit (OCP Microscaling Formats, 5.3.3). */
function e2m1(nibble: number): number {
  const [sign, exponent, fraction] = [nibble >> 3, (nibble >> 1) & 3, nibble & 1];
  return (sign ? -1 : 1) * (exponent === 0 ? fraction / 2 : (1 + fraction / 2) * 2 ** (exponent - 1));
}

const word = new DataView(new ArrayBuffer(4));

function floatBits(value: number): number {
  word.setFloat32(0, value);
  return word.getUint32(0);
}

function fromFloatBits(bits: number): number {
  word.setUint32(0, bits);
  return word.getFloat32(0);
}
