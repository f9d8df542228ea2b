import { knex } from 'knex';
import { expect, it } from 'vitest';
import { artifactVersions } from '../../src/store/migrations/artifact-versions.ts';
import { firstTables } from '../../src/store/migrations/first-tables.ts';

it('the migration of artifact versions continues after the highest version of each owner and name', async () => {
  const db = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await firstTables.up(db);
  const made = { entity: 'e', project: 'p', created: '2026-01-01T00:00:00.000Z' };
  const rows = [
    { owner: 'ann', name: 'one', version: 0 },
    { owner: 'ann', name: 'one', version: 7 },
    { owner: 'ann', name: 'two', version: 2 },
    { owner: 'bob', name: 'three', version: 0 },
  ];
  for (const [index, row] of rows.entries()) await db('artifacts').insert({ ...made, ...row, id: `${index}` });
  await artifactVersions.up(db);
  const counts = await db('artifact_versions').orderBy('name').select('owner', 'name', 'next');
  expect(counts).toEqual([
    { owner: 'ann', name: 'one', next: 8 },
    { owner: 'bob', name: 'three', next: 1 },
    { owner: 'ann', name: 'two', next: 3 },
  ]);
  await db.destroy();
});
