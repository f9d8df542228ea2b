import { f16At, int8 } from './float-formats.ts';

/** Block types of ggml, in the order of ggml.h. */
export type BlockType =
  | 'q4_0'
  | 'q4_1'
  | 'q5_0'
  | 'q5_1'
  | 'q8_0'
  | 'q2_k'
  | 'q3_k'
  | 'q4_k'
  | 'q5_k'
  | 'q6_k'
  | 'iq4_nl'
  | 'iq4_xs'
  | 'mxfp4';

/** Dequantises the block at byte `at` of `b` into `out`, from element `to`. */
type ReadBlock = (b: Uint8Array, at: number, out: Float32Array, to: number) => void;

/** A block type: elements and bytes (ggml-common.h), and its formula (`dequantize_row_*` in ggml-quants.c). */
interface Block {
  elements: 32 | 256;
  bytes: number;
  read: ReadBlock;
}

/**
 * The supported block types. Every operation of the formulas but the last sum is exact in float32, so computing in
 * float64 and rounding once gives ggml's bits.
 */
export const GGML_BLOCKS: Record<BlockType, Block> = {
  q4_0: { elements: 32, bytes: 18, read: readQ40 },
  q4_1: { elements: 32, bytes: 20, read: readQ41 },
  q5_0: { elements: 32, bytes: 22, read: readQ50 },
  q5_1: { elements: 32, bytes: 24, read: readQ51 },
  q8_0: { elements: 32, bytes: 34, read: readQ80 },
  q2_k: { elements: 256, bytes: 84, read: readQ2K },
  q3_k: { elements: 256, bytes: 110, read: readQ3K },
  q4_k: { elements: 256, bytes: 144, read: readQ4K },
  q5_k: { elements: 256, bytes: 176, read: readQ5K },
  q6_k: { elements: 256, bytes: 210, read: readQ6K },
  iq4_nl: { elements: 32, bytes: 18, read: readIq4Nl },
  iq4_xs: { elements: 256, bytes: 136, read: readIq4Xs },
  mxfp4: { elements: 32, bytes: 17, read: readMxfp4 },
};

/** The 16 values of IQ4_NL and IQ4_XS (`kvalues_iq4nl`). */
export const IQ4_VALUES = Int8Array.of(-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113);
/** Twice the 16 values of FP4 E2M1 (`kvalues_mxfp4`). */
export const FP4_VALUES = Int8Array.of(0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12);

/** Returns half of the E8M0 scale of an MXFP4 block, since `FP4_VALUES` are doubled. */
export function e8m0Half(byte: number): number {
  return 2 ** (byte - 128);
}

/** Returns the 32 high bits of a Q5 block, one per element. */
export function highBits(b: Uint8Array, at: number): number {
  return b[at] + 2 ** 8 * b[at + 1] + 2 ** 16 * b[at + 2] + 2 ** 24 * b[at + 3];
}

/** Returns the 6-bit scale and minimum of sub-block `j` of eight (`get_scale_min_k4`). */
export function scaleOfK(b: Uint8Array, at: number, j: number): { scale: number; min: number } {
  if (j < 4) return { scale: b[at + j] & 63, min: b[at + j + 4] & 63 };
  return {
    scale: (b[at + j + 4] & 15) | ((b[at + j - 4] >> 6) << 4),
    min: (b[at + j + 4] >> 4) | ((b[at + j] >> 6) << 4),
  };
}

/** Returns the 6-bit scale of sub-block `j` of eight in an IQ4_XS block, from -32. */
export function scaleOfIq4Xs(b: Uint8Array, at: number, j: number): number {
  const low = (b[at + 4 + (j >> 1)] >> (4 * (j & 1))) & 15;
  const high = ((b[at + 2] | (b[at + 3] << 8)) >> (2 * j)) & 3;
  return (low | (high << 4)) - 32;
}

/** Low nibbles are elements 0 to 15, high nibbles 16 to 31. */
function readQ40(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f16At(b, at);
  for (let i = 0; i < 16; i++) {
    const pair = b[at + 2 + i];
    out[to + i] = scale * ((pair & 15) - 8);
    out[to + i + 16] = scale * ((pair >> 4) - 8);
  }
}

function readQ41(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f16At(b, at);
  const least = f16At(b, at + 2);
  for (let i = 0; i < 16; i++) {
    const pair = b[at + 4 + i];
    out[to + i] = scale * (pair & 15) + least;
    out[to + i + 16] = scale * (pair >> 4) + least;
  }
}

function readQ50(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f16At(b, at);
  const high = highBits(b, at + 2);
  for (let i = 0; i < 16; i++) {
    const pair = b[at + 6 + i];
    out[to + i] = scale * (((pair & 15) | (((high >>> i) & 1) << 4)) - 16);
    out[to + i + 16] = scale * (((pair >> 4) | (((high >>> (i + 16)) & 1) << 4)) - 16);
  }
}

function readQ51(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f16At(b, at);
  const least = f16At(b, at + 2);
  const high = highBits(b, at + 4);
  for (let i = 0; i < 16; i++) {
    const pair = b[at + 8 + i];
    out[to + i] = scale * ((pair & 15) | (((high >>> i) & 1) << 4)) + least;
    out[to + i + 16] = scale * ((pair >> 4) | (((high >>> (i + 16)) & 1) << 4)) + least;
  }
}

function readQ80(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const scale = f16At(b, at);
  for (let i = 0; i < 32; i++) out[to + i] = scale * int8(b[at + 2 + i]);
}

/** Layout: 16 bytes of scales and minimums, a nibble each; 64 bytes of 2 bits; d; dmin. */
function readQ2K(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at + 80);
  const dmin = f16At(b, at + 82);
  for (let part = 0; part < 16; part++) {
    const scales = b[at + part];
    const [scale, min] = [d * (scales & 15), dmin * (scales >> 4)];
    const bits = at + 16 + 32 * (part >> 3) + 16 * (part & 1);
    const shift = 2 * ((part & 7) >> 1);
    for (let i = 0; i < 16; i++) out[to + 16 * part + i] = scale * ((b[bits + i] >> shift) & 3) - min;
  }
}

/** Layout: 32 bytes of high bits, 64 bytes of 2 bits, 12 bytes of 6-bit scales, d. */
function readQ3K(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at + 108);
  for (let part = 0; part < 16; part++) {
    const scales = at + 96;
    const low = part < 8 ? b[scales + part] & 15 : b[scales + part - 8] >> 4;
    const high = (b[scales + 8 + (part & 3)] >> (2 * (part >> 2))) & 3;
    const scale = d * ((low | (high << 4)) - 32);
    const place = 16 * (part & 1);
    const bits = at + 32 + 32 * (part >> 3) + place;
    const shift = 2 * ((part & 7) >> 1);
    for (let i = 0; i < 16; i++) {
      const isHigh = (b[at + place + i] >> (part >> 1)) & 1;
      out[to + 16 * part + i] = scale * (((b[bits + i] >> shift) & 3) - (isHigh ? 0 : 4));
    }
  }
}

/** Layout: d, dmin, 12 bytes of 6-bit scales and minimums, 128 bytes of nibbles. */
function readQ4K(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at);
  const dmin = f16At(b, at + 2);
  for (let part = 0; part < 8; part++) {
    const { scale: sc, min: m } = scaleOfK(b, at + 4, part);
    const [scale, min] = [d * sc, dmin * m];
    const bits = at + 16 + 32 * (part >> 1);
    const shift = 4 * (part & 1);
    for (let i = 0; i < 32; i++) out[to + 32 * part + i] = scale * ((b[bits + i] >> shift) & 15) - min;
  }
}

/** Layout of Q4_K, with 32 bytes of high bits before the nibbles. */
function readQ5K(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at);
  const dmin = f16At(b, at + 2);
  for (let part = 0; part < 8; part++) {
    const { scale: sc, min: m } = scaleOfK(b, at + 4, part);
    const [scale, min] = [d * sc, dmin * m];
    const bits = at + 48 + 32 * (part >> 1);
    const shift = 4 * (part & 1);
    for (let i = 0; i < 32; i++) {
      const high = (b[at + 16 + i] >> part) & 1;
      out[to + 32 * part + i] = scale * (((b[bits + i] >> shift) & 15) | (high << 4)) - min;
    }
  }
}

/** Layout: 128 bytes of nibbles, 64 bytes of 2 bits, 16 int8 scales, d. */
function readQ6K(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at + 208);
  for (let part = 0; part < 16; part++) {
    const scale = d * int8(b[at + 192 + part]);
    const [half, quarter, place] = [part >> 3, (part & 7) >> 1, 16 * (part & 1)];
    const low = at + 64 * half + 32 * (quarter & 1) + place;
    const high = at + 128 + 32 * half + place;
    for (let i = 0; i < 16; i++) {
      const nibble = (b[low + i] >> (4 * (quarter >> 1))) & 15;
      out[to + 16 * part + i] = scale * ((nibble | (((b[high + i] >> (2 * quarter)) & 3) << 4)) - 32);
    }
  }
}

function readIq4Nl(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  readLookedUp(b, at + 2, f16At(b, at), IQ4_VALUES, out, to);
}

function readIq4Xs(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  const d = f16At(b, at);
  for (let part = 0; part < 8; part++) {
    readLookedUp(b, at + 8 + 16 * part, d * scaleOfIq4Xs(b, at, part), IQ4_VALUES, out, to + 32 * part);
  }
}

function readMxfp4(b: Uint8Array, at: number, out: Float32Array, to: number): void {
  readLookedUp(b, at + 1, e8m0Half(b[at]), FP4_VALUES, out, to);
}

function readLookedUp(
  b: Uint8Array,
  at: number,
  scale: number,
  values: Int8Array,
  out: Float32Array,
  to: number,
): void {
  for (let i = 0; i < 16; i++) {
    out[to + i] = scale * values[b[at + i] & 15];
    out[to + i + 16] = scale * values[b[at + i] >> 4];
  }
}
