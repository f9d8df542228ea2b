/**
 * Pages of the KV cache and their holders. A page without holders is free. A free page that was published under a key
 * keeps its keys and values, and can be shared, until the page is reused, the least recently released first. A key
 * stands for a number of tokens at the beginning of a page, which are never written again. The published part of a page
 * only grows.
 */
export class PagePool {
  readonly size: number;
  readonly #refCounts: Uint32Array;
  /** Free pages without a key. */
  readonly #blank: number[];
  /** Free pages with a key, the least recently released first. */
  readonly #cached = new Set<number>();
  readonly #keysOf = new Map<number, string[]>();
  readonly #pageOf = new Map<string, number>();

  constructor(size: number) {
    this.size = size;
    this.#refCounts = new Uint32Array(size);
    this.#blank = Array.from({ length: size }, (_, i) => size - 1 - i);
  }

  /** Pages that can be taken now, including free pages with a key. */
  get available(): number {
    return this.#blank.length + this.#cached.size;
  }

  /** Pages with a holder. */
  get used(): number {
    return this.size - this.available;
  }

  /** Returns the number of holders of a page. */
  refCount(page: number): number {
    return this.#refCounts[page];
  }

  /** Takes a page to write to, with one holder. Returns undefined if all pages are held. */
  allocate(): number | undefined {
    const page = this.#blank.pop() ?? this.#evict();
    if (page !== undefined) this.#refCounts[page] = 1;
    return page;
  }

  /** Returns the page that was published under `key`, held or free. */
  find(key: string): number | undefined {
    return this.#pageOf.get(key);
  }

  /** Adds a holder to a page that `find` returned. */
  addReference(page: number): void {
    this.#refCounts[page] += 1;
    this.#cached.delete(page);
  }

  /** Publishes the current content of a held page under `key`. Does nothing if another page has the key already. */
  publish(page: number, key: string): void {
    if (this.#pageOf.has(key)) return;
    this.#pageOf.set(key, page);
    this.#keysOf.set(page, [...(this.#keysOf.get(page) ?? []), key]);
  }

  /**
   * Returns whether a sequence that finds the page by `key` may continue to write in it: the page has no holder, and no
   * longer prefix of it has a key.
   */
  isOpenEnd(page: number, key: string): boolean {
    return this.#refCounts[page] === 0 && this.#keysOf.get(page)?.at(-1) === key;
  }

  /** Releases a sequence's pages, one holder each. Its last page is the first to be reused. */
  release(pages: readonly number[]): void {
    for (const page of pages.toReversed()) {
      if (this.#refCounts[page] === 0) throw new Error(`page ${page} is released more often than it was taken`);
      this.#refCounts[page] -= 1;
      if (this.#refCounts[page] > 0) continue;
      if (this.#keysOf.has(page)) this.#cached.add(page);
      else this.#blank.push(page);
    }
  }

  #evict(): number | undefined {
    const [page] = this.#cached;
    if (page === undefined) return undefined;
    this.#cached.delete(page);
    for (const key of this.#keysOf.get(page) ?? []) this.#pageOf.delete(key);
    this.#keysOf.delete(page);
    return page;
  }
}
