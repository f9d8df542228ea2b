import type { NamedMigration } from './named-migration.ts';

/** Adds weights that clients of the Tinker API saved under a name. */
export const tinkerCheckpoints: NamedMigration = {
  name: '0021-tinker-checkpoints',
  async up(db) {
    await db.schema.createTable('tinker_checkpoints', (table) => {
      table.text('id').primary();
      table.text('owner').notNullable();
      table.text('run').notNullable();
      table.text('kind').notNullable();
      table.text('name').notNullable();
      table.text('base_model').notNullable();
      table.text('targets').notNullable();
      table.integer('rank').notNullable();
      table.text('folder').notNullable();
      table.bigInteger('bytes').notNullable();
      table.text('labels');
      table.text('created').notNullable();
      table.text('expires');
      table.unique(['owner', 'run', 'kind', 'name']);
      table.index(['owner', 'created']);
      table.index(['folder']);
    });
  },
  async down(db) {
    await db.schema.dropTable('tinker_checkpoints');
  },
};
