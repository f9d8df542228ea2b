import { statfs } from 'node:fs/promises';
import { StorageError } from './storage-error.ts';

/** Where the operator sets none. */
export const usualReserve = 256 * 2 ** 20;
/** Bytes that are taken between two checks of the disk. */
const bytesPerCheck = 4 * 2 ** 20;

/** Free space of the disk that training needs for its next checkpoints: what clients send may not take it. */
export class DiskReserve {
  readonly #folder: string;
  #bytes: number;

  constructor(folder: string, bytes: number) {
    this.#folder = folder;
    this.#bytes = bytes;
  }

  /** A checkpoint of so many bytes was written: there is to be room for twice as much. */
  holdFor(checkpointBytes: number): void {
    this.#bytes = Math.max(this.#bytes, 2 * checkpointBytes);
  }

  /** Bytes of the disk, those that are free, and those of them that are kept. */
  async figures(): Promise<{ totalBytes: number; freeBytes: number; reserveBytes: number }> {
    const { blocks, bavail, bsize } = await statfs(this.#folder);
    return { totalBytes: blocks * bsize, freeBytes: bavail * bsize, reserveBytes: this.#bytes };
  }

  /** Raises `disk_full` where `more` bytes would leave less than the reserve. */
  async check(more = 0): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize - more >= this.#bytes) return;
    throw new StorageError('disk_full', 'The free space of the disk is kept for training; nothing was stored.');
  }

  /** Passes on what is to be written to the disk. Raises `disk_full` before it takes from the reserve. */
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
