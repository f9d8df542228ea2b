import type { Knex } from 'knex';

/** Returns whether the database is PostgreSQL, and not SQLite. */
export function isPostgres(db: Knex): boolean {
  return (db.client as { dialect: string }).dialect === 'postgresql';
}

/** Skips rows that another transaction has locked, and locks the others; SQLite has one writer at a time anyway. */
export function skipLocked(rows: Knex.QueryBuilder, db: Knex): void {
  if (isPostgres(db)) rows.forUpdate().skipLocked();
}
