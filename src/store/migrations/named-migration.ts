import type { Knex } from 'knex';

export interface NamedMigration extends Knex.Migration {
  /** Recorded in the database: never changed once released. */
  name: string;
  /** Without a transaction, the migration must succeed when it starts again after a crash. */
  config?: { transaction: boolean };
}
