import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { NamedMigration } from './named-migration.ts';

const DESCRIBED = ['type', 'digest', 'description', 'metadata', 'manifest'];

/**
 * Adds what W&B clients store of an artifact (type, digest, metadata, aliases, and the manifest as it was uploaded) and
 * unfinished uploads. `signing_key` has the one secret that URLs are signed with.
 */
export const wandbArtifacts: NamedMigration = {
  name: '0023-wandb-artifacts',
  async up(db) {
    await db.schema.alterTable('artifacts', (table) => {
      for (const column of DESCRIBED) table.text(column);
      table.bigInteger('manifest_bytes');
    });
    await db.schema.alterTable('checkpoints', (table) => void table.text('metadata'));
    await uploads(db);
    await aliases(db);
    await db.schema.createTable('signing_key', (table) => void table.text('secret').notNullable());
    await db('signing_key').insert({ secret: randomBytes(32).toString('hex') });
  },
  async down(db) {
    for (const table of ['signing_key', 'artifact_aliases', 'artifact_upload_files', 'artifact_uploads']) {
      await db.schema.dropTable(table);
    }
    await db.schema.alterTable('checkpoints', (table) => table.dropColumn('metadata'));
    await db.schema.alterTable('artifacts', (table) => table.dropColumns(...DESCRIBED, 'manifest_bytes'));
  },
};

async function uploads(db: Knex): Promise<void> {
  await db.schema.createTable('artifact_uploads', (table) => {
    table.text('id').primary();
    for (const column of ['owner', 'entity', 'project', 'name', 'type', 'digest', 'metadata', 'aliases'])
      table.text(column).notNullable();
    table.text('description');
    table.text('created').notNullable();
    table.index(['owner', 'created']);
  });
  await db.schema.createTable('artifact_upload_files', (table) => {
    table.text('upload_id').notNullable().references('artifact_uploads.id').onDelete('CASCADE');
    table.text('name').notNullable();
    // In base64, as the client announced it.
    table.text('md5').notNullable();
    table.integer('is_manifest').notNullable();
    table.bigInteger('bytes');
    table.text('sha256');
    table.text('path');
    table.primary(['upload_id', 'name']);
  });
}

async function aliases(db: Knex): Promise<void> {
  await db.schema.createTable('artifact_aliases', (table) => {
    for (const column of ['owner', 'entity', 'project', 'name', 'alias']) table.text(column).notNullable();
    table.text('artifact_id').references('artifacts.id').onDelete('CASCADE');
    table.text('checkpoint_id').references('checkpoints.id').onDelete('CASCADE');
    table.primary(['owner', 'entity', 'project', 'name', 'alias']);
    table.index(['artifact_id']);
    table.index(['checkpoint_id']);
  });
}
