import type { Stats } from 'node:fs';
import type { Hold } from '../blob-store.ts';
import type { Manifest } from './manifest.ts';

/** What the cache has of a stored path. */
export interface CacheEntry {
  readonly path: string;
  /** Null until it is needed: what an earlier server left is looked at when it is asked for. */
  manifest: Manifest | null;
  /** On the disk. */
  bytes: number;
  /** As `performance.now` tells it. */
  usedAt: number;
  holds: number;
  /** Files whose bytes were compared with the manifest, as they were on the disk then. */
  readonly checked: Map<string, FileMark>;
}

/** What tells whether a file of the disk is still the one that was checked. */
export type FileMark = string;

export function markOf({ dev, ino, size, mtimeMs, ctimeMs }: Stats): FileMark {
  return [dev, ino, size, mtimeMs, ctimeMs].join();
}

/** What lies in the cache, and what of it has to go when it is too large: what was used least recently. */
export class CacheIndex {
  readonly #entries = new Map<string, CacheEntry>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get(path: string): CacheEntry | undefined {
    return this.#entries.get(path);
  }

  /** The entry of a path, new where there is none. */
  of(path: string): CacheEntry {
    let entry = this.#entries.get(path);
    if (entry === undefined) {
      entry = { path, manifest: null, bytes: 0, usedAt: performance.now(), holds: 0, checked: new Map() };
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

  /** Keeps an entry from being evicted; it counts as used until then. */
  hold(entry: CacheEntry): Hold {
    entry.holds++;
    let held = true;
    return {
      [Symbol.dispose]: () => {
        if (!held) return;
        held = false;
        entry.holds--;
        entry.usedAt = performance.now();
      },
    };
  }

  /** What may go, so that no more than `bytes` are left: neither held, nor used within `graceMs`. */
  victims(bytes: number, graceMs: number): CacheEntry[] {
    let over = this.#bytes - bytes;
    if (over <= 0) return [];
    const before = performance.now() - graceMs;
    const free = [...this.#entries.values()].filter(
      ({ holds, usedAt, bytes }) => holds === 0 && usedAt < before && bytes > 0,
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
