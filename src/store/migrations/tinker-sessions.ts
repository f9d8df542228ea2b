import type { NamedMigration } from './named-migration.ts';

/** Adds sessions of the Tinker API, with their training runs and samplers, and saved weights that are public. */
export const tinkerSessions: NamedMigration = {
  name: '0024-tinker-sessions',
  async up(db) {
    await db.schema.createTable('tinker_sessions', (table) => {
      table.text('id').primary();
      table.text('owner').notNullable();
      table.text('labels');
      table.text('created').notNullable();
      table.text('heard').notNullable();
      table.index(['owner', 'created']);
      table.index(['heard']);
    });
    await db.schema.createTable('tinker_runs', (table) => {
      table.text('id').primary();
      table.text('owner').notNullable();
      table.text('session').notNullable();
      table.text('base_model').notNullable();
      table.text('lora').notNullable();
      table.text('labels');
      table.text('folder');
      table.boolean('summed').notNullable().defaultTo(false);
      table.text('answer');
      table.text('created').notNullable();
      table.text('asked').notNullable();
      table.index(['owner', 'created']);
      table.index(['session']);
      table.index(['folder']);
    });
    await db.schema.createTable('tinker_samplers', (table) => {
      table.text('id').primary();
      table.text('owner').notNullable();
      table.text('session').notNullable();
      table.text('base_model').notNullable();
      table.text('path');
      table.text('folder');
      table.text('created').notNullable();
      table.index(['session', 'created']);
      table.index(['folder']);
    });
    await db.schema.alterTable('tinker_checkpoints', (table) => {
      table.boolean('public').notNullable().defaultTo(false);
      table.index(['run']);
    });
  },
  async down(db) {
    await db.schema.alterTable('tinker_checkpoints', (table) => {
      table.dropIndex(['run']);
      table.dropColumn('public');
    });
    for (const name of ['tinker_samplers', 'tinker_runs', 'tinker_sessions']) await db.schema.dropTable(name);
  },
};
