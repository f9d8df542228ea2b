import { setImmediate as nextIteration } from 'node:timers/promises';
import type { Knex } from 'knex';
import { notFound, StorageError } from '../artifacts/storage-error.ts';
import type { Database } from './database.ts';
import { type Owner, ownerOf, ownRows } from './ownership.ts';
import { noteRemovals } from './removals.ts';
import { checkText, timestamp } from './stored-value.ts';
import { forgetEmptyRuns } from './tinker-runs.ts';

/** Kind of saved weights: with the optimizer state, to sample from, or to download. */
export type TinkerKind = 'weights' | 'sampler_weights' | 'external_weights';

/** Key of saved weights among those of an owner. */
export interface TinkerPlace {
  /** Id of the model that was trained. */
  run: string;
  kind: TinkerKind;
  name: string;
}

export interface TinkerCheckpoint extends TinkerPlace {
  /** UUID under which the adapter is cached. */
  id: string;
  baseModel: string;
  rank: number;
  /** Projections that the adapter applies to, in PEFT's names. */
  targets: readonly string[];
  /** Relative to the data folder. */
  folder: string;
  bytes: number;
  /** Labels from the client. */
  labels: Record<string, string> | null;
  /** Whether every owner may read the weights. */
  public: boolean;
  created: string;
  expires: string | null;
}

type NewTinkerCheckpoint = Omit<TinkerCheckpoint, 'public' | 'created' | 'expires'> & {
  /** Lifetime in milliseconds; null for ever. */
  ttlMs: number | null;
  /** Whether to replace weights of the same name. */
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
  /** PostgreSQL returns bigint as text. */
  bytes: number | string;
  labels: string | null;
  public: boolean | number;
  created: string;
  expires: string | null;
}

/** Checkpoints deleted in one transaction. */
const CHECKPOINTS_PER_STATEMENT = 100;

/** Weights that clients of the Tinker API saved. Expired weights are invisible, and `deleteExpired` deletes them. */
export class TinkerCheckpoints {
  private readonly database: Database;
  private readonly owner: Owner;

  constructor(database: Database, owner: Owner = null) {
    this.database = database;
    this.owner = owner;
  }

  /**
   * Adds saved weights. Returns folders that nothing needs any more, for `removePaths`: the overwritten one, and those
   * of the owner's expired weights. Throws `conflict` if the name is taken and `overwrite` is not set.
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
      public: false,
      created: timestamp(),
      expires: ttlMs === null ? null : new Date(now + ttlMs).toISOString(),
    };
    return this.database.write(async (db) => {
      const going: Row[] = await ownRows(db<Row>('tinker_checkpoints'), owner).where('expires', '<=', row.created);
      const taken: Row | undefined = await db<Row>('tinker_checkpoints').where({ owner, run, kind, name }).first();
      if (taken !== undefined && !going.some((one) => one.id === taken.id)) {
        if (!overwrite) {
          const message = `Weights named '${name}' already exist; use another name, or overwrite.`;
          throw new StorageError('conflict', message, { resource: 'checkpoint' });
        }
        going.push(taken);
      }
      const paths = await remove(db, going);
      await db('tinker_checkpoints').insert(row);
      return paths;
    });
  }

  /** Returns weights that are the owner's or public. Throws `not_found`. */
  get({ run, kind, name }: TinkerPlace): Promise<TinkerCheckpoint> {
    return this.readable({ run, kind, name }, `tinker://${run}/${kind}/${name}`);
  }

  /** Returns weights that are the owner's or public. Throws `not_found`. */
  withId(id: string): Promise<TinkerCheckpoint> {
    return this.readable({ id }, id);
  }

  private async readable(where: Partial<Row>, told: string): Promise<TinkerCheckpoint> {
    const found = await this.database.query(async (db): Promise<Row | undefined> => {
      const rows: Row[] = await notExpired(db('tinker_checkpoints')).where(where);
      return rows.find((row) => row.public || this.owner === null || row.owner === this.owner);
    });
    if (found === undefined) throw notFound('saved checkpoint', told);
    return toRecord(found);
  }

  /** Returns saved weights of one run or of all, newest first. */
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
      const rows = () => (run === undefined ? this.unexpired(db) : this.unexpired(db).where({ run }));
      const found: Row[] = await rows()
        .orderBy([{ column: 'created', order: 'desc' }, 'id'])
        .offset(offset)
        .limit(limit);
      const [{ total }] = await rows().count({ total: '*' });
      return { data: found.map(toRecord), total: Number(total) };
    });
  }

  /** Returns the newest weights with optimizer state and the newest to sample from, of each run that has any. */
  async newest(
    runs: readonly string[],
  ): Promise<Map<string, { weights: TinkerCheckpoint | null; sampler: TinkerCheckpoint | null }>> {
    const rows: (Row & { place: unknown })[] = await this.database.query((db) => {
      const ranked = this.unexpired(db)
        .whereIn('run', runs)
        .select('*')
        .rowNumber('place', (over) =>
          over.partitionBy(['run', 'kind']).orderBy([{ column: 'created', order: 'desc' }, 'id']),
        );
      return db.from(ranked.as('ranked')).where({ place: 1 });
    });
    const found = rows.map(({ place: _, ...row }) => toRecord(row));
    return new Map(
      Array.from(
        Map.groupBy(found, ({ run }) => run),
        ([run, own]) => {
          const newest = (kind: TinkerKind) => own.find((one) => one.kind === kind) ?? null;
          return [run, { weights: newest('weights'), sampler: newest('sampler_weights') }];
        },
      ),
    );
  }

  /** Makes the weights public, or private again. Throws `not_found`. */
  setPublic(place: TinkerPlace, isPublic: boolean): Promise<void> {
    return this.change(place, { public: isPublic });
  }

  /** Sets the lifetime from now on, in milliseconds; null for ever. Throws `not_found`. */
  setTtl(place: TinkerPlace, ttlMs: number | null): Promise<void> {
    return this.change(place, { expires: ttlMs === null ? null : new Date(Date.now() + ttlMs).toISOString() });
  }

  private async change({ run, kind, name }: TinkerPlace, change: Partial<Row>): Promise<void> {
    const changed = await this.database.query((db) => this.unexpired(db).where({ run, kind, name }).update(change));
    if (changed === 0) throw notFound('saved checkpoint', `tinker://${run}/${kind}/${name}`);
  }

  /** Deletes saved weights. Returns folders for `removePaths`. Throws `not_found`. */
  delete({ run, kind, name }: TinkerPlace): Promise<string[]> {
    return this.database.write(async (db) => {
      const found: Row | undefined = await this.unexpired(db).where({ run, kind, name }).first();
      if (found === undefined) throw notFound('saved checkpoint', `tinker://${run}/${kind}/${name}`);
      return remove(db, [found]);
    });
  }

  /**
   * Deletes expired weights, some per transaction. The caller removes the yielded folders before it asks for the next.
   */
  async *deleteExpired(): AsyncGenerator<string[], void, void> {
    for (;;) {
      const { count, paths } = await this.database.write(async (db) => {
        const expired = ownRows(db<Row>('tinker_checkpoints').where('expires', '<=', timestamp()), this.owner);
        const rows: Row[] = await expired.limit(CHECKPOINTS_PER_STATEMENT).forUpdate();
        return { count: rows.length, paths: await remove(db, rows) };
      });
      yield paths;
      if (count < CHECKPOINTS_PER_STATEMENT) return;
      await nextIteration();
    }
  }

  private unexpired(db: Knex): Knex.QueryBuilder {
    return ownRows(notExpired(db('tinker_checkpoints')), this.owner);
  }
}

function notExpired(rows: Knex.QueryBuilder): Knex.QueryBuilder {
  return rows.where((one) => one.whereNull('expires').orWhere('expires', '>', timestamp()));
}

async function remove(db: Knex, rows: readonly Row[]): Promise<string[]> {
  const paths = rows.map(({ folder }) => folder);
  await db('tinker_checkpoints')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .delete();
  await forgetEmptyRuns(
    db,
    rows.map(({ run }) => run),
  );
  await noteRemovals(db, paths);
  return paths;
}

function toRecord({ base_model: baseModel, targets, labels, bytes, owner: _, ...row }: Row): TinkerCheckpoint {
  return {
    ...row,
    baseModel,
    targets: JSON.parse(targets),
    bytes: Number(bytes),
    public: Boolean(row.public),
    labels: labels === null ? null : JSON.parse(labels),
  };
}
