import { CheckpointError } from '../checkpoint.ts';
import { plainToFloat32 } from '../float-formats.ts';
import type { SafetensorsFile } from '../safetensors-file.ts';
import type { SafetensorsEntry } from '../safetensors-header.ts';

/** Safetensors dtypes that scales may have. */
export const FLOATS = ['F32', 'F16', 'BF16'];

/** A tensor's header entry and the file that contains it. */
export interface PlacedEntry {
  file: SafetensorsFile;
  entry: SafetensorsEntry;
}

/** The tensors that make up one quantised matrix, by their suffix after the module's name. */
export class ModuleTensors {
  readonly module: string;
  readonly #parts: ReadonlyMap<string, PlacedEntry>;

  constructor(module: string, parts: ReadonlyMap<string, PlacedEntry>) {
    this.module = module;
    this.#parts = parts;
  }

  has(part: string): boolean {
    return this.#parts.has(part);
  }

  dtype(part: string): string {
    return this.#part(part).entry.dtype;
  }

  /** Returns the shape of a part. Throws `CheckpointError` if the part is missing. */
  shape(part: string): readonly number[] {
    return this.#part(part).entry.shape;
  }

  /** Returns the shape of a part. Throws `CheckpointError` unless it is two-dimensional and not empty. */
  matrixShape(part: string): readonly [number, number] {
    const shape = this.shape(part);
    if (shape.length !== 2 || shape[0] * shape[1] === 0) this.fail(`${part} is [${shape}]`);
    return [shape[0], shape[1]];
  }

  fail(what: string): never {
    const first = this.#parts.values().next().value;
    throw new CheckpointError(`${first?.file.path}: module ${this.module}: ${what}`);
  }

  /** Throws `CheckpointError` if the part is missing or has another dtype or shape. */
  check(part: string, dtypes: readonly string[], shape: readonly number[]): void {
    const { entry } = this.#part(part);
    if (!dtypes.includes(entry.dtype)) this.fail(`${part} is stored as ${entry.dtype}; allowed: ${dtypes.join(', ')}`);
    if (entry.shape.length !== shape.length || entry.shape.some((size, i) => size !== shape[i])) {
      this.fail(`${part} is [${entry.shape}]; expected [${shape}]`);
    }
  }

  /** Reads `length` bytes from byte `offset`. */
  bytes(part: string, offset: number, length: number): Uint8Array {
    const { file, entry } = this.#part(part);
    return file.readBytes(entry, offset, length);
  }

  /** Returns whether all bytes of a part are 0. */
  isZero(part: string): boolean {
    const { entry } = this.#part(part);
    return this.bytes(part, 0, entry.end - entry.begin).every((byte) => byte === 0);
  }

  /** Reads `length` 32-bit words from word `offset`. */
  words(part: string, offset: number, length: number): Int32Array {
    return new Int32Array(this.bytes(part, offset * 4, length * 4).buffer);
  }

  /** Reads `length` elements of a floating-point part from element `offset`; by default, all elements. */
  floats(part: string, offset = 0, length?: number): Float32Array {
    const { file, entry } = this.#part(part);
    const type = file.plainType(entry);
    const size = type === 'f32' ? 4 : 2;
    const count = length ?? (entry.end - entry.begin) / size;
    return plainToFloat32(type, file.readBytes(entry, offset * size, count * size));
  }

  #part(part: string): PlacedEntry {
    return this.#parts.get(part) ?? this.fail(`${part} is missing`);
  }
}
