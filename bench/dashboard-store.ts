import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { connect, type DatabaseAddress } from '../src/store/connection.ts';
import { openStore } from '../src/store/store.ts';

/** Number of runs in the store, and of records per run. */
export const RUNS = 100;
export const RECORDS = 100_000;
/** Owner of the runs: the owner of the key of a server started on this store. */
export const OWNER = 'local';
/** Number of metrics per step, about as many as an RL job reports. */
export const NAMES = 32;
const SPIKE_AT = 77_777;
export const SPIKE = 1e6;
/** knex inserts several rows into SQLite with a compound select, which is limited to 500 terms. */
const RECORDS_PER_STATEMENT = 250;

/** Returns a value that is unique to its record; one record is a spike. */
export const valueAt = (at: number): number => (at === SPIKE_AT ? SPIKE : 1 + 1 / (at + 1));

/** Creates all runs, and fills the first one as older versions did, without blocks. Returns the ids. */
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
 * Copies the records of the first run, and the blocks stored since, to the other runs. The rows equal those of as many
 * commits, except for the values and the ids of records. Ten million commits would take hours.
 */
export async function copyFirstRun(address: DatabaseAddress, [first, ...others]: readonly string[]): Promise<void> {
  const db = await connect(address);
  const isPostgres = 'url' in address;
  // The next connection turns the journal on again.
  if (!isPostgres) await db.raw('pragma journal_mode = off');
  for (const run of others) {
    await db.transaction(async (rows) => {
      // Skips the foreign-key check for ten million rows.
      if (isPostgres) await rows.raw('set local session_replication_role = replica');
      await copyRun(rows, first, run);
    });
  }
  // PostgreSQL would do this itself later.
  if (isPostgres) await db.raw('analyze');
  await db.destroy();
}

async function copyRun(db: Knex, from: string, to: string): Promise<void> {
  const firstSeq = async (run: string): Promise<number> => {
    const row: { seq: number } | undefined = await db('run_history').where({ run_id: run }).orderBy('seq').first('seq');
    return row?.seq ?? 0;
  };
  // Ids of a run are consecutive, so that their index is written sequentially.
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
