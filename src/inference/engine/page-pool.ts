/**
 * Who holds which page of the KV cache. A page that nobody holds is free; one that was published under a key keeps its
 * keys and values until the page is needed for something else, the least recently released first, and can be shared
 * until then. A key stands for a number of tokens at the beginning of a page; these are never written again. What is
 * published of one page only grows.
 */
export class PagePool {
  readonly size: number;
  readonly #holders: Uint32Array;
  /** Pages that nobody holds and that have no key. */
  readonly #blank: number[];
  /** Pages that nobody holds and that have a key, the least recently released first. */
  readonly #kept = new Set<number>();
  readonly #keysOf = new Map<number, string[]>();
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

  /** Lets others find what a page that is held holds now. Where another page has the key already, this one has none. */
  publish(page: number, key: string): void {
    if (this.#pageOf.has(key)) return;
    this.#pageOf.set(key, page);
    this.#keysOf.set(page, [...(this.#keysOf.get(page) ?? []), key]);
  }

  /** Whether whoever finds the page by `key` can go on writing in it: nobody holds it, and no more of it has a key. */
  isOpenEnd(page: number, key: string): boolean {
    return this.#holders[page] === 0 && this.#keysOf.get(page)?.at(-1) === key;
  }

  /** Gives back a sequence's pages, each held once by it. Its last page is the first to be reused. */
  release(pages: readonly number[]): void {
    for (const page of pages.toReversed()) {
      if (this.#holders[page] === 0) throw new Error(`page ${page} is released more often than it was taken`);
      this.#holders[page] -= 1;
      if (this.#holders[page] > 0) continue;
      if (this.#keysOf.has(page)) this.#kept.add(page);
      else this.#blank.push(page);
    }
  }

  #evict(): number | undefined {
    const [page] = this.#kept;
    if (page === undefined) return undefined;
    this.#kept.delete(page);
    for (const key of this.#keysOf.get(page) ?? []) this.#pageOf.delete(key);
    this.#keysOf.delete(page);
    return page;
  }
}
