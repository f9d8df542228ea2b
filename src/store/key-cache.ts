import type { KeyRecord } from './key-record.ts';

/**
 * How long a verified key is taken without reading its row again. So fast does a revocation by another process, such as
 * `npm run keys`, take effect.
 */
const FRESH_MS = 900;

interface Entry {
  record: KeyRecord;
  readAt: number;
}

/** The valid keys of late, by hash. Unknown ones are never kept, so that guessing fills nothing. */
export class KeyCache {
  private readonly entries = new Map<string, Entry>();
  private generation = 0;

  /** Null when the row has to be read again. */
  fresh(hash: string): KeyRecord | null {
    const entry = this.entries.get(hash);
    return entry !== undefined && performance.now() - entry.readAt < FRESH_MS ? entry.record : null;
  }

  /** Whether the key was valid when it was last looked at. */
  has(hash: string): boolean {
    return this.entries.has(hash);
  }

  /** Call before the row is read; the result takes what was found, unless keys were changed meanwhile. */
  reading(hash: string): (record: KeyRecord | null) => void {
    const { generation } = this;
    const readAt = performance.now();
    return (record) => {
      if (record === null) this.entries.delete(hash);
      else if (generation === this.generation) this.entries.set(hash, { record, readAt });
    };
  }

  /** Call after keys were changed. */
  clear(): void {
    this.generation++;
    this.entries.clear();
  }
}
