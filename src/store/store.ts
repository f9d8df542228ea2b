import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { ArtifactAliases } from './artifact-aliases.ts';
import { ArtifactProvenance } from './artifact-provenance.ts';
import { ArtifactTags } from './artifact-tags.ts';
import { ArtifactUploads } from './artifact-uploads.ts';
import { ArtifactVersions } from './artifact-versions.ts';
import { Artifacts } from './artifacts.ts';
import { BusWorkers } from './bus-workers.ts';
import { Checkpoints } from './checkpoints.ts';
import { ClientRuns } from './client-runs.ts';
import { connect, type DatabaseAddress, type OlderTables } from './connection.ts';
import { Database } from './database.ts';
import { fromDatabaseError } from './database-error.ts';
import { Events } from './events.ts';
import { Jobs } from './jobs.ts';
import { type KeepRules, NO_RULES } from './keep-rules.ts';
import { Keys } from './keys.ts';
import { Logs } from './logs.ts';
import { StoredManifests } from './manifests.ts';
import { Models } from './models.ts';
import type { Owner } from './ownership.ts';
import { readReferencedPaths } from './referenced-paths.ts';
import { forgetRemovals, readRemovals } from './removals.ts';
import { Runs } from './runs.ts';
import { SqliteReads } from './sqlite-reads.ts';
import { TaskLeases } from './task-leases.ts';
import { TinkerCheckpoints } from './tinker-checkpoints.ts';
import { TinkerRuns } from './tinker-runs.ts';
import { TinkerSessionRecords } from './tinker-sessions.ts';
import { Trajectories } from './trajectories.ts';
import { Updates } from './updates.ts';

/** Repositories of the records that users make. Their methods throw `StorageError`. */
export interface Records {
  models: Models;
  checkpoints: Checkpoints;
  jobs: Jobs;
  events: Events;
  runs: Runs;
  artifacts: Artifacts;
  artifactVersions: ArtifactVersions;
  uploads: ArtifactUploads;
  aliases: ArtifactAliases;
  tags: ArtifactTags;
  provenance: ArtifactProvenance;
  clientRuns: ClientRuns;
  logs: Logs;
  trajectories: Trajectories;
  tinker: TinkerCheckpoints;
  tinkerRuns: TinkerRuns;
  tinkerSessions: TinkerSessionRecords;
}

/** Repositories limited to one owner: records of others appear not to exist, and new records are the owner's. */
export interface RecordsByOwner {
  ownedBy(owner: string): Records;
}

/** All persistent state except files. Its own repositories cover all owners. */
export interface Store extends Records, RecordsByOwner {
  /** Identity of this database, for `collectGarbage`. */
  id: string;
  keys: Keys;
  updates: Updates;
  /** Turns of servers at tasks that one server does for all. */
  taskLeases: TaskLeases;
  /** Workers that the servers of a cluster must be able to hear. */
  busWorkers: BusWorkers;
  /** Manifests of what is in the bucket, if there is one. */
  manifests: StoredManifests;
  /** Throws `unavailable` if the database does not answer. */
  ping(): Promise<void>;
  /** Returns every path of the data folder that a row points at. */
  referencedPaths(): Promise<Set<string>>;
  /** Returns paths of the data folder that rows no longer point at, and whose removal a crash may have prevented. */
  notedRemovals(): Promise<Set<string>>;
  /** Returns the secret that URLs are signed with, shared by all servers on the database. */
  signingKey(): Promise<string>;
  /** Deletes the records of `notedRemovals`, all or those older than `olderMs`; call once the paths are removed. */
  forgetRemovals(olderMs?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, and migrates the tables unless that is refused. Throws `unavailable`, `disk_full`, `newer_tables` and
 * `older_tables`.
 */
export async function openStore(
  address: DatabaseAddress,
  older: OlderTables = 'migrate',
  rules: KeepRules = NO_RULES,
): Promise<Store> {
  const database = await openDatabase(address, older);
  return {
    id: await database.query(readIdentity),
    keys: new Keys(database),
    updates: new Updates(database),
    taskLeases: new TaskLeases(database),
    busWorkers: new BusWorkers(database),
    manifests: new StoredManifests(database),
    ...records(database, null, rules),
    ownedBy: (owner) => records(database, owner, rules),
    ping: () => database.query(async (db) => void (await db.raw('select 1'))),
    referencedPaths: () => database.query(readReferencedPaths),
    notedRemovals: () => database.query(readRemovals),
    forgetRemovals: (olderMs = 0) => database.query((db) => forgetRemovals(db, olderMs)),
    signingKey: () => database.query(readSigningKey),
    close: () => database.close(),
  };
}

function records(database: Database, owner: Owner, rules: KeepRules): Records {
  const { quotas } = rules;
  return {
    models: new Models(database, owner, rules),
    checkpoints: new Checkpoints(database, owner, quotas),
    jobs: new Jobs(database, owner, rules),
    events: new Events(database, owner),
    runs: new Runs(database, owner),
    artifacts: new Artifacts(database, owner, quotas),
    artifactVersions: new ArtifactVersions(database, owner),
    uploads: new ArtifactUploads(database, owner, quotas),
    aliases: new ArtifactAliases(database, owner),
    tags: new ArtifactTags(database, owner),
    provenance: new ArtifactProvenance(database, owner),
    clientRuns: new ClientRuns(database, owner, quotas),
    logs: new Logs(database, owner, quotas),
    trajectories: new Trajectories(database, owner),
    tinker: new TinkerCheckpoints(database, owner),
    tinkerRuns: new TinkerRuns(database, owner),
    tinkerSessions: new TinkerSessionRecords(database, owner),
  };
}

/** Returns an id for a row whose files are written before it. */
export function newId(): string {
  return randomUUID();
}

async function openDatabase(address: DatabaseAddress, older: OlderTables): Promise<Database> {
  let knex: Knex | undefined;
  try {
    knex = await connect(address, older);
    return new Database(knex, 'sqliteFile' in address ? new SqliteReads(address.sqliteFile) : null);
  } catch (error) {
    await knex?.destroy();
    throw fromDatabaseError(error);
  }
}

async function readSigningKey(db: Knex): Promise<string> {
  const { secret }: { secret: string } = await db('signing_key').first();
  return secret;
}

async function readIdentity(db: Knex): Promise<string> {
  const row: { id: string } = await db('store_identity').first();
  return row.id;
}
