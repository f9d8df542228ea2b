import type { Knex } from 'knex';
import { StorageError } from '../artifacts/storage-error.ts';
import { MIGRATIONS } from './migrations/migrations.ts';

const TABLE = 'migrations';

/**
 * Applies the migrations, each in a transaction unless it says otherwise. knex's own lock stays set after a crash, so
 * it is freed here: the caller holds a better one.
 */
export async function migrate(db: Knex): Promise<void> {
  refuseNewer(await appliedMigrations(db));
  const config: Knex.MigratorConfig = {
    tableName: TABLE,
    migrationSource: {
      getMigrations: async () => MIGRATIONS,
      getMigrationName: ({ name }: { name: string }) => name,
      getMigration: async (migration: (typeof MIGRATIONS)[number]) => migration,
    },
  };
  await db.migrate.forceFreeMigrationsLock(config);
  await db.migrate.latest(config);
}

/** Throws `older_tables` or `newer_tables` unless the tables are those of this version. */
export async function checkTables(db: Knex): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseNewer(applied);
  if (MIGRATIONS.every(({ name }) => applied.has(name))) return;
  throw new StorageError('older_tables', 'The database has the tables of an older version.');
}

function refuseNewer(applied: ReadonlySet<string>): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  const unknown = [...applied].find((name) => !known.has(name));
  if (unknown === undefined) return;
  const message = `The database has the tables of a newer version (${unknown}); use that version.`;
  throw new StorageError('newer_tables', message);
}

async function appliedMigrations(db: Knex): Promise<Set<string>> {
  return new Set<string>((await db.schema.hasTable(TABLE)) ? await db(TABLE).pluck('name') : []);
}
