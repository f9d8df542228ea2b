import { CheckpointError } from './checkpoint.ts';
import { FileBytes } from './file-bytes.ts';
import { type PlainType, plainToFloat32 } from './float-formats.ts';
import { readSafetensorsHeader, type SafetensorsEntry } from './safetensors-header.ts';

const PLAIN_TYPES: Record<string, PlainType | undefined> = { F32: 'f32', F16: 'f16', BF16: 'bf16' };

/** An open safetensors file, which reads tensors on demand. The caller must close it. */
export class SafetensorsFile {
  readonly entries: ReadonlyMap<string, SafetensorsEntry>;
  readonly metadata: Readonly<Record<string, string>>;
  #file: FileBytes;

  /** Throws `CheckpointError` for a file that can't be opened or is corrupt. */
  constructor(path: string) {
    this.#file = new FileBytes(path);
    try {
      const header = readSafetensorsHeader(this.#file);
      this.entries = header.entries;
      this.metadata = header.metadata;
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  get path(): string {
    return this.#file.path;
  }

  /** Returns a tensor's header entry. Throws `CheckpointError` if the tensor is missing. */
  entry(name: string): SafetensorsEntry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new CheckpointError(`${this.path}: tensor ${name} is missing`);
    return entry;
  }

  /** Returns the element type of a floating-point tensor. Throws `CheckpointError` for other types. */
  plainType(entry: SafetensorsEntry): PlainType {
    const type = PLAIN_TYPES[entry.dtype];
    if (type === undefined) {
      throw new CheckpointError(
        `${this.path}: tensor ${entry.name} is stored as ${entry.dtype}; F32, F16 and BF16 are supported`,
      );
    }
    return type;
  }

  /** Reads `length` bytes of the tensor from its byte `offset`. */
  readBytes(entry: SafetensorsEntry, offset: number, length: number): Uint8Array {
    if (offset < 0 || offset + length > entry.end - entry.begin) {
      throw new CheckpointError(`${this.path}: tensor ${entry.name}: the requested bytes are beyond its end`);
    }
    return this.#file.read(entry.begin + offset, length);
  }

  /** Reads the whole tensor as float32. */
  readFloat32(name: string): Float32Array {
    const entry = this.entry(name);
    return plainToFloat32(this.plainType(entry), this.readBytes(entry, 0, entry.end - entry.begin));
  }

  close(): void {
    this.#file.close();
  }
}
