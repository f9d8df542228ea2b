import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

/**
 * Creates the first tables, with the same types on both databases: times are ISO-8601 text (UTC, so they sort), JSON is
 * text, flags are 0 or 1. `seq` is the order of insertion, for pages and queues; callers see the `id` instead.
 */
export const firstTables: NamedMigration = {
  name: '0001-first-tables',
  async up(db) {
    await identity(db);
    await keys(db);
    await models(db);
    await runs(db);
    await jobs(db);
    await checkpoints(db);
    await artifacts(db);
    await logs(db);
  },
  async down(db) {
    const tables = ['logs', 'artifact_files', 'artifacts', 'checkpoints', 'events', 'jobs', 'run_history', 'runs'];
    for (const table of [...tables, 'models', 'keys', 'store_identity']) await db.schema.dropTable(table);
  },
};

async function identity(db: Knex): Promise<void> {
  await db.schema.createTable('store_identity', (table) => {
    table.text('id').primary();
  });
  await db('store_identity').insert({ id: randomUUID() });
}

async function keys(db: Knex): Promise<void> {
  await db.schema.createTable('keys', (table) => {
    table.text('id').primary();
    table.text('name').notNullable();
    table.text('owner').notNullable();
    table.text('scopes').notNullable();
    table.text('hash').notNullable().unique();
    table.integer('configured').notNullable();
    table.text('created').notNullable();
    table.text('last_used');
    table.text('expires');
    table.text('revoked');
  });
}

async function models(db: Knex): Promise<void> {
  await db.schema.createTable('models', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('entity').notNullable();
    table.text('project').notNullable();
    table.text('name').notNullable();
    table.text('base_model').notNullable();
    table.text('owner').notNullable();
    table.text('run_id');
    table.integer('next_version').notNullable();
    table.text('created').notNullable();
    table.unique(['entity', 'project', 'name']);
  });
}

async function runs(db: Knex): Promise<void> {
  await db.schema.createTable('runs', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('model_id').notNullable().references('models.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('created').notNullable();
    table.index(['model_id']);
  });
  await db.schema.createTable('run_history', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('run_id').notNullable().references('runs.id').onDelete('CASCADE');
    table.integer('step').notNullable();
    table.text('time').notNullable();
    table.text('metrics').notNullable();
    table.index(['run_id', 'seq']);
  });
}

async function jobs(db: Knex): Promise<void> {
  await db.schema.createTable('jobs', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('model_id').notNullable().references('models.id').onDelete('CASCADE');
    table.text('kind').notNullable().checkIn(['rl', 'sft']);
    table.text('status').notNullable().checkIn(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
    table.text('payload');
    table.text('config').notNullable();
    table.text('created').notNullable();
    table.text('started');
    table.text('ended');
    table.text('heartbeat');
    table.integer('step');
    table.text('error_message');
    table.integer('lease_token').notNullable();
    table.integer('attempts').notNullable();
    table.integer('cancel_requested').notNullable();
    table.integer('event_count').notNullable();
    table.index(['status', 'seq']);
    table.index(['model_id', 'seq']);
  });
  await db.raw("create unique index jobs_one_running_per_model on jobs (model_id) where status = 'running'");
  await db.schema.createTable('events', (table) => {
    table.text('id').primary();
    table.text('job_id').notNullable().references('jobs.id').onDelete('CASCADE');
    table.integer('seq').notNullable();
    table.text('type').notNullable();
    table.text('data').notNullable();
    table.text('key');
    table.text('created').notNullable();
    table.unique(['job_id', 'seq']);
    table.unique(['job_id', 'key']);
  });
}

async function checkpoints(db: Knex): Promise<void> {
  await db.schema.createTable('checkpoints', (table) => {
    table.text('id').primary();
    table.text('model_id').notNullable().references('models.id').onDelete('CASCADE');
    table.integer('step').notNullable();
    table.integer('version').notNullable();
    table.text('metrics').notNullable();
    table.text('folder');
    table.text('job_id');
    table.text('kind');
    table.text('created').notNullable();
    table.unique(['model_id', 'step']);
    table.unique(['model_id', 'version']);
  });
}

async function artifacts(db: Knex): Promise<void> {
  await db.schema.createTable('artifacts', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('entity').notNullable();
    table.text('project').notNullable();
    table.text('name').notNullable();
    table.integer('version').notNullable();
    table.text('owner').notNullable();
    table.text('created').notNullable();
    table.unique(['entity', 'project', 'name', 'version']);
  });
  await db.schema.createTable('artifact_files', (table) => {
    table.text('artifact_id').notNullable().references('artifacts.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.bigInteger('bytes').notNullable();
    table.text('sha256').notNullable();
    table.text('path').notNullable();
    table.text('created').notNullable();
    table.primary(['artifact_id', 'name']);
  });
}

async function logs(db: Knex): Promise<void> {
  await db.schema.createTable('logs', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('model_id').notNullable().references('models.id').onDelete('CASCADE');
    table.text('split').notNullable();
    table.text('path').notNullable();
    table.integer('groups').notNullable();
    table.integer('trajectories').notNullable();
    table.text('metrics').notNullable();
    table.text('created').notNullable();
    table.index(['model_id', 'seq']);
  });
}
