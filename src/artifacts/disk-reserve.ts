import { statfs } from 'node:fs/promises';
import { StorageError } from './storage-error.ts';

/** Default reserve, in bytes. */
export const defaultReserve = 256 * 2 ** 20;
/** Bytes written between two checks of the disk. */
const bytesPerCheck = 4 * 2 ** 20;

/** Free disk space that training needs for its next checkpoints; data from clients may not use it. */
export class DiskReserve {
  readonly #folder: string;
  #bytes: number;

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#bytes = bytes;
  }

  /** Reserves room for twice a checkpoint that was just written. */
  raiseFor(checkpointBytes: number): void {
    this.#bytes = Math.max(this.#bytes, 2 * checkpointBytes);
  }

  /** Returns the size of the disk, its free bytes, and how many of these are reserved. */
  async figures(): Promise<{ totalBytes: number; freeBytes: number; reserveBytes: number }> {
    const { blocks, bavail, bsize } = await statfs(this.#folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize, reserveBytes: this.#bytes };
  }

  /** Throws `disk_full` if `more` bytes would leave less than the reserve. */
  async check(more = 0): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - more >= this.#bytes) return;
    throw new StorageError('disk_full', 'The remaining disk space is reserved for training; nothing was stored.');
  }

  /** Passes on data that is about to be written to disk. Throws `disk_full` before it would use the reserve. */
  async *guard<Part extends string | Uint8Array>(
    source: Iterable<Part> | AsyncIterable<Part>,
  ): AsyncGenerator<Part, void, void> {
    await this.check();
    let unseen = 0;
    for await (const part of source) {
      unseen += part.length;
      if (unseen >= bytesPerCheck) {
        await this.check(unseen);
        unseen = 0;
      }
      yield part;
    }
  }
}
