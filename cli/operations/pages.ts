import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { fetchDocument } from './exchange.ts';
import type { Operation } from './operation.ts';
import type { Prepared } from './request.ts';

/** A page of a list, or several pages merged. */
export interface Page {
  data: unknown[];
  has_more: boolean;
  last_id?: string;
  cursor?: string;
  [name: string]: unknown;
}

const pollMs = 1000;
/** Seconds that the server waits for a change. */
const waitSeconds = '20';

/** Returns at most `most` items, as one page. */
export async function firstItems(
  context: Context,
  operation: Operation,
  request: Prepared,
  most: number,
): Promise<Page> {
  const largest = operation.fields.find(({ name }) => name === 'limit')?.maximum ?? 100;
  let whole: Page | undefined;
  for (;;) {
    const left = most - (whole?.data.length ?? 0);
    request.query.set('limit', String(Math.min(left, largest)));
    const page = (await fetchDocument(context, operation, request)) as Page;
    whole = whole === undefined ? page : { ...whole, last_id: page.last_id, data: [...whole.data, ...page.data] };
    whole.has_more = page.has_more;
    if (!page.has_more || whole.data.length >= most) return whole;
    request.query.set('after', page.last_id!);
  }
}

/** Yields the items of a list, and new ones as they appear, up to an item of the types that end it. */
export async function* followed(context: Context, operation: Operation, request: Prepared): AsyncGenerator<unknown[]> {
  const waits = operation.fields.some(({ name }) => name === 'wait');
  for (;;) {
    const page = (await fetchDocument(context, operation, request)) as Page;
    if (page.data.length > 0) yield page.data;
    const last = page.data.at(-1) as { type?: string } | undefined;
    if (operation.follow?.includes(last?.type ?? '')) return;
    const cursor = page[operation.list!] as string | null | undefined;
    if (cursor) request.query.set('after', cursor);
    if (waits) request.query.set('wait', waitSeconds);
    else if (!page.has_more) await sleep(pollMs);
  }
}
