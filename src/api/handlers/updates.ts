import { absentAsNull } from '../../artifacts/storage-error.ts';
import type { ErrorReply, JsonReply, KeyedContext, StreamReply, UpdatesHandlers } from '../../generated/handlers.ts';
import type { Update, UpdateCursor, UpdateEvent, UpdatePage } from '../../generated/types.ts';
import { isValid } from '../../store/key-record.ts';
import type { Keys } from '../../store/keys.ts';
import type { UpdatesSince } from '../../store/updates.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Header, Inject, Queries, Route, Security } from '../contract/route-decorators.ts';
import { type UpdateFeed, updatesAtOnce } from '../updates/update-feed.ts';

export interface UpdatesParts {
  feed: UpdateFeed;
  keys: Pick<Keys, 'get'>;
}

interface UpdatesQuery {
  after?: UpdateCursor;
  wait: number;
}

/** Milliseconds that a stream may outlive its key. */
const keyCheckMs = 5_000;

/** Change notifications, as a stream or by long polling. */
@Route('v1/preview/updates')
export class UpdatesHandler implements UpdatesHandlers {
  readonly #parts: UpdatesParts;

  constructor(parts: UpdatesParts) {
    this.#parts = parts;
  }

  @Get('')
  @Security('bearerAuth')
  async streamUpdates(
    @Queries() query: UpdatesQuery,
    @Inject() context: KeyedContext,
    @Header('Last-Event-ID') lastEventId?: UpdateCursor,
  ): Promise<JsonReply<200, UpdatePage> | StreamReply<200, UpdateEvent> | ErrorReply<Keyed | 422>> {
    const cursor = query.after ?? lastEventId;
    const { owner } = context.caller;
    // Read before the response begins, so that a database failure is a plain HTTP error.
    const first = await this.#parts.feed.since(owner, cursor === undefined ? null : Number(cursor));
    if (!/\btext\/event-stream\b/i.test(context.accept)) {
      return { status: 200, body: await this.#page(first, query.wait, context) };
    }
    return {
      status: 200,
      stream: this.#follow(first, context),
      ids: { start: cursor ?? String(first.last), of: (event) => (event as Update).cursor },
    };
  }

  async #page(first: UpdatesSince, wait: number, { caller, signal }: KeyedContext): Promise<UpdatePage> {
    const { feed } = this.#parts;
    let since = first;
    if (isEmpty(since) && wait > 0) {
      await feed.changed(caller.owner, since.last, wait * 1_000, signal);
      since = await feed.since(caller.owner, since.last);
    }
    const data = events(since);
    return { object: 'list', data, cursor: String(since.last), has_more: data.length === updatesAtOnce };
  }

  async *#follow(first: UpdatesSince, { caller, signal }: KeyedContext): AsyncGenerator<Update, void, void> {
    const { feed } = this.#parts;
    let checkedAt = performance.now();
    for (let since = first; !signal.aborted && !feed.closed; since = await feed.since(caller.owner, since.last)) {
      yield* events(since);
      if (isEmpty(since)) await feed.changed(caller.owner, since.last, keyCheckMs, signal);
      if (performance.now() - checkedAt < keyCheckMs) continue;
      if (!(await this.#isValid(caller.keyId))) return;
      checkedAt = performance.now();
    }
  }

  /** Returns whether the key, or the session, is still valid. */
  async #isValid(keyId: string): Promise<boolean> {
    const key = await absentAsNull(this.#parts.keys.get(keyId));
    return key !== null && isValid(key);
  }
}

function isEmpty({ lost, data }: UpdatesSince): boolean {
  return !lost && data.length === 0;
}

function events({ lost, data, last }: UpdatesSince): Update[] {
  if (lost) return [{ type: 'reset', id: null, model_id: null, cursor: String(last) }];
  return data.map(({ type, id, modelId, number }) => ({ type, id, model_id: modelId, cursor: String(number) }));
}
