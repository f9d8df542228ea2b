import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { lockOwnerQuota } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { timestamp } from './stored-value.ts';
import { forgetEmptyRuns, runsOfSession, type TinkerRun } from './tinker-runs.ts';

/** A base model, or an adapter, that a client samples from. */
export interface TinkerSampler {
  /** `{session_id}:sample:{sampling_session_seq_id}` */
  id: string;
  session: string;
  baseModel: string;
  /** `tinker://` path; null for the base model and for weights that were not saved under a name. */
  path: string | null;
  /** Folder of an adapter that only this sampler uses, relative to the data folder; null if it has none. */
  folder: string | null;
}

/** Session of a client of the Tinker API, with all that it trains and samples from. */
export interface TinkerSessionRecord {
  id: string;
  owner: string;
  labels: Record<string, unknown> | null;
  runs: TinkerRun[];
  samplers: TinkerSampler[];
}

interface SessionRow {
  id: string;
  owner: string;
  labels: string | null;
  created: string;
  heard: string;
}

interface SamplerRow {
  id: string;
  owner: string;
  session: string;
  base_model: string;
  path: string | null;
  folder: string | null;
  created: string;
}

/** Most sessions of one owner. */
const MAX_SESSIONS = 64;

/** Most samplers that a session keeps, and most of them with an adapter of their own; the oldest are dropped. */
const MAX_SAMPLERS = 1_024;
const MAX_ADAPTERS = 16;

/** Sessions of the Tinker API. They outlive the server, so that a client continues where it was. */
export class TinkerSessionRecords {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /** Adds a session. Throws `quota_exceeded` if the owner has the maximum of sessions. */
  async add(id: string, labels: Record<string, unknown> | null): Promise<void> {
    const now = timestamp();
    const owner = ownerOf(this.owner, undefined);
    const row: SessionRow = {
      ...{ id, owner, created: now, heard: now },
      labels: labels === null ? null : JSON.stringify(labels),
    };
    await this.database.write(async (db) => {
      await lockOwnerQuota(db, owner);
      const [{ total }] = await ownRows(db('tinker_sessions'), owner).count({ total: '*' });
      if (Number(total) >= MAX_SESSIONS) throw tooManySessions(Number(total));
      await db('tinker_sessions').insert(row);
    });
  }

  /** Returns the session, or null. */
  get(id: string): Promise<TinkerSessionRecord | null> {
    return this.database.query(async (db) => {
      const found: SessionRow | undefined = await ownRows(db('tinker_sessions'), this.owner).where({ id }).first();
      if (found === undefined) return null;
      const samplers: SamplerRow[] = await db('tinker_samplers').where({ session: id }).orderBy('created');
      return {
        ...{ id, owner: found.owner, labels: found.labels === null ? null : JSON.parse(found.labels) },
        runs: await runsOfSession(db, id),
        samplers: samplers.map(({ base_model: baseModel, owner: _, created: __, ...row }) => ({ ...row, baseModel })),
      };
    });
  }

  /** Returns ids, newest first. */
  list({ offset, limit }: { offset: number; limit: number }): Promise<string[]> {
    return this.database.query((db) =>
      ownRows(db('tinker_sessions'), this.owner)
        .orderBy([{ column: 'created', order: 'desc' }, 'id'])
        .offset(offset)
        .limit(limit)
        .pluck('id'),
    );
  }

  /**
   * Adds a sampler, and replaces one of the same id. Returns the ids of removed samplers, and their folders for
   * `removePaths`. Throws `not_found` if the session has ended.
   */
  addSampler({ id, session, baseModel, path, folder }: TinkerSampler): Promise<{ ids: string[]; folders: string[] }> {
    const owner = ownerOf(this.owner, undefined);
    const row: SamplerRow = { id, owner, session, base_model: baseModel, path, folder, created: timestamp() };
    return this.database.write(async (db) => {
      const living = await ownRows(db('tinker_sessions'), owner).where({ id: session }).first();
      if (living === undefined) throw notFound('session', session);
      const rows: SamplerRow[] = await db('tinker_samplers').where({ session }).orderBy('created', 'desc');
      const others = rows.filter((one) => one.id !== id);
      const adapters = others.filter((one) => one.folder !== null);
      const going = [
        ...rows.filter((one) => one.id === id),
        ...others.slice(MAX_SAMPLERS - 1),
        ...(folder === null ? [] : adapters.slice(MAX_ADAPTERS - 1)),
      ];
      const distinct = [...new Set(going)];
      const folders = await removeSamplers(db, distinct);
      await db('tinker_samplers').insert(row);
      return { ids: distinct.map((one) => one.id), folders };
    });
  }

  /** Records that the clients of these sessions were heard from just now. */
  async touch(ids: readonly string[]): Promise<void> {
    const heard = timestamp();
    await this.database.query((db) => db('tinker_sessions').whereIn('id', ids).update({ heard }));
  }

  /** Returns ids of sessions whose clients were not heard from for `ms` milliseconds. */
  idle(ms: number): Promise<string[]> {
    const before = new Date(Date.now() - ms).toISOString();
    return this.database.query((db) =>
      ownRows(db('tinker_sessions'), this.owner).where('heard', '<', before).pluck('id'),
    );
  }

  /** Ends a session; keeps those of its runs that saved weights. Returns folders for `removePaths`. */
  end(id: string): Promise<string[]> {
    return this.database.write(async (db) => {
      const ended = await ownRows(db('tinker_sessions'), this.owner).where({ id }).delete();
      if (ended === 0) return [];
      const runs = await runsOfSession(db, id);
      await db('tinker_runs').where({ session: id }).update({ folder: null, summed: false, answer: null });
      await forgetEmptyRuns(
        db,
        runs.map((run) => run.id),
      );
      const folders = runs.flatMap(({ folder }) => folder ?? []);
      await noteRemovals(db, folders);
      const samplers: SamplerRow[] = await db('tinker_samplers').where({ session: id });
      return [...folders, ...(await removeSamplers(db, samplers))];
    });
  }
}

function tooManySessions(count: number): StorageError {
  const message =
    `The owner of this key has ${count} sessions, which is the maximum. A session ends when its client finishes, or ` +
    'after five minutes without a request.';
  return new StorageError('quota_exceeded', message);
}

async function removeSamplers(db: Knex, rows: readonly SamplerRow[]): Promise<string[]> {
  const folders = rows.flatMap(({ folder }) => folder ?? []);
  await db('tinker_samplers')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .delete();
  await noteRemovals(db, folders);
  return folders;
}
