import knex, { type Knex } from 'knex';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations/migrations.ts';

/** Since this migration several servers may share a database, some of an older version during an upgrade. */
const FIRST_SHARED = '0016-leases';

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

async function tablesOf(db: Knex): Promise<Record<string, Record<string, Omit<Column, 'name'>>>> {
  const names: { name: string }[] = await db.raw("select name from sqlite_master where type = 'table'");
  const columnsOf = async (table: string) => {
    const columns: Column[] = await db.raw(`pragma table_info(${table})`);
    return Object.fromEntries(
      columns.map(({ name, type, notnull, dflt_value }) => [name, { type, notnull, dflt_value }]),
    );
  };
  return Object.fromEntries(await Promise.all(names.map(async ({ name }) => [name, await columnsOf(name)])));
}

it('migrations of a shared database only add tables, and columns that are nullable or have a default', async () => {
  const db = knex({ client: 'better-sqlite3', connection: ':memory:', useNullAsDefault: true });
  try {
    const first = MIGRATIONS.findIndex(({ name }) => name === FIRST_SHARED);
    expect(first).toBeGreaterThan(0);
    for (const { up } of MIGRATIONS.slice(0, first)) await up(db);
    for (const { name, up } of MIGRATIONS.slice(first)) {
      const before = await tablesOf(db);
      await up(db);
      const after = await tablesOf(db);
      // Older servers join runs with their models, so they do not see runs without a model.
      if (name === '0022-client-runs') before.runs.model_id.notnull = 0;
      expect(after, name).toMatchObject(before);
      for (const [table, known] of Object.entries(before)) {
        const added = Object.entries(after[table]).filter(([column]) => !(column in known));
        const needed = added.filter(([, { notnull, dflt_value }]) => notnull === 1 && dflt_value === null);
        expect(needed, `${name}, ${table}`).toEqual([]);
      }
    }
  } finally {
    await db.destroy();
  }
});
