import { CheckpointError } from './checkpoint.ts';
import type { GgufValue } from './gguf-header.ts';

/** Typed look-ups in GGUF metadata; a missing or mistyped value is a `CheckpointError` naming file and key. */
export class GgufMetadata {
  readonly path: string;
  #values: ReadonlyMap<string, GgufValue>;

  constructor(path: string, values: ReadonlyMap<string, GgufValue>) {
    this.path = path;
    this.#values = values;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** Returns a finite number. The key is required unless `fallback` is given. */
  number(key: string, fallback?: number): number {
    const value = this.#values.get(key) ?? fallback;
    if (typeof value === 'bigint' && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value);
    if (typeof value !== 'number' || !Number.isFinite(value)) this.#mistyped(key, 'a number', value);
    return value;
  }

  /** Returns a number above 0 in float32, the precision of kernels. */
  positive(key: string, fallback?: number): number {
    const value = this.number(key, fallback);
    if (!(Math.fround(value) > 0) || !Number.isFinite(Math.fround(value))) {
      this.#mistyped(key, 'a number above 0 in the range of float32', value);
    }
    return value;
  }

  /** Returns a whole number of at least `least`. */
  integer(key: string, least: number, fallback?: number): number {
    const value = this.number(key, fallback);
    if (!Number.isInteger(value) || value < least) this.#mistyped(key, `a whole number of at least ${least}`, value);
    return value;
  }

  string(key: string, fallback?: string): string {
    const value = this.#values.get(key) ?? fallback;
    if (typeof value !== 'string') this.#mistyped(key, 'a string', value);
    return value;
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.#values.get(key) ?? fallback;
    if (typeof value !== 'boolean') this.#mistyped(key, 'true or false', value);
    return value;
  }

  strings(key: string): string[] {
    const value = this.#values.get(key);
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
      this.#mistyped(key, 'an array of strings', value);
    }
    return value;
  }

  numbers(key: string): number[] {
    const value = this.#values.get(key);
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'number')) {
      this.#mistyped(key, 'an array of numbers', value);
    }
    return value as number[];
  }

  integers(key: string): number[] {
    const value = this.#values.get(key);
    if (!Array.isArray(value) || !value.every((item) => Number.isInteger(item))) {
      this.#mistyped(key, 'an array of whole numbers', value);
    }
    return value as number[];
  }

  #mistyped(key: string, wanted: string, value: GgufValue | undefined): never {
    if (value === undefined) throw new CheckpointError(`${this.path}: metadata ${key} is missing`);
    const shown = Array.isArray(value) ? 'an array of something else' : String(value).slice(0, 60);
    throw new CheckpointError(`${this.path}: metadata ${key} must be ${wanted}, not ${shown}`);
  }
}
