import type { Connection, RequestOptions } from './connection.ts';
import * as sdk from './generated/sdk.gen.ts';
import type { Update, UpdatePage } from './generated/types.gen.ts';

/** What has changed of the key's owner's models, runs, jobs, checkpoints, logs and artifacts. */
export class Updates {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** What has changed after a cursor; waits so many seconds for a first change where there is none. */
  async page(query: { after?: string; wait?: number } = {}, options?: RequestOptions): Promise<UpdatePage> {
    const found = await this.#connection.call((common) => sdk.streamUpdates({ ...common, query }), options);
    return found as UpdatePage;
  }

  /** Each change as it happens, without end; leaving the loop, or the signal, ends it. */
  async *follow(after?: string, options?: RequestOptions): AsyncGenerator<Update, never> {
    let cursor = after;
    for (;;) {
      const page = await this.page({ after: cursor, wait: cursor === undefined ? 0 : 20 }, options);
      yield* page.data;
      cursor = page.cursor;
    }
  }
}
