import { BLOCK_BYTES, TILE_ROWS, tiledBytes, type WeightType } from '../compute/ops/weight.ts';
import {
  blockElements,
  type Checkpoint,
  type CheckpointTensor,
  rowBytes,
  type StoredType,
} from './checkpoint/checkpoint.ts';
import { isOfExpert, isRouter } from './checkpoint/expected-tensors.ts';
import { f16At, f32At } from './checkpoint/float-formats.ts';
import { e8m0Half, FP4_VALUES, highBits, IQ4_VALUES, scaleOfIq4Xs, scaleOfK } from './checkpoint/ggml-blocks.ts';
import { storedToFloat32 } from './checkpoint/stored-float32.ts';
import type { Precision } from './model-files.ts';
import { tiledMxfp4 } from './mxfp4-tiles.ts';

/** Device type of a matrix, by its type in the checkpoint. */
export const KEPT_AS: Record<StoredType, WeightType> = {
  f32: 'f32',
  f16: 'f16',
  bf16: 'bf16',
  q4_0: 'q4',
  q4_1: 'q4',
  q4_k: 'q4',
  int4: 'q4',
  q5_0: 'q8',
  q5_1: 'q8',
  q8_0: 'q8',
  q2_k: 'q8',
  q3_k: 'q8',
  q5_k: 'q8',
  q6_k: 'q8',
  iq4_nl: 'q8',
  iq4_xs: 'q8',
  mxfp4: 'mxfp4',
  int8: 'q8',
  decoded: 'q8',
};

/** Returns the device type of a matrix. */
export function keptType({ type }: CheckpointTensor, precision: Precision): WeightType {
  const kept = KEPT_AS[type];
  if (precision === 'f16' && kept === 'f32') return 'f16';
  return precision === 'int8' && kept !== 'q4' ? 'q8' : kept;
}

/** Bit pattern of 2^6 in each type; magnitudes must be below it (kernels/include/summands.wgsl). */
const LIMIT_BITS: Partial<Record<WeightType, number>> = { bf16: (127 + 6) << 7, f16: (15 + 6) << 10 };

/** Returns whether f16 can hold these weights times 2^10: exactly, except for the smallest. */
export function isExactInF16(type: WeightType, { buffer, byteOffset, byteLength }: Uint8Array): boolean {
  const limit = LIMIT_BITS[type];
  if (limit === undefined) return false;
  for (const bits of new Uint16Array(buffer, byteOffset, byteLength / 2)) if ((bits & 0x7fff) >= limit) return false;
  return true;
}

/** Returns the bytes of a checkpoint's weights on the device, without copies in the tiles of subgroup matrices. */
export function keptBytes({ tensors, config }: Checkpoint, precision: Precision): number {
  let bytes = 0;
  for (const tensor of tensors.values()) {
    const { name, rows, cols } = tensor;
    const isLookUp = name === 'model.embed_tokens.weight' && !config.tie_word_embeddings;
    const isExact = isLookUp || isRouter(name);
    const type = rows === 1 ? 'f32' : keptType(tensor, isExact ? 'f32' : precision);
    // Vectors count as padded rows; the many vectors of experts are joined and so count without padding.
    bytes += rows === 1 && isOfExpert(name) ? 4 * cols : tiledBytes(type, rows, cols);
  }
  return bytes;
}

/** Packs the stored block at byte `at` of `b` into device blocks of 32 elements, from index `block`. */
type PackBlock = (b: Uint8Array, at: number, packed: PackedBlocks, block: number) => void;

/**
 * Packers of the types whose integers are copied unchanged, with scale and minimum rounded to f16. Other types are
 * dequantised and quantised again: they have a minimum that q8 lacks, two scales per 32 elements, or no scale.
 */
const PACKERS: Partial<Record<StoredType, PackBlock>> = {
  q8_0: (b, at, packed, block) => packed.ints(block, f16At(b, at), (i) => b[at + 2 + i]),
  int8: (b, at, packed, block) => packed.ints(block, f32At(b, at), (i) => b[at + 4 + i]),
  q5_0: packQ50,
  iq4_nl: (b, at, packed, block) => packed.ints(block, f16At(b, at), lookedUp(b, at + 2, IQ4_VALUES)),
  mxfp4: (b, at, packed, block) => packed.ints(block, e8m0Half(b[at]), lookedUp(b, at + 1, FP4_VALUES)),
  iq4_xs: packIq4Xs,
  q4_0: (b, at, packed, block) => packed.nibbles(block, f16At(b, at), -8 * f16At(b, at), b, at + 2),
  q4_1: (b, at, packed, block) => packed.nibbles(block, f16At(b, at), f16At(b, at + 2), b, at + 4),
  int4: (b, at, packed, block) => packed.nibbles(block, f32At(b, at), -f32At(b, at + 4) * f32At(b, at), b, at + 8),
  q4_k: packQ4K,
};

/**
 * Converts stored rows to device blocks. A q8 block is an f16 scale, two unused bytes and 32 int8. A q4 block is an f16
 * scale, an f16 minimum and 16 bytes of nibbles, low nibbles first. Floats pass unchanged, and so does MXFP4 unless
 * `kept` is q8.
 */
export function packBlocks(type: StoredType, stored: Uint8Array, kept = KEPT_AS[type]): Uint8Array {
  if (kept !== 'q8' && kept !== 'q4') return stored;
  const pack = PACKERS[type];
  if (!pack) return quantiseWeights(storedToFloat32(type, stored));
  const elements = blockElements(type);
  const size = rowBytes(type, elements);
  const count = stored.length / size;
  const packed = new PackedBlocks(kept, (count * elements) / 32);
  for (let block = 0; block < count; block++) pack(stored, block * size, packed, (block * elements) / 32);
  return packed.bytes;
}

/** Writer of q8 or q4 blocks. */
class PackedBlocks {
  readonly bytes: Uint8Array;
  readonly #size: number;
  readonly #view: DataView;

  constructor(type: 'q8' | 'q4', count: number) {
    this.#size = BLOCK_BYTES[type];
    this.bytes = new Uint8Array(count * this.#size);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Writes a q8 block. */
  ints(block: number, scale: number, int: (i: number) => number): void {
    const at = block * this.#size;
    this.#view.setFloat16(at, inF16Range(scale), true);
    for (let i = 0; i < 32; i++) this.bytes[at + 4 + i] = int(i);
  }

  /** Writes a q4 block with the 16 bytes at `from` unchanged. */
  nibbles(block: number, scale: number, min: number, b: Uint8Array, from: number): void {
    const at = this.#scales(block, scale, min);
    for (let i = 0; i < 16; i++) this.bytes[at + i] = b[from + i];
  }

  /** Writes a q4 block from the low (`shift` 0) or high (`shift` 4) nibbles of 32 bytes. */
  nibblesOf(block: number, scale: number, min: number, b: Uint8Array, from: number, shift: 0 | 4): void {
    const at = this.#scales(block, scale, min);
    for (let i = 0; i < 16; i++) {
      this.bytes[at + i] = ((b[from + i] >> shift) & 15) | (((b[from + 16 + i] >> shift) & 15) << 4);
    }
  }

  #scales(block: number, scale: number, min: number): number {
    const at = block * this.#size;
    this.#view.setFloat16(at, inF16Range(scale), true);
    this.#view.setFloat16(at + 2, inF16Range(min), true);
    return at + 4;
  }
}

const MAX_F16 = 65504;

/** Clamps a finite value to f16's range, so that it stays finite, as in kernels/include/f16_range.wgsl. */
export function inF16Range(value: number): number {
  return Number.isFinite(value) ? Math.max(-MAX_F16, Math.min(MAX_F16, value)) : value;
}

/** Returns a function that looks up the value of nibble `i` of 32 in 16 bytes. */
function lookedUp(b: Uint8Array, at: number, values: Int8Array): (i: number) => number {
  return (i) => values[i < 16 ? b[at + i] & 15 : b[at + i - 16] >> 4];
}

function packQ50(b: Uint8Array, at: number, packed: PackedBlocks, block: number): void {
  const high = highBits(b, at + 2);
  const nibble = (i: number) => (i < 16 ? b[at + 6 + i] & 15 : b[at + 6 + i - 16] >> 4);
  packed.ints(block, f16At(b, at), (i) => (nibble(i) | (((high >>> i) & 1) << 4)) - 16);
}

function packIq4Xs(b: Uint8Array, at: number, packed: PackedBlocks, block: number): void {
  const d = f16At(b, at);
  for (let part = 0; part < 8; part++) {
    packed.ints(block + part, d * scaleOfIq4Xs(b, at, part), lookedUp(b, at + 8 + 16 * part, IQ4_VALUES));
  }
}

function packQ4K(b: Uint8Array, at: number, packed: PackedBlocks, block: number): void {
  const [d, dmin] = [f16At(b, at), f16At(b, at + 2)];
  for (let part = 0; part < 8; part++) {
    const { scale, min } = scaleOfK(b, at + 4, part);
    const from = at + 16 + 32 * (part >> 1);
    packed.nibblesOf(block + part, d * scale, -dmin * min, b, from, part & 1 ? 4 : 0);
  }
}

/**
 * Quantises weights to q8 blocks of 32 int8 with an f16 scale: d = max |w| / 127 and q = round(w / d). The divisor is
 * the scale after rounding to f16, so that its rounding error does not add up. A block too small for an f16 scale
 * becomes zeros.
 *
 * @param values a multiple of 32 weights
 */
export function quantiseWeights(values: Float32Array): Uint8Array {
  const blocks = values.length / 32;
  const packed = new Uint8Array(blocks * BLOCK_BYTES.q8);
  const view = new DataView(packed.buffer);
  const quants = new Int8Array(packed.buffer);
  for (let block = 0; block < blocks; block++) {
    const at = block * BLOCK_BYTES.q8;
    let largest = 0;
    for (let i = block * 32; i < block * 32 + 32; i++) largest = Math.max(largest, Math.abs(values[i]));
    view.setFloat16(at, largest / 127, true);
    const scale = view.getFloat16(at, true);
    if (scale === 0) continue;
    for (let i = 0; i < 32; i++) {
      quants[at + 4 + i] = Math.max(-127, Math.min(127, Math.round(values[block * 32 + i] / scale)));
    }
  }
  return packed;
}

/**
 * Order of a packed block's 32-bit words in a tile, without the word of scales. Pair i is words 4i to 4i+3 and 16+4i to
 * 19+4i for f32, and words 2i, 2i+1, 8+2i and 9+2i for 16-bit types (kernels/include/weight.wgsl).
 */
const WORD_ORDER: Record<Exclude<WeightType, 'mxfp4'>, readonly number[]> = {
  f32: [0, 1, 2, 3].flatMap((i) => [0, 16].flatMap((half) => [0, 1, 2, 3].map((word) => half + 4 * i + word))),
  f16: [0, 1, 2, 3].flatMap((i) => [2 * i, 2 * i + 1, 8 + 2 * i, 9 + 2 * i]),
  bf16: [0, 1, 2, 3].flatMap((i) => [2 * i, 2 * i + 1, 8 + 2 * i, 9 + 2 * i]),
  q8: [1, 2, 3, 4, 5, 6, 7, 8],
  q4: [1, 2, 3, 4],
};

/**
 * Converts consecutive rows of packed weights (`packBlocks`) to the tiles that kernels read: 32 rows x 32 columns, as
 * eight interleaved groups of four rows (kernels/include/weight.wgsl). The last tiles are padded with rows of zeros.
 *
 * @param cols a multiple of 32
 */
export function tiledRows(type: WeightType, rows: Uint8Array, cols: number): Uint8Array {
  if (type === 'mxfp4') return tiledMxfp4(rows, cols);
  const source = wordsOf(rows);
  const order = WORD_ORDER[type];
  const blocks = cols / 32;
  const blockWords = BLOCK_BYTES[type] / 4;
  const count = source.length / (blocks * blockWords);
  const tiles = new Uint32Array(tiledBytes(type, count, cols) / 4);
  for (let row = 0; row < count; row++) {
    const four = Math.floor((row % TILE_ROWS) / 4);
    const inFour = row % 4;
    for (let block = 0; block < blocks; block++) {
      const from = (row * blocks + block) * blockWords;
      const tile = (Math.floor(row / TILE_ROWS) * blocks + block) * TILE_ROWS * blockWords;
      for (let word = 0; word < order.length; word++) {
        const vector = inFour * (order.length / 4) + Math.floor(word / 4);
        tiles[tile + (vector * 8 + four) * 4 + (word % 4)] = source[from + order[word]];
      }
      // The scales of the four rows form a separate vec4.
      if (order.length < blockWords) tiles[tile + (order.length * 8 + four) * 4 + inFour] = source[from];
    }
  }
  return new Uint8Array(tiles.buffer);
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}
