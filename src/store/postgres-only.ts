import type { Knex } from 'knex';

/** Whether the database is PostgreSQL, and not SQLite. */
export function isPostgres(db: Knex): boolean {
  return (db.client as { dialect: string }).dialect === 'postgresql';
}

/** Leaves out rows that another transaction holds, and holds the others; SQLite has one writer at a time anyway. */
export function skipHeld(rows: Knex.QueryBuilder, db: Knex): void {
  if (isPostgres(db)) rows.forUpdate().skipLocked();
}
