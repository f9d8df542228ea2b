/** What every page of the contract has. */
export interface Page<T> {
  data: T[];
  last_id: string;
  has_more: boolean;
}

/** What every list takes. */
export interface ListQuery {
  /** Cursor: the `last_id` of the page before. */
  after?: string;
  /** Items a page, 1 to 100. */
  limit?: number;
  order?: 'asc' | 'desc';
}

/** All items of a list, page by page as they are needed: `for await (const model of client.models.list())`. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #fetch: (after: string | undefined) => Promise<Page<T>>;
  readonly #after: string | undefined;

  constructor(fetch: (after: string | undefined) => Promise<Page<T>>, after: string | undefined) {
    this.#fetch = fetch;
    this.#after = after;
  }

  firstPage(): Promise<Page<T>> {
    return this.#fetch(this.#after);
  }

  /** One page after the other; `last_id` of a page is the `after` of the next. */
  async *pages(): AsyncGenerator<Page<T>> {
    for (let after = this.#after; ; ) {
      const page = await this.#fetch(after);
      yield page;
      if (!page.has_more) return;
      after = page.last_id;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for await (const page of this.pages()) yield* page.data;
  }
}
