import type { KeyRecord } from './key-record.ts';

/**
 * How long a verified key is accepted without reading its row again. A revocation by another process, such as `npm run
 * keys`, takes effect within this time.
 */
const FRESH_MS = 900;

interface Entry {
  record: KeyRecord;
  readAt: number;
}

/** Recently valid keys, by hash. Unknown keys are never cached, so guessing cannot fill the cache. */
export class KeyCache {
  private readonly entries = new Map<string, Entry>();
  private generation = 0;

  /** Returns the cached record, or null if the row has to be read again. */
  fresh(hash: string): KeyRecord | null {
    const entry = this.entries.get(hash);
    return entry !== undefined && performance.now() - entry.readAt < FRESH_MS ? entry.record : null;
  }

  /** Returns whether the key was valid when it was last read. */
  has(hash: string): boolean {
    return this.entries.has(hash);
  }

  /** Call before the row is read. The returned function caches the record read, unless keys were changed meanwhile. */
  reading(hash: string): (record: KeyRecord | null) => void {
    const { generation } = this;
    const readAt = performance.now();
    return (record) => {
      if (record === null) this.entries.delete(hash);
      else if (generation === this.generation) this.entries.set(hash, { record, readAt });
    };
  }

  /** Empties the cache; call after keys were changed. */
  clear(): void {
    this.generation++;
    this.entries.clear();
  }
}
