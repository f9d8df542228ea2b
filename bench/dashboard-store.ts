import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { connect, type DatabaseAddress } from '../src/store/connection.ts';
import { openStore } from '../src/store/store.ts';

/** Runs of the store, and records of each. */
export const RUNS = 100;
export const RECORDS = 100_000;
/** Whose they are: the owner of the key of a server that is started on the store. */
export const OWNER = 'local';
/** Names of a step's metrics, about as many as an RL job reports. */
export const NAMES = 32;
const SPIKE_AT = 77_777;
export const SPIKE = 1e6;
/** knex inserts several rows into SQLite by a compound select, of which that takes 500 terms. */
const RECORDS_PER_STATEMENT = 250;

/** A value that only its record has, but for the spike. */
export const valueAt = (at: number): number => (at === SPIKE_AT ? SPIKE : 1 + 1 / (at + 1));

/** Makes all runs, and fills the first as older versions have filled runs, without blocks. Gives back their ids. */
export async function fillFirstRun(address: DatabaseAddress): Promise<string[]> {
  const store = await openStore(address);
  const runs: string[] = [];
  for (let at = 0; at < RUNS; at++) {
    const named = { entity: 'e', project: 'p', name: `m${at}`, baseModel: 'toy', owner: OWNER };
    const { model } = await store.models.create({ ...named, returnExisting: false });
    runs.push(model.runId ?? '');
  }
  await store.close();
  const db = await connect(address);
  await db.transaction(async (rows) => {
    for (let at = 0; at < RECORDS; at += RECORDS_PER_STATEMENT) {
      const some = Array.from({ length: RECORDS_PER_STATEMENT }, (_, i) => recordAt(runs[0], at + i));
      await rows('run_history').insert(some);
    }
    await count(rows, runs[0]);
  });
  await db.destroy();
  return runs;
}

/**
 * Gives the other runs the records of the first, and its blocks, which have been kept meanwhile: the rows that as many
 * commits of theirs would have left, but for the values and the ids of records. Ten million commits would take hours.
 */
export async function copyFirstRun(address: DatabaseAddress, [first, ...others]: readonly string[]): Promise<void> {
  const db = await connect(address);
  const isPostgres = 'url' in address;
  // Whoever connects next turns the journal on again.
  if (!isPostgres) await db.raw('pragma journal_mode = off');
  for (const run of others) {
    await db.transaction(async (rows) => {
      // Ten million rows need not be asked whether their run is there.
      if (isPostgres) await rows.raw('set local session_replication_role = replica');
      await copyRun(rows, first, run);
    });
  }
  // As PostgreSQL does by itself in time.
  if (isPostgres) await db.raw('analyze');
  await db.destroy();
}

async function copyRun(db: Knex, from: string, to: string): Promise<void> {
  const firstSeq = async (run: string): Promise<number> => {
    const row: { seq: number } | undefined = await db('run_history').where({ run_id: run }).orderBy('seq').first('seq');
    return row?.seq ?? 0;
  };
  // Ids of a run follow each other, so that their index is written from one end to the other.
  await db.raw(
    `insert into run_history (id, run_id, step, time, metrics, gradient_step)
     select substr(cast(? as text), 1, 24) || (100000000000 + gradient_step), ?, step, time, metrics, gradient_step
     from run_history where run_id = ? order by seq`,
    [to, to, from],
  );
  await db.raw(
    `insert into series_blocks (run_id, block, last_seq, wide, gradient_step, step, time)
     select ?, block, last_seq + ?, wide, gradient_step, step, time from series_blocks where run_id = ?`,
    [to, (await firstSeq(to)) - (await firstSeq(from)), from],
  );
  const columns = 'block, name, count, minimum, maximum, last, first_step, last_step, "values"';
  await db.raw(
    `insert into series_columns (run_id, ${columns}) select ?, ${columns} from series_columns where run_id = ?`,
    [to, from],
  );
  await count(db, to);
}

async function count(db: Knex, run: string): Promise<void> {
  await db('runs')
    .where({ id: run })
    .update({ gradient_steps: RECORDS, records: RECORDS, latest: metricsAt(RECORDS - 1) });
}

function recordAt(run: string, at: number) {
  const time = new Date(1_795_000_000_000 + at * 1_000).toISOString();
  const step = 1 + Math.floor(at / 50);
  return { id: randomUUID(), run_id: run, step, time, metrics: metricsAt(at), gradient_step: at + 1 };
}

function metricsAt(at: number): string {
  const metrics = Array.from({ length: NAMES }, (_, name) => [`m${name}`, name === 0 ? valueAt(at) : at / (name + 3)]);
  return JSON.stringify(Object.fromEntries(metrics));
}
