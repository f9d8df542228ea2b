import type { Page, PageRequest } from '../store/page.ts';
import { invalidField } from './errors/api-error.ts';

/** Query parameters of a list, with defaults filled in. */
export interface PageQuery {
  after?: string;
  /** Alias of `after`. */
  cursor?: string;
  limit: number;
}

/** Query parameters of a list that can be read in both directions. */
export interface OrderedPageQuery extends PageQuery {
  order: 'asc' | 'desc';
}

/** Converts query parameters to a page request. Throws `validation_failed` if `after` and `cursor` differ. */
export function pageRequest(query: PageQuery | OrderedPageQuery): PageRequest {
  const { after, cursor, limit } = query;
  if (after !== undefined && cursor !== undefined && cursor !== after) {
    throw invalidField(
      'cursor',
      'is an alias of after, which has another value; send only one of them',
      cursor,
      'query',
    );
  }
  // An empty page has an empty `last_id`: continuing from it starts at the beginning.
  return { after: (after ?? cursor) || null, limit, order: 'order' in query ? query.order : undefined };
}

/** Returns the list envelope. Some items omit the `id`, which only serves as cursor, so it comes from the rows. */
export function pageBody<Row extends { id: string }, Item>(page: Page<Row>, item: (row: Row) => Item) {
  return {
    object: 'list' as const,
    data: page.data.map(item),
    first_id: page.data.at(0)?.id ?? '',
    last_id: page.data.at(-1)?.id ?? '',
    has_more: page.hasMore,
  };
}
