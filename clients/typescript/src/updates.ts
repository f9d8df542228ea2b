import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { Update, UpdatePage } from './generated/types.gen.ts';

/** Changes of the models, runs, jobs, checkpoints, logs and artifacts of the key's owner. */
export class Updates {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Returns the changes after a cursor. If there are none, waits up to `wait` seconds for one. Without a cursor,
   * returns only the cursor to start from.
   */
  async page(query: { after?: string; wait?: number } = {}, options?: RequestOptions): Promise<UpdatePage> {
    const found = await this.#connection.call((common) => sdk.streamUpdates({ ...common, query }), options);
    return found as UpdatePage;
  }

  /** Yields each change as it happens, until you leave the loop or abort the signal. */
  async *follow(after?: string, options?: RequestOptions): AsyncGenerator<Update, never> {
    let cursor = after;
    for (;;) {
      const page = await this.page({ after: cursor, wait: cursor === undefined ? 0 : 20 }, options);
      yield* page.data;
      cursor = page.cursor;
    }
  }
}
