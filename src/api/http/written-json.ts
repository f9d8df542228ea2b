import type { FileHandle } from 'node:fs/promises';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { openStoredFile } from '../../artifacts/stored-file.ts';
import { bytesOf } from '../../artifacts/stored-values.ts';

/**
 * A JSON body that is written already: it is sent part by part as it is, and neither parsed nor made anew on the way,
 * which would hold up the process for as long as it is large.
 */
export class WrittenJson {
  /** In bytes. */
  readonly length: number;
  readonly #handle: FileHandle;
  readonly #parts: () => AsyncIterable<Uint8Array>;

  /**
   * `parts` is called once, when the body is wanted, and has to give `length` bytes. They come from the file of
   * `handle`, which stays open until then: the file may be deleted meanwhile.
   */
  constructor(handle: FileHandle, length: number, parts: () => AsyncIterable<Uint8Array>) {
    this.length = length;
    this.#handle = handle;
    this.#parts = parts;
  }

  parts(): AsyncIterable<Uint8Array> {
    return this.#parts();
  }

  /** Call when the body is sent, and also when it is not. */
  close(): Promise<void> {
    return this.#handle.close();
  }
}

/**
 * The JSON of `head` with one more field, whose value lies in a file, in bytes, and is sent as it is. Raises
 * `not_found` where the file is gone.
 */
export async function storedObject(
  folder: DataFolder,
  { path, at, length }: { path: string; at: number; length: number },
  head: object,
  name: string,
): Promise<WrittenJson> {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},${JSON.stringify(name)}:`);
  const after = Buffer.from('}');
  const { handle } = await openStoredFile(folder, path);
  return new WrittenJson(handle, before.length + length + after.length, async function* () {
    yield before;
    yield* bytesOf(handle, { id: '', at, length });
    yield after;
  });
}
