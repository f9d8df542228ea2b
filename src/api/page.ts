import type { Page, PageRequest } from '../store/page.ts';
import { invalidField } from './errors/api-error.ts';

/** The query parameters of a list, defaults filled in. */
export interface PageQuery {
  after?: string;
  /** Another name of `after`. */
  cursor?: string;
  limit: number;
}

/** The query of a list that can be read from either end. */
export interface OrderedPageQuery extends PageQuery {
  order: 'asc' | 'desc';
}

/** Throws `validation_failed` when the cursor comes under both its names, and they differ. */
export function pageRequest(query: PageQuery | OrderedPageQuery): PageRequest {
  const { after, cursor, limit } = query;
  if (after !== undefined && cursor !== undefined && cursor !== after) {
    throw invalidField('cursor', 'is another name of after, which says otherwise; send one of them', cursor, 'query');
  }
  // The `last_id` of an empty page is empty: what follows it begins at the start.
  return { after: (after ?? cursor) || null, limit, order: 'order' in query ? query.order : undefined };
}

/** The list envelope. `id` is left out of the items where it is only the cursor, so it is passed beside them. */
export function pageBody<Row extends { id: string }, Item>(page: Page<Row>, item: (row: Row) => Item) {
  return {
    object: 'list' as const,
    data: page.data.map(item),
    first_id: page.data.at(0)?.id ?? '',
    last_id: page.data.at(-1)?.id ?? '',
    has_more: page.hasMore,
  };
}
