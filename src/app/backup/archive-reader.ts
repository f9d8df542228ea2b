import { TAR_END_BYTES, tarEntryBytes, tarHeader, tarPadding } from '../../model/export/tar.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupFile,
  type BackupManifest,
  MANIFEST_HASH_NAME,
  MANIFEST_NAME,
  MAX_BACKUP_MANIFEST_BYTES,
  manifestHashLine,
  parseManifest,
} from './manifest.ts';

const PRIVATE_FILE = 0o600;
const HEADER_BYTES = tarEntryBytes(0);

/**
 * Reads a backup from start to end. The manifest alone says which entries follow: each tar header must be byte for byte
 * the one that a backup has there, so no other path, link, size or entry type is accepted. All methods throw
 * `BackupError` for a truncated or altered archive.
 */
export class ArchiveReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();
  #created = new Date(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async manifest(): Promise<BackupManifest> {
    const header = await this.#take(HEADER_BYTES);
    const bytes = octal(header, 124);
    this.#created = new Date(octal(header, 136) * 1000);
    if (bytes > MAX_BACKUP_MANIFEST_BYTES || !sameBytes(header, this.#header(MANIFEST_NAME, bytes))) {
      throw new BackupError('the file is not a backup of Daybreak, or its beginning is damaged');
    }
    const text = await this.#take(bytes);
    await this.#expect(tarPadding(bytes), MANIFEST_NAME);
    const line = manifestHashLine(text);
    await this.#expect(this.#header(MANIFEST_HASH_NAME, line.length), MANIFEST_HASH_NAME);
    await this.#expect(line, MANIFEST_NAME);
    await this.#expect(tarPadding(line.length), MANIFEST_HASH_NAME);
    return parseManifest(text);
  }

  /** Yields the content of the next file of the manifest; must be read to its end. */
  async *file({ path, bytes }: BackupFile): AsyncGenerator<Uint8Array> {
    await this.#expect(this.#header(path, bytes), path);
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#some(left);
      left -= chunk.length;
      yield chunk;
    }
    await this.#expect(tarPadding(bytes), path);
  }

  /** Checks that the archive ends. Call after the last file. */
  async end(): Promise<void> {
    await this.#expect(new Uint8Array(TAR_END_BYTES), 'the end');
    if (this.#rest.length > 0 || !(await this.#source.next()).done) {
      throw new BackupError('the backup is corrupt: there is data after its end');
    }
  }

  #header(path: string, bytes: number): Uint8Array {
    return tarHeader(path, bytes, this.#created, PRIVATE_FILE);
  }

  async #expect(bytes: Uint8Array, name: string): Promise<void> {
    if (!sameBytes(await this.#take(bytes.length), bytes)) throw new BackupError(`the backup is corrupt at ${name}`);
  }

  async #take(bytes: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for (let left = bytes; left > 0; ) {
      const chunk = await this.#some(left);
      left -= chunk.length;
      taken.push(chunk);
    }
    return Buffer.concat(taken);
  }

  /** Reads at least one byte and at most `most`. */
  async #some(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) throw new BackupError('the backup is truncated');
      this.#rest = value;
    }
    const some = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(some.length);
    return some;
  }
}

/** Reads eleven octal digits, the number format of tar headers; returns 0 for anything else. */
function octal(header: Buffer, at: number): number {
  const digits = header.toString('latin1', at, at + 11);
  return /^[0-7]{11}$/.test(digits) ? Number.parseInt(digits, 8) : 0;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
