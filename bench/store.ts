import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../src/store/lease.ts';
import type { ModelRecord } from '../src/store/models.ts';
import { openStore, type Store } from '../src/store/store.ts';
import type { Row } from './report.ts';

/** Rows of a model. Each checkpoint belongs to a job; the events are distributed evenly over the jobs. */
interface Size {
  events: number;
  checkpoints: number;
}

export const SMALL: Size = { events: 1_000, checkpoints: 100 };
export const LARGE: Size = { events: 1_000_000, checkpoints: 100_000 };
const OWNER = 'ann';
const REPETITIONS = 200;

/** Measures frequent database operations of a server, in milliseconds; with SQLite they block the event loop. */
export async function benchStore(samples: number, large: Size = LARGE): Promise<Row[]> {
  const [few, many] = [await filledStore(SMALL), await filledStore(large)];
  try {
    const rows: Row[] = [];
    for (const [what, operation] of Object.entries(operations)) {
      const [before, after] = [await times(few, operation, samples), await times(many, operation, samples)];
      rows.push(row(what, after, before));
    }
    const [before, after] = [await longestTurn(few, deleteModel), await longestTurn(many, deleteModel)];
    return [...rows, row('delete the model, longest event-loop delay', [after], [before])];
  } finally {
    for (const { store, folder } of [few, many]) {
      await store.close();
      await rm(folder, { recursive: true });
    }
  }
}

interface Filled {
  store: Store;
  folder: string;
  model: ModelRecord;
  /** Newest job that has ended. */
  jobId: string;
  /** Lease of a running job, and its steps so far. */
  lease: Lease;
  steps: number;
}

type Operation = (filled: Filled) => Promise<unknown>;

const operations: Record<string, Operation> = {
  'commit an optimizer step': ({ store, lease, steps }) =>
    store.jobs.commitStep(lease, { index: steps, metrics: { loss: 1 }, folder: `checkpoints/m/running-${steps}` }),
  'heartbeat of a job': ({ store, lease }) => store.jobs.heartbeat(lease),
  'queue a job and cancel it': async ({ store, model }) => {
    const { id } = await store.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: null, config: {} });
    await store.jobs.cancel(id);
  },
  'claim the next job': ({ store }) => store.jobs.claimNext(),
  'purge data kept for retries': ({ store }) => store.jobs.dropKept(24 * 3_600_000),
  'page of events': ({ store, jobId }) => store.ownedBy(OWNER).events.page(jobId, { order: 'desc' }),
  'page of the run': ({ store, model }) => store.ownedBy(OWNER).runs.history(model.runId ?? '', { order: 'desc' }),
  'page of jobs': ({ store }) => store.ownedBy(OWNER).jobs.list({}, { order: 'desc' }),
  'page of failed jobs of the model': ({ store, model }) =>
    store.ownedBy(OWNER).jobs.list({ modelId: model.id, status: 'failed' }),
  'page of checkpoints': ({ store, model }) => store.ownedBy(OWNER).checkpoints.page(model.id, { order: 'desc' }),
  'newest checkpoint, as for a chat': ({ store, model }) => store.ownedBy(OWNER).checkpoints.newest(model.id),
  'record a log': ({ store, model }) =>
    store.ownedBy(OWNER).logs.record({
      modelId: model.id,
      split: 'val',
      file: null,
      groups: 1,
      trajectories: 1,
      metrics: { 'val/reward': 1 },
    }),
  'delete a checkpoint': async ({ store, model }) => {
    const { data } = await store.checkpoints.page(model.id, { limit: 1 });
    await store.ownedBy(OWNER).checkpoints.delete(
      model.id,
      data.map(({ step }) => step),
    );
  },
  'jobs by status, for /metrics': ({ store }) => store.jobs.countByStatus(),
};

const deleteModel: Operation = ({ store, model }) => store.ownedBy(OWNER).models.delete(model.id);

async function times(filled: Filled, operation: Operation, samples: number): Promise<number[]> {
  const measured: number[] = [];
  for (let i = 0; i < samples * REPETITIONS; i++) measured.push(await timed(filled, operation));
  return measured;
}

async function timed(filled: Filled, operation: Operation): Promise<number> {
  const start = performance.now();
  await operation(filled);
  const ms = performance.now() - start;
  if (operation === operations['commit an optimizer step']) filled.steps++;
  return ms;
}

/** Returns the longest event-loop delay during the operation, in milliseconds. */
async function longestTurn(filled: Filled, operation: Operation): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  await operation(filled);
  // The next tick registers the last delay.
  await sleep(10);
  delays.disable();
  return delays.max / 1e6;
}

function row(what: string, after: number[], before: number[]): Row {
  const digits = (values: number[]) => `${at(values, 0)} / ${at(values, 0.5)} / ${at(values, 0.95)}`;
  return {
    what,
    figure: digits(after),
    unit: 'ms',
    roofline: `${digits(before)} with ${SMALL.events} and ${SMALL.checkpoints}`,
  };
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))].toFixed(2);
}

async function filledStore(size: Size): Promise<Filled> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-bench-store-'));
  const sqliteFile = join(folder, 'daybreak.sqlite');
  const store = await openStore({ sqliteFile });
  const { model } = await store.models.create({
    entity: 'e',
    project: 'p',
    name: 'm',
    baseModel: 'toy',
    owner: OWNER,
    returnExisting: false,
  });
  const jobId = fill(sqliteFile, model, size);
  await store.jobs.enqueue({ modelId: model.id, kind: 'rl', payload: null, config: {} });
  const claimed = await store.jobs.claimNext();
  if (claimed === null) throw new Error('the job is not in the queue');
  await store.jobs.begin(claimed.lease, 64);
  return { store, folder, model, jobId, lease: claimed.lease, steps: 0 };
}

/** Writes the rows that this many jobs would have left, in one transaction. Returns the last job's id. */
function fill(sqliteFile: string, model: ModelRecord, { events, checkpoints }: Size): string {
  const db = new DatabaseSync(sqliteFile, { timeout: 5_000 });
  const insert = (table: string, columns: string) =>
    db.prepare(`insert into ${table} (${columns}) values (${columns.replaceAll(/\w+/g, '?')})`);
  const job = insert(
    'jobs',
    'id, model_id, owner, kind, status, config, created, ended, lease_token, attempts, cancel_requested, event_count',
  );
  const event = insert('events', 'id, job_id, seq, type, data, key, created');
  const checkpoint = insert('checkpoints', 'id, model_id, step, version, metrics, folder, job_id, kind, created');
  const entry = insert('run_history', 'id, run_id, step, time, metrics, job_id, gradient_step');
  const metrics = JSON.stringify({ loss: 0.5, grad_norm: 1.25, entropy: 2 });
  const now = new Date().toISOString();
  const each = events / checkpoints;
  let id = '';
  db.exec('begin');
  for (let step = 1; step <= checkpoints; step++) {
    id = randomUUID();
    job.run(id, model.id, OWNER, 'rl', step % 2 === 0 ? 'succeeded' : 'failed', '{}', now, now, 1, 1, 0, each);
    checkpoint.run(randomUUID(), model.id, step, step, metrics, `checkpoints/m/${step}`, id, 'rl', now);
    for (let seq = 1; seq <= each; seq++) {
      event.run(randomUUID(), id, seq, 'gradient_step', metrics, `step-${seq}`, now);
      entry.run(randomUUID(), model.runId, step, now, metrics, id, (step - 1) * each + seq);
    }
  }
  db.prepare('update models set next_version = ?').run(checkpoints + 1);
  db.prepare('update runs set gradient_steps = ?, records = ?').run(events, events);
  db.exec('commit');
  db.close();
  return id;
}
