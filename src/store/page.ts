import type { Knex } from 'knex';
import { notFound } from '../artifacts/storage-error.ts';

export interface PageRequest {
  /** Id of the last item already seen; the page starts after it. */
  after?: string | null;
  /** Items on the page; 20 by default. */
  limit?: number;
  order?: 'asc' | 'desc';
}

export interface Page<T> {
  data: T[];
  hasMore: boolean;
}

interface PageSource {
  /** All rows whose ids are valid cursors. */
  rows: Knex.QueryBuilder;
  /** Integer column that orders the rows, unique among them. */
  orderBy: string;
  /** Narrows the page, but not the valid cursors: a row may change its status while a client pages. */
  filter?: (rows: Knex.QueryBuilder) => void;
}

const DEFAULT_LIMIT = 20;

/** Reads one page of a list. Throws `not_found` for a cursor that is not in the list. */
export async function readPage<Row, T>(
  source: PageSource,
  request: PageRequest,
  record: (row: Row) => T,
): Promise<Page<T>> {
  const { limit = DEFAULT_LIMIT, order = 'asc' } = request;
  const query = source.rows.clone().orderBy(source.orderBy, order);
  source.filter?.(query);
  if (typeof request.after === 'string') {
    query.where(source.orderBy, order === 'asc' ? '>' : '<', await positionOf(source, request.after));
  }
  const rows = (await query.limit(limit + 1)) as Row[];
  return { data: rows.slice(0, limit).map(record), hasMore: rows.length > limit };
}

async function positionOf(source: PageSource, id: string): Promise<number> {
  const row = (await source.rows.clone().where('id', id).first()) as Record<string, number> | undefined;
  if (row === undefined) throw notFound('cursor', id);
  return row[source.orderBy];
}
