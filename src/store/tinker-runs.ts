import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { lockOwnerQuota } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { checkText, timestamp } from './stored-value.ts';

/** LoRA configuration of an adapter under training, as it is stored. */
interface StoredLora {
  rank: number;
  alpha: number;
  /** Projections that the adapter applies to, in PEFT's names. */
  targets: readonly string[];
}

/** Answer to the last request that changed a model, sent already or not. */
export interface TinkerAnswer {
  /** Key that identifies the request. */
  key: string;
  /** Id by which the client fetches the result. */
  id: string;
  result: object;
}

/** A model that a client of the Tinker API trains or trained. */
export interface TinkerRun {
  /** `{session_id}:train:{model_seq_id}` */
  id: string;
  owner: string;
  session: string;
  baseModel: string;
  lora: StoredLora;
  labels: Record<string, string> | null;
  /**
   * Folder of adapter and moments after the last step, relative to the data folder; null once the session has ended.
   */
  folder: string | null;
  /** Whether gradients were accumulated since that step; no file holds them. */
  summed: boolean;
  answer: TinkerAnswer | null;
  created: string;
  /** Time of the last change. */
  asked: string;
}

interface Row {
  id: string;
  owner: string;
  session: string;
  base_model: string;
  /** JSON. */
  lora: string;
  labels: string | null;
  folder: string | null;
  summed: boolean | number;
  answer: string | null;
  created: string;
  asked: string;
}

export type NewTinkerRun = Pick<TinkerRun, 'id' | 'session' | 'baseModel' | 'lora' | 'labels' | 'answer'> & {
  folder: string;
};

/** Most models under training of one owner. */
const MAX_LIVE = 64;

/** Training runs. A run exists while its session does, and after that for as long as weights that it saved. */
export class TinkerRuns {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Adds a run. Throws `not_found` if the session has ended, `conflict` if the id is taken, and `quota_exceeded` as
   * `checkRoom` does.
   */
  async add({ id, session, baseModel, lora, labels, folder, answer }: NewTinkerRun): Promise<void> {
    const owner = ownerOf(this.owner, undefined);
    for (const text of [id, baseModel]) checkText('name', text);
    const now = timestamp();
    const row: Row = {
      ...{ id, owner, session, base_model: baseModel, folder, summed: false, created: now, asked: now },
      lora: JSON.stringify(lora),
      labels: labels === null ? null : JSON.stringify(labels),
      answer: answer === null ? null : JSON.stringify(answer),
    };
    await this.database.write(async (db) => {
      await lockOwnerQuota(db, owner);
      await checkLive(db, owner);
      const living = await ownRows(db('tinker_sessions'), owner).where({ id: session }).first();
      if (living === undefined) throw notFound('session', session);
      await db('tinker_runs').insert(row);
    });
  }

  /**
   * Replaces the folder `was` of a run by `folder`. Returns `was`, for `removePaths`. Throws `conflict` if the run's
   * folder is no longer `was`: another server has taken up the run, or its session has ended.
   */
  commit({
    id,
    was,
    folder,
    lora,
    answer,
  }: Pick<NewTinkerRun, 'id' | 'folder' | 'lora' | 'answer'> & { was: string }): Promise<string[]> {
    const change = {
      ...{ folder, summed: false, asked: timestamp(), lora: JSON.stringify(lora) },
      answer: answer === null ? null : JSON.stringify(answer),
    };
    return this.database.write(async (db) => {
      const changed = await ownRows(db('tinker_runs'), this.owner).where({ id, folder: was }).update(change);
      if (changed === 0) {
        const message = `The model '${id}' continued elsewhere, or its session has ended.`;
        throw new StorageError('conflict', message, { resource: 'model' });
      }
      await noteRemovals(db, [was]);
      return [was];
    });
  }

  /** Records that gradients were accumulated since the last commit. */
  async noteSum(id: string): Promise<void> {
    await this.database.query((db) =>
      ownRows(db('tinker_runs'), this.owner).where({ id }).update({ summed: true, asked: timestamp() }),
    );
  }

  /** Returns a run. Throws `not_found`. */
  async get(id: string): Promise<TinkerRun> {
    const found: Row | undefined = await this.database.query(async (db) =>
      ownRows(db('tinker_runs'), this.owner).where({ id }).first(),
    );
    if (found === undefined) throw notFound('training run', id);
    return toRun(found);
  }

  /** Returns runs, newest first. */
  list({ offset, limit }: { offset: number; limit: number }): Promise<{ data: TinkerRun[]; total: number }> {
    return this.database.query(async (db) => {
      const rows = () => ownRows(db('tinker_runs'), this.owner);
      const found: Row[] = await rows()
        .orderBy([{ column: 'created', order: 'desc' }, 'id'])
        .offset(offset)
        .limit(limit);
      const [{ total }] = await rows().count({ total: '*' });
      return { data: found.map(toRun), total: Number(total) };
    });
  }

  /** Throws `quota_exceeded` if the owner has the maximum of models under training. */
  async checkRoom(): Promise<void> {
    await this.database.query((db) => checkLive(db, this.owner));
  }
}

/** Throws `quota_exceeded` as `checkRoom` does. A model is under training while it has a state to continue from. */
async function checkLive(db: Knex, owner: Owner): Promise<void> {
  const [{ total }] = await ownRows(db('tinker_runs'), owner).whereNotNull('folder').count({ total: '*' });
  if (Number(total) < MAX_LIVE) return;
  const message =
    `The owner of this key has ${total} models in training, which is the maximum. ` +
    'A model is freed when its session ends.';
  throw new StorageError('quota_exceeded', message);
}

export async function runsOfSession(db: Knex, session: string): Promise<TinkerRun[]> {
  const rows: Row[] = await db('tinker_runs').where({ session }).whereNotNull('folder').orderBy('created');
  return rows.map(toRun);
}

/** Deletes those of the runs that have neither a state nor saved weights left, inside the caller's transaction. */
export async function forgetEmptyRuns(db: Knex, ids: readonly string[]): Promise<void> {
  await db('tinker_runs')
    .whereIn('id', ids)
    .whereNull('folder')
    .whereNotIn('id', (saved) => saved.from('tinker_checkpoints').whereIn('run', ids).select('run'))
    .delete();
}

function toRun({ base_model: baseModel, lora, labels, answer, summed, ...row }: Row): TinkerRun {
  return {
    ...row,
    baseModel,
    lora: JSON.parse(lora),
    labels: labels === null ? null : JSON.parse(labels),
    answer: answer === null ? null : JSON.parse(answer),
    summed: Boolean(summed),
  };
}
