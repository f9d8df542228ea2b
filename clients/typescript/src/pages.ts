/** One page of a list. */
export interface Page<T> {
  data: T[];
  last_id: string;
  has_more: boolean;
}

/** Parameters of every list. */
export interface ListQuery {
  /** Cursor: the `last_id` of the previous page. */
  after?: string;
  /** Items per page, 1 to 100. */
  limit?: number;
  order?: 'asc' | 'desc';
}

/** Async iterable of all items of a list. Fetches pages as needed: `for await (const item of client.models.list())`. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #fetch: (after: string | undefined) => Promise<Page<T>>;
  readonly #after: string | undefined;

  constructor(fetch: (after: string | undefined) => Promise<Page<T>>, after: string | undefined) {
    this.#fetch = fetch;
    this.#after = after;
  }

  /** Fetches the first page only. */
  firstPage(): Promise<Page<T>> {
    return this.#fetch(this.#after);
  }

  /** Yields the pages of the list. The `last_id` of a page is the `after` of the next one. */
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
