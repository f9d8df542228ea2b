import type { FileHandle } from 'node:fs/promises';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { openStoredFile } from '../../artifacts/stored-file.ts';
import { bytesOf } from '../../artifacts/stored-values.ts';

/**
 * A JSON body in serialized form, sent part by part. Parsing and serializing it again would block the process, the
 * longer the larger it is.
 */
export class WrittenJson {
  /** Length in bytes. */
  readonly length: number;
  readonly #handle: FileHandle;
  readonly #parts: () => AsyncIterable<Uint8Array>;

  /**
   * `parts` is called once, when the body is sent, and must yield `length` bytes. They come from the file of `handle`,
   * which stays open until then, since the file may be deleted meanwhile.
   */
  constructor(handle: FileHandle, length: number, parts: () => AsyncIterable<Uint8Array>) {
    this.length = length;
    this.#handle = handle;
    this.#parts = parts;
  }

  parts(): AsyncIterable<Uint8Array> {
    return this.#parts();
  }

  /** Closes the file. Call it whether or not the body was sent. */
  close(): Promise<void> {
    return this.#handle.close();
  }
}

/**
 * Returns the JSON of `head` with one more field, whose value is the stored JSON in a file at byte offset `at`. Raises
 * `not_found` if the file is gone.
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
