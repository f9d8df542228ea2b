import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { checkText, timestamp } from './stored-value.ts';

/** With the optimizer state, or to sample from. */
export type TinkerKind = 'weights' | 'sampler_weights';

/** Names saved weights among those of an owner. */
export interface TinkerPlace {
  /** The id of the model that was trained. */
  run: string;
  kind: TinkerKind;
  name: string;
}

export interface TinkerCheckpoint extends TinkerPlace {
  /** A UUID, by which the adapter is cached. */
  id: string;
  baseModel: string;
  rank: number;
  /** Projections that the adapter is on, in PEFT's names. */
  targets: readonly string[];
  /** Relative to the data folder. */
  folder: string;
  bytes: number;
  /** What the client said of it. */
  labels: Record<string, string> | null;
  created: string;
  expires: string | null;
}

type NewTinkerCheckpoint = Omit<TinkerCheckpoint, 'created' | 'expires'> & {
  /** Milliseconds that it is kept; null for ever. */
  ttlMs: number | null;
  /** Takes the place of one of this name. */
  overwrite: boolean;
};

interface Row {
  id: string;
  owner: string;
  run: string;
  kind: TinkerKind;
  name: string;
  base_model: string;
  /** JSON. */
  targets: string;
  rank: number;
  folder: string;
  /** PostgreSQL gives it as text. */
  bytes: number | string;
  labels: string | null;
  created: string;
  expires: string | null;
}

/** Weights that clients of the Tinker API saved. What is past its time is not there, and goes when others are saved. */
export class TinkerCheckpoints {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Gives back folders that nothing needs any more, for `removePaths`: of the one that was overwritten, and of the
   * owner's expired ones. Raises `conflict` where the name is taken and `overwrite` is not set.
   */
  async add({ ttlMs, overwrite, targets, labels, ...checkpoint }: NewTinkerCheckpoint): Promise<string[]> {
    const owner = ownerOf(this.owner, undefined);
    const { id, run, kind, name, baseModel, rank, folder, bytes } = checkpoint;
    for (const text of [run, name, baseModel]) checkText('name', text);
    const now = Date.now();
    const row: Row = {
      ...{ id, owner, run, kind, name, base_model: baseModel, rank, folder, bytes },
      targets: JSON.stringify(targets),
      labels: labels === null ? null : JSON.stringify(labels),
      created: timestamp(),
      expires: ttlMs === null ? null : new Date(now + ttlMs).toISOString(),
    };
    return this.database.write(async (db) => {
      const going: Row[] = await ownRows(db<Row>('tinker_checkpoints'), owner).where('expires', '<=', row.created);
      const taken: Row | undefined = await db<Row>('tinker_checkpoints').where({ owner, run, kind, name }).first();
      if (taken !== undefined && !going.some((one) => one.id === taken.id)) {
        if (!overwrite) {
          const message = `There are weights of the name '${name}' already; another name, or overwrite, is needed.`;
          throw new StorageError('conflict', message, { resource: 'checkpoint' });
        }
        going.push(taken);
      }
      const paths = await remove(db, going);
      await db('tinker_checkpoints').insert(row);
      return paths;
    });
  }

  /** Raises `not_found`. */
  async get({ run, kind, name }: TinkerPlace): Promise<TinkerCheckpoint> {
    const found = await this.database.query(
      async (db): Promise<Row | undefined> => this.living(db).where({ run, kind, name }).first(),
    );
    if (found === undefined) throw notFound('checkpoint', `${run}/${kind}/${name}`);
    return toRecord(found);
  }

  /** The newest first; of one run, or of all. */
  list({
    run,
    offset,
    limit,
  }: {
    run?: string;
    offset: number;
    limit: number;
  }): Promise<{ data: TinkerCheckpoint[]; total: number }> {
    return this.database.query(async (db) => {
      const rows = () => (run === undefined ? this.living(db) : this.living(db).where({ run }));
      const found: Row[] = await rows()
        .orderBy([{ column: 'created', order: 'desc' }, 'id'])
        .offset(offset)
        .limit(limit);
      const [{ total }] = await rows().count({ total: '*' });
      return { data: found.map(toRecord), total: Number(total) };
    });
  }

  /** Gives back folders for `removePaths`. Raises `not_found`. */
  delete({ run, kind, name }: TinkerPlace): Promise<string[]> {
    return this.database.write(async (db) => {
      const found: Row | undefined = await this.living(db).where({ run, kind, name }).first();
      if (found === undefined) throw notFound('checkpoint', `${run}/${kind}/${name}`);
      return remove(db, [found]);
    });
  }

  private living(db: Knex): Knex.QueryBuilder {
    const now = timestamp();
    return ownRows(db('tinker_checkpoints'), this.owner).where((rows) =>
      rows.whereNull('expires').orWhere('expires', '>', now),
    );
  }
}

async function remove(db: Knex, rows: readonly Row[]): Promise<string[]> {
  const paths = rows.map(({ folder }) => folder);
  await db('tinker_checkpoints')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .delete();
  await noteRemovals(db, paths);
  return paths;
}

function toRecord({ base_model: baseModel, targets, labels, bytes, owner: _, ...row }: Row): TinkerCheckpoint {
  return {
    ...row,
    baseModel,
    targets: JSON.parse(targets),
    bytes: Number(bytes),
    labels: labels === null ? null : JSON.parse(labels),
  };
}
