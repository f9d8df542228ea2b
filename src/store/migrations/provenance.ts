import type { NamedMigration } from './named-migration.ts';

/** Adds which client runs made and used versions, the state of client runs, and tags of versions. */
export const provenance: NamedMigration = {
  name: '0026-provenance',
  async up(db) {
    await db.schema.alterTable('artifact_uploads', (table) => {
      table.text('client_run_id');
      table.text('tags').notNullable().defaultTo('[]');
    });
    await db.schema.alterTable('client_runs', (table) => void table.text('state').notNullable().defaultTo('running'));
    await db.schema.createTable('artifact_provenance', (table) => {
      table.increments('seq');
      table.text('owner').notNullable();
      table.text('client_run_id').notNullable().references('client_runs.id').onDelete('CASCADE');
      table.text('role').notNullable();
      table.text('artifact_id').references('artifacts.id').onDelete('CASCADE');
      table.text('checkpoint_id').references('checkpoints.id').onDelete('CASCADE');
      for (const version of ['artifact_id', 'checkpoint_id']) {
        table.unique([version, 'role', 'client_run_id']);
        table.index([version, 'role', 'seq']);
      }
      table.index(['client_run_id']);
    });
    await db.schema.createTable('artifact_tags', (table) => {
      table.text('owner').notNullable();
      table.text('tag').notNullable();
      table.text('artifact_id').references('artifacts.id').onDelete('CASCADE');
      table.text('checkpoint_id').references('checkpoints.id').onDelete('CASCADE');
      for (const version of ['artifact_id', 'checkpoint_id']) table.unique([version, 'tag']);
    });
  },
  async down(db) {
    for (const table of ['artifact_tags', 'artifact_provenance']) await db.schema.dropTable(table);
    await db.schema.alterTable('client_runs', (table) => table.dropColumn('state'));
    await db.schema.alterTable('artifact_uploads', (table) => table.dropColumns('client_run_id', 'tags'));
  },
};
