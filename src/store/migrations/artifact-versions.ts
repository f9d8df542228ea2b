import type { NamedMigration } from './named-migration.ts';

/**
 * Adds the next version number of each name. The number of a deleted version is never reused, since jobs may name it.
 */
export const artifactVersions: NamedMigration = {
  name: '0015-artifact-versions',
  async up(db) {
    await db.schema.createTable('artifact_versions', (table) => {
      for (const column of names) table.text(column).notNullable();
      table.integer('next').notNullable();
      table.primary(names);
    });
    const newest = db('artifacts').groupBy(names).select(names).select(db.raw('max(version) + 1'));
    await db.into(db.raw('?? (??, ??, ??, ??, ??)', ['artifact_versions', ...names, 'next'])).insert(newest);
  },
  async down(db) {
    await db.schema.dropTable('artifact_versions');
  },
};

const names = ['owner', 'entity', 'project', 'name'];
