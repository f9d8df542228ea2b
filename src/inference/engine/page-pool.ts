/**
 * Who holds which page of the KV cache. A page that nobody holds is free; one that was published under a key keeps its
 * keys and values until the page is needed for something else, the least recently released first, and can be shared
 * until then. Pages with a key are never written again.
 */
export class PagePool {
  readonly size: number;
  readonly #holders: Uint32Array;
  /** Pages that nobody holds and that have no key. */
  readonly #blank: number[];
  /** Pages that nobody holds and that have a key, the least recently released first. */
  readonly #kept = new Set<number>();
  readonly #keyOf = new Map<number, string>();
  readonly #pageOf = new Map<string, number>();

  constructor(size: number) {
    this.size = size;
    this.#holders = new Uint32Array(size);
    this.#blank = Array.from({ length: size }, (_, i) => size - 1 - i);
  }

  /** Pages that can be taken now, kept ones among them. */
  get available(): number {
    return this.#blank.length + this.#kept.size;
  }

  /** Pages that somebody holds. */
  get held(): number {
    return this.size - this.available;
  }

  /** How many hold the page. */
  holders(page: number): number {
    return this.#holders[page];
  }

  /** A page to write to, held once; undefined when all are held. */
  take(): number | undefined {
    const page = this.#blank.pop() ?? this.#evict();
    if (page !== undefined) this.#holders[page] = 1;
    return page;
  }

  /** The page that was published under `key`, held or kept. */
  find(key: string): number | undefined {
    return this.#pageOf.get(key);
  }

  /** Holds a page that `find` gave once more. */
  share(page: number): void {
    this.#holders[page] += 1;
    this.#kept.delete(page);
  }

  /** Lets others find a full page that is held. Where another page has the key already, this one stays private. */
  publish(page: number, key: string): void {
    if (this.#pageOf.has(key) || this.#keyOf.has(page)) return;
    this.#pageOf.set(key, page);
    this.#keyOf.set(page, key);
  }

  /** Gives back a sequence's pages, each held once by it. Its last page is the first to be reused. */
  release(pages: readonly number[]): void {
    for (const page of pages.toReversed()) {
      if (this.#holders[page] === 0) throw new Error(`page ${page} is released more often than it was taken`);
      this.#holders[page] -= 1;
      if (this.#holders[page] > 0) continue;
      if (this.#keyOf.has(page)) this.#kept.add(page);
      else this.#blank.push(page);
    }
  }

  #evict(): number | undefined {
    const [page] = this.#kept;
    if (page === undefined) return undefined;
    this.#kept.delete(page);
    this.#pageOf.delete(this.#keyOf.get(page) as string);
    this.#keyOf.delete(page);
    return page;
  }
}
