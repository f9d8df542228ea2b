import { CheckpointError } from '../checkpoint/checkpoint.ts';

/** A match at the beginning of a text: its length in bytes and its replacement. */
interface Replacement {
  length: number;
  text: string;
}

/** Maximum bytes of a replacement, which bounds how much a prompt can grow. NFKC's longest has 33. */
const LONGEST_TEXT = 256;

/**
 * SentencePiece's precompiled character map (`NormalizerSpec.precompiled_charsmap`): a trie of UTF-8 texts (a double
 * array of darts-clone), followed by their replacements, each null-terminated.
 */
export class Charsmap {
  readonly #units: Uint32Array;
  readonly #texts: Buffer;

  /** Throws `CheckpointError` for an invalid map. */
  constructor(bytes: Uint8Array, source: string) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = bytes.length >= 4 ? view.getUint32(0, true) : 0;
    if (size === 0 || size % 4 !== 0 || size > bytes.length - 4) {
      throw new CheckpointError(`${source}: corrupt: its map of characters has no trie`);
    }
    this.#units = Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 + 4 * i, true));
    this.#texts = Buffer.from(bytes.subarray(4 + size));
    for (let start = 0; start < this.#texts.length; ) {
      const end = this.#texts.indexOf(0, start);
      if ((end < 0 ? this.#texts.length : end) - start > LONGEST_TEXT) {
        throw new CheckpointError(`${source}: its map of characters has a text of more than ${LONGEST_TEXT} bytes`);
      }
      start = end < 0 ? this.#texts.length : end + 1;
    }
  }

  /** Yields the entries of the map that match `bytes` at `at`, shorter ones first. */
  *prefixes(bytes: Uint8Array, at: number): Generator<Replacement> {
    let node = offsetOf(this.#units[0]);
    for (let i = at; i < bytes.length; i++) {
      node ^= bytes[i];
      const unit = this.#units[node];
      if (unit === undefined || labelOf(unit) !== bytes[i]) return;
      node ^= offsetOf(unit);
      if (hasLeaf(unit)) yield { length: i + 1 - at, text: this.#textAt((this.#units[node] ?? 0) & 0x7fffffff) };
    }
  }

  #textAt(start: number): string {
    const end = this.#texts.indexOf(0, start);
    return this.#texts.toString('utf8', start, end < 0 ? undefined : end);
  }
}

// Bit fields of a unit (darts.h of darts-clone).

function hasLeaf(unit: number): boolean {
  return ((unit >>> 8) & 1) === 1;
}

/** Returns the label, which exceeds a byte if the unit is a value. */
function labelOf(unit: number): number {
  return (unit & 0x800000ff) >>> 0;
}

function offsetOf(unit: number): number {
  return ((unit >>> 10) << ((unit & 0x200) >>> 6)) >>> 0;
}
