import type { Knex } from 'knex';

export interface NamedMigration extends Knex.Migration {
  /** Recorded in the database: never changed once released. */
  name: string;
}
