import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import knex, { type Knex } from 'knex';
import { SqliteClient } from '../../store/sqlite-client.ts';

/** Read-only access to the server's database, beside a running server. It takes no locks and writes nothing. */
export interface ReadOnlyDatabase {
  /** Builds queries for `rows`; never runs them. */
  builder: Knex;
  rows<Row>(query: Knex.QueryBuilder): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens an SQLite file. Without a WAL file nobody has the database open; `immutable` then keeps SQLite from creating
 * one.
 */
export function openSqlite(file: string): ReadOnlyDatabase & { pragma<Row>(name: string): Row[] } {
  const url = pathToFileURL(file);
  url.searchParams.set(existsSync(`${file}-wal`) ? 'mode' : 'immutable', existsSync(`${file}-wal`) ? 'ro' : '1');
  const database = new DatabaseSync(url, { readOnly: true });
  const builder = knex({ client: SqliteClient, useNullAsDefault: true });
  return {
    builder,
    rows: async <Row>(query: Knex.QueryBuilder) => database.prepare(query.toQuery()).all() as Row[],
    pragma: <Row>(name: string) => database.prepare(`pragma ${name}`).all() as Row[],
    close: async () => {
      database.close();
      await builder.destroy();
    },
  };
}

const timeoutMs = 5_000;

export function openPostgres(url: string): ReadOnlyDatabase {
  const builder = knex({
    client: 'pg',
    connection: { connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: 12 * timeoutMs },
    acquireConnectionTimeout: timeoutMs,
    pool: { min: 0, max: 1 },
    log: { warn: () => {}, error: () => {}, deprecate: () => {}, debug: () => {} },
  });
  return { builder, rows: async (query) => query, close: () => builder.destroy() };
}
