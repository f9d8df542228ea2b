import type { Knex } from 'knex';
import { firstTables } from './first-tables.ts';

export interface NamedMigration extends Knex.Migration {
  /** Recorded in the database: never changed once released. */
  name: string;
}

/** In order. A released migration is never edited; a change is a new one at the end. */
export const MIGRATIONS: NamedMigration[] = [firstTables];
