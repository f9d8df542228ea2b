import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

/**
 * Adds trajectories of RL jobs and of logs, and their per-token values. Both are stored in files: a file of trajectory
 * groups per job or log, and a file of token values per gradient step. The file of a log may be deleted before the log.
 */
export const trajectories: NamedMigration = {
  name: '0010-trajectories',
  async up(db) {
    await db.schema.alterTable('logs', (table) => table.setNullable('path'));
    await files(db);
    await groups(db);
    await trajectoriesOf(db);
    await tokens(db);
  },
  async down(db) {
    for (const table of ['trajectory_tokens', 'trajectories', 'trajectory_groups', 'trajectory_files']) {
      await db.schema.dropTable(table);
    }
    await db('logs').whereNull('path').delete();
    await db.schema.alterTable('logs', (table) => table.dropNullable('path'));
  },
};

async function files(db: Knex): Promise<void> {
  await db.schema.createTable('trajectory_files', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('model_id').notNullable().references('models.id').onDelete('CASCADE');
    table.text('owner').notNullable();
    table.text('job_id');
    table.text('log_id');
    table.text('kind').notNullable().checkIn(['trajectories', 'tokens']);
    table.text('path').notNullable().unique();
    table.bigInteger('bytes').notNullable();
    table.integer('listed').notNullable();
    table.text('split').notNullable();
    table.integer('step').notNullable();
    table.text('created').notNullable();
    table.index(['model_id']);
    table.index(['owner', 'bytes']);
    table.index(['job_id']);
    table.index(['log_id']);
  });
}

async function groups(db: Knex): Promise<void> {
  await db.schema.createTable('trajectory_groups', (table) => {
    table.text('file_id').notNullable().references('trajectory_files.id').onDelete('CASCADE');
    table.integer('place').notNullable();
    table.integer('size').notNullable();
    table.integer('exceptions').notNullable();
    table.double('mean').notNullable();
    table.double('std_dev').notNullable();
    table.double('min').notNullable();
    table.double('max').notNullable();
    table.text('outcome').notNullable();
    table.primary(['file_id', 'place']);
  });
}

async function trajectoriesOf(db: Knex): Promise<void> {
  await db.schema.createTable('trajectories', (table) => {
    table.increments('seq');
    table.text('id').notNullable().unique();
    table.text('file_id').notNullable().references('trajectory_files.id').onDelete('CASCADE');
    table.text('model_id').notNullable();
    table.integer('group_place').notNullable();
    table.integer('place').notNullable();
    table.integer('group_size').notNullable();
    table.double('reward').notNullable();
    table.double('advantage');
    table.text('outcome').notNullable();
    table.integer('truncated').notNullable();
    table.integer('answers').notNullable();
    table.integer('characters').notNullable();
    table.text('prompt').notNullable();
    table.text('answer').notNullable();
    table.text('text').notNullable();
    table.text('metrics').notNullable();
    table.bigInteger('at').notNullable();
    table.bigInteger('length').notNullable();
    table.index(['model_id', 'seq']);
    table.index(['model_id', 'reward', 'seq']);
    table.index(['model_id', 'characters', 'seq']);
    table.unique(['file_id', 'group_place', 'place']);
  });
}

async function tokens(db: Knex): Promise<void> {
  await db.schema.createTable('trajectory_tokens', (table) => {
    table.text('trajectory_id').notNullable().references('trajectories.id').onDelete('CASCADE');
    table.text('file_id').notNullable().references('trajectory_files.id').onDelete('CASCADE');
    table.integer('place').notNullable();
    table.integer('gradient_step').notNullable();
    table.double('advantage').notNullable();
    table.double('weight').notNullable();
    table.bigInteger('at').notNullable();
    table.integer('tokens').notNullable();
    table.primary(['trajectory_id', 'place']);
    table.index(['file_id']);
  });
}
