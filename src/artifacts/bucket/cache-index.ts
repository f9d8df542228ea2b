import type { Stats } from 'node:fs';
import type { Pin } from '../blob-store.ts';
import type { BucketManifest } from './manifest.ts';

/** State of a stored path in the cache. */
export interface CacheEntry {
  readonly path: string;
  /** Null until needed: files that an earlier server left are checked when they are requested. */
  manifest: BucketManifest | null;
  /** Bytes on disk. */
  bytes: number;
  /** Time of the last use, from `performance.now`. */
  usedAt: number;
  pins: number;
  /** Files whose bytes were compared with the manifest, with their marks at that time. */
  readonly checked: Map<string, FileMark>;
}

/** Mark of a file on disk, by which to tell whether it is still the file that was checked. */
export type FileMark = string;

export function markOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): FileMark {
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}

/** Entries of the cache, which evicts the least recently used ones when it is too large. */
export class CacheIndex {
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get(path: string): CacheEntry | undefined {
    return this.#entries.get(path);
  }

  /** Returns the entry of a path, a new one if there is none. */
  of(path: string): CacheEntry {
    let entry = this.#entries.get(path);
    if (entry === undefined) {
      entry = { path, manifest: null, bytes: 0, usedAt: performance.now(), pins: 0, checked: new Map() };
      this.#entries.set(path, entry);
    }
    return entry;
  }

  resize(entry: CacheEntry, bytes: number): void {
    if (this.#entries.get(entry.path) === entry) this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  delete(entry: CacheEntry): void {
    if (this.#entries.get(entry.path) !== entry) return;
    this.#entries.delete(entry.path);
    this.#bytes -= entry.bytes;
  }

  /** Keeps an entry from being evicted; its release counts as a use. */
  pin(entry: CacheEntry): Pin {
    entry.pins++;
    let pinned = true;
    return {
      [Symbol.dispose]: () => {
        if (!pinned) return;
        pinned = false;
        entry.pins--;
        entry.usedAt = performance.now();
      },
    };
  }

  /** Returns the entries to evict so that at most `bytes` remain; none that is pinned, or was used within `graceMs`. */
  victims(bytes: number, graceMs: number): CacheEntry[] {
    let over = this.#bytes - bytes;
    if (over <= 0) return [];
    const before = performance.now() - graceMs;
    const free = [...this.#entries.values()].filter(
      ({ pins, usedAt, bytes }) => pins === 0 && usedAt < before && bytes > 0,
    );
    const victims: CacheEntry[] = [];
    for (const entry of free.sort((a, b) => a.usedAt - b.usedAt)) {
      if (over <= 0) break;
      victims.push(entry);
      over -= entry.bytes;
    }
    return victims;
  }
}
