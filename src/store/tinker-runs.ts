import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { holdCounts } from './owner-quotas.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { checkText, timestamp } from './stored-value.ts';

/** How an adapter under training is made, as it is stored. */
interface StoredLora {
  rank: number;
  alpha: number;
  /** Projections that it is on, in PEFT's names. */
  targets: readonly string[];
}

/** What a client was told, or is to be told, of the last request that changed a model. */
export interface TinkerAnswer {
  /** What tells the request apart from others. */
  key: string;
  /** The id by which its result is fetched. */
  id: string;
  result: object;
}

/** A model that a client of the Tinker API trains or has trained. */
export interface TinkerRun {
  /** `{session_id}:train:{model_seq_id}` */
  id: string;
  owner: string;
  session: string;
  baseModel: string;
  lora: StoredLora;
  labels: Record<string, string> | null;
  /** Adapter and moments after the last step, relative to the data folder; null once the session has ended. */
  folder: string | null;
  /** Whether gradients were added up since, which no file holds. */
  summed: boolean;
  answer: TinkerAnswer | null;
  created: string;
  /** The last change. */
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

/** Models under training of one owner. */
const MOST_LIVE = 64;

/** A run is there while its session is, and after that for as long as weights that it saved are. */
export class TinkerRuns {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Raises `not_found` where the session has ended, `conflict` where there is one of the id, and `quota_exceeded` as
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
      await holdCounts(db, owner);
      await checkLive(db, owner);
      const living = await ownRows(db('tinker_sessions'), owner).where({ id: session }).first();
      if (living === undefined) throw notFound('session', session);
      await db('tinker_runs').insert(row);
    });
  }

  /**
   * A run goes on from `folder`, in the place of `was`, which is given back for `removePaths`. Raises `conflict` where
   * it does not stand at `was` any more: another server has taken it up, or its session has ended.
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
        const message = `The model '${id}' goes on elsewhere, or its session has ended.`;
        throw new StorageError('conflict', message, { resource: 'model' });
      }
      await noteRemovals(db, [was]);
      return [was];
    });
  }

  /** Notes that gradients were added up since the last commit. */
  async noteSum(id: string): Promise<void> {
    await this.database.query((db) =>
      ownRows(db('tinker_runs'), this.owner).where({ id }).update({ summed: true, asked: timestamp() }),
    );
  }

  /** Raises `not_found`. */
  async get(id: string): Promise<TinkerRun> {
    const found: Row | undefined = await this.database.query(async (db) =>
      ownRows(db('tinker_runs'), this.owner).where({ id }).first(),
    );
    if (found === undefined) throw notFound('training run', id);
    return toRun(found);
  }

  /** The newest first. */
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

  /** Raises `quota_exceeded` where the owner has as many models under training as each may have. */
  async checkRoom(): Promise<void> {
    await this.database.query((db) => checkLive(db, this.owner));
  }
}

/** A model is under training while there is a state to go on from. */
async function checkLive(db: Knex, owner: Owner): Promise<void> {
  const [{ total }] = await ownRows(db('tinker_runs'), owner).whereNotNull('folder').count({ total: '*' });
  if (Number(total) < MOST_LIVE) return;
  const message =
    `There are ${total} models under training of this key's owner, which is the most. ` +
    'They go when their session ends.';
  throw new StorageError('quota_exceeded', message);
}

export async function runsOfSession(db: Knex, session: string): Promise<TinkerRun[]> {
  const rows: Row[] = await db('tinker_runs').where({ session }).whereNotNull('folder').orderBy('created');
  return rows.map(toRun);
}

/** Part of a transaction: forgets those of these runs that nothing is left of. */
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
