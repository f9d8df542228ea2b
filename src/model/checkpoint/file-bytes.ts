import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CheckpointError } from './checkpoint.ts';

/** Random access to one file's bytes, never past the length it had when it was opened. */
export class FileBytes {
  readonly path: string;
  readonly size: number;
  #fd: number | null;

  /** Throws `CheckpointError` if the file can't be opened. */
  constructor(path: string) {
    this.path = path;
    try {
      this.#fd = openSync(path, 'r');
    } catch (error) {
      throw new CheckpointError(`${path}: cannot be opened: ${(error as Error).message}`, { cause: error });
    }
    this.size = fstatSync(this.#fd).size;
  }

  /** Reads `length` bytes from `offset`. Throws `CheckpointError` if the file ends before. */
  read(offset: number, length: number): Uint8Array {
    if (this.#fd === null) throw new CheckpointError(`${this.path}: read after close`);
    if (offset < 0 || length < 0 || offset + length > this.size) {
      throw new CheckpointError(
        `${this.path}: truncated: ${length} bytes at offset ${offset} were expected, but the file has ${this.size}`,
      );
    }
    const bytes = new Uint8Array(length);
    let done = 0;
    while (done < length) {
      const count = readSync(this.#fd, bytes, done, Math.min(length - done, 2 ** 30), offset + done);
      if (count === 0) throw new CheckpointError(`${this.path}: shrank while it was read`);
      done += count;
    }
    return bytes;
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }
}
