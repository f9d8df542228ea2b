import { CheckpointError } from './checkpoint.ts';
import type { FileBytes } from './file-bytes.ts';

/** Bytes of each scalar value type, by its id in the GGUF specification. */
export const VALUE_BYTES: Record<number, number | undefined> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};

const WINDOW = 2 ** 20;
const LONGEST_STRING = 2 ** 24;

/** Reads little-endian GGUF primitives in file order; every failure is a `CheckpointError` naming the file. */
export class GgufCursor {
  position = 0;
  #file: FileBytes;
  #window: DataView = new DataView(new ArrayBuffer(0));
  #windowStart = 0;
  #utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(file: FileBytes) {
    this.#file = file;
  }

  fail(what: string): never {
    throw new CheckpointError(`${this.#file.path}: ${what}`);
  }

  u32(): number {
    const at = this.#take(4, 'header');
    return this.#window.getUint32(at, true);
  }

  /** Reads a 64-bit unsigned number, which must be a safe integer. */
  u64(what: string): number {
    const at = this.#take(8, what);
    const value = this.#window.getBigUint64(at, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) this.fail(`corrupt: ${what} is ${value}`);
    return Number(value);
  }

  /** Reads a count of items of at least `smallest` bytes each, which must fit in the rest of the file. */
  count(what: string, smallest: number): number {
    const at = this.#take(8, what);
    const value = this.#window.getBigUint64(at, true);
    const left = this.#file.size - this.position;
    if (value * BigInt(smallest) > BigInt(left)) {
      this.fail(`corrupt or truncated: ${what} is ${value}, but only ${left} bytes are left`);
    }
    return Number(value);
  }

  string(what: string): string {
    const length = this.count(`string length of ${what}`, 1);
    if (length > LONGEST_STRING)
      this.fail(`${what}: a string of ${length} bytes; at most ${LONGEST_STRING} are allowed`);
    const at = this.#take(length, what);
    return this.#utf8.decode(new Uint8Array(this.#window.buffer, this.#window.byteOffset + at, length));
  }

  /** Reads a number or boolean; `type` is its id in the GGUF specification. */
  scalar(key: string, type: number): number | bigint | boolean {
    const size = VALUE_BYTES[type];
    if (size === undefined) this.fail(`metadata ${key}: unknown value type ${type}`);
    const at = this.#take(size, key);
    const view = this.#window;
    if (type === 0) return view.getUint8(at);
    if (type === 1) return view.getInt8(at);
    if (type === 2) return view.getUint16(at, true);
    if (type === 3) return view.getInt16(at, true);
    if (type === 4) return view.getUint32(at, true);
    if (type === 5) return view.getInt32(at, true);
    if (type === 6) return view.getFloat32(at, true);
    if (type === 7) return view.getUint8(at) !== 0;
    if (type === 10) return view.getBigUint64(at, true);
    if (type === 11) return view.getBigInt64(at, true);
    return view.getFloat64(at, true);
  }

  /** Advances over `length` bytes and returns their offset in the window. */
  #take(length: number, what: string): number {
    const left = this.#file.size - this.position;
    if (length > left) this.fail(`truncated in the header: ${what} needs ${length} bytes, but only ${left} are left`);
    const end = this.#windowStart + this.#window.byteLength;
    if (this.position + length > end) {
      const bytes = this.#file.read(this.position, Math.min(left, Math.max(length, WINDOW)));
      this.#window = new DataView(bytes.buffer);
      this.#windowStart = this.position;
    }
    const at = this.position - this.#windowStart;
    this.position += length;
    return at;
  }
}
