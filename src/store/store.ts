import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Artifacts } from './artifacts.ts';
import { Checkpoints } from './checkpoints.ts';
import { connect, type DatabaseAddress } from './connection.ts';
import { Database } from './database.ts';
import { fromDatabaseError } from './database-error.ts';
import { Events } from './events.ts';
import { Jobs } from './jobs.ts';
import { Keys } from './keys.ts';
import { Logs } from './logs.ts';
import { Models } from './models.ts';
import { Runs } from './runs.ts';

/** Everything that outlives the process, but for the files. What its methods raise is a `StorageError`. */
export interface Store {
  /** The identity of this database, for `collectGarbage`. */
  id: string;
  keys: Keys;
  models: Models;
  checkpoints: Checkpoints;
  jobs: Jobs;
  events: Events;
  runs: Runs;
  artifacts: Artifacts;
  logs: Logs;
  /** Raises `unavailable` when the database does not answer. */
  ping(): Promise<void>;
  /** Every path of the data folder that a row points at. */
  referencedPaths(): Promise<Set<string>>;
  close(): Promise<void>;
}

/** Connects, and brings the tables up to date. Raises `unavailable` and `disk_full`. */
export async function openStore(address: DatabaseAddress): Promise<Store> {
  const database = new Database(await connectTranslated(address));
  return {
    id: await database.query(readIdentity),
    keys: new Keys(database),
    models: new Models(database),
    checkpoints: new Checkpoints(database),
    jobs: new Jobs(database),
    events: new Events(database),
    runs: new Runs(database),
    artifacts: new Artifacts(database),
    logs: new Logs(database),
    ping: () => database.query(async (db) => void (await db.raw('select 1'))),
    referencedPaths: () => database.query(readReferencedPaths),
    close: () => database.close(),
  };
}

/** An id for a row whose files are written before it. */
export function newId(): string {
  return randomUUID();
}

async function connectTranslated(address: DatabaseAddress): Promise<Knex> {
  try {
    return await connect(address);
  } catch (error) {
    throw fromDatabaseError(error);
  }
}

async function readIdentity(db: Knex): Promise<string> {
  const row: { id: string } = await db('store_identity').first();
  return row.id;
}

async function readReferencedPaths(db: Knex): Promise<Set<string>> {
  const paths: { path: string }[] = await db('checkpoints')
    .whereNotNull('folder')
    .select('folder as path')
    .unionAll([
      db('jobs').whereNotNull('payload').select('payload as path'),
      db('artifact_files').select('path'),
      db('logs').select('path'),
    ]);
  return new Set(paths.map((row) => row.path));
}
