import type { Knex } from 'knex';
import { heldFolders, unneededFolders } from './checkpoint-folders.ts';
import { UNFINISHED } from './job-record.ts';
import { noteRemovals } from './removals.ts';
import { type MetricValues, parseMetrics, parseObject } from './stored-value.ts';
import { noteUpdate } from './update-notes.ts';

/**
 * Checkpoints of a model to keep, applied when it is set and when a job makes the next checkpoint. Step 0, and
 * checkpoints that jobs start from or compare with, are kept in any case.
 */
export interface Retention {
  /** Number of highest steps to keep, at least 1: the newest always stays. */
  keepLast: number;
  /** Interval of steps to keep, the multiples of this number; null for none. */
  keepEvery: number | null;
  keepBest: BestCheckpoints | null;
}

/**
 * Checkpoints with the best values of a metric. A checkpoint without the metric does not count; among equals the
 * earlier wins.
 */
export interface BestCheckpoints {
  metric: string;
  mode: 'max' | 'min';
  count: number;
}

interface Candidate {
  step: number;
  metrics: MetricValues;
}

/**
 * Most checkpoints deleted in one transaction: SQLite runs on the event loop. The rest is deleted with the next
 * checkpoint.
 */
const MAX_DROPPED = 1_000;

/** Returns the steps that no rule keeps, lowest first. */
export function unkeptSteps(checkpoints: readonly Candidate[], retention: Retention): number[] {
  const { keepLast, keepEvery, keepBest } = retention;
  const steps = checkpoints.map(({ step }) => step).sort((a, b) => a - b);
  const kept = new Set([0, ...steps.slice(-keepLast), ...(keepBest === null ? [] : bestSteps(checkpoints, keepBest))]);
  return steps.filter((step) => !kept.has(step) && (keepEvery === null || step % keepEvery !== 0));
}

function bestSteps(checkpoints: readonly Candidate[], { metric, mode, count }: BestCheckpoints): number[] {
  const sign = mode === 'max' ? -1 : 1;
  const rated = checkpoints
    .filter(({ metrics }) => Object.hasOwn(metrics, metric))
    .map(({ step, metrics }) => ({ step, cost: sign * metrics[metric] }));
  return rated
    .sort((a, b) => a.cost - b.cost || a.step - b.step)
    .slice(0, count)
    .map(({ step }) => step);
}

/**
 * Deletes the checkpoints that the model's retention, or else the server's default, does not keep. Runs inside the
 * transaction that adds the newest checkpoint or sets the retention. Returns folders that nothing needs any more, for
 * `removePaths`.
 */
export async function dropUnkept(db: Knex, modelId: string, usual: Retention | null): Promise<string[]> {
  const model: { retention: string | null } | undefined = await db('models').where({ id: modelId }).first('retention');
  const retention = parseRetention(model?.retention ?? null) ?? usual;
  if (retention === null) return [];
  const rows: { step: number; metrics: string }[] = await db('checkpoints')
    .where({ model_id: modelId })
    .select('step', 'metrics');
  const unkept = unkeptSteps(
    rows.map(({ step, metrics }) => ({ step, metrics: parseMetrics(metrics) })),
    retention,
  );
  if (unkept.length === 0) return [];
  // Locked from here on, so that no job begins to use a checkpoint that is about to be deleted.
  const candidates: { id: string; step: number; folder: string | null }[] = await db('checkpoints')
    .where({ model_id: modelId })
    .whereIn('step', unkept.slice(0, MAX_DROPPED))
    .orderBy('step')
    .forUpdate()
    .select('id', 'step', 'folder');
  const folders = candidates.map(({ folder }) => folder);
  const held = await heldFolders(db, folders);
  const awaited = await awaitedSteps(db, modelId);
  const going = candidates.filter(({ step, folder }) => !awaited.has(step) && (folder === null || !held.has(folder)));
  const ids = going.map(({ id }) => id);
  await db('checkpoints').whereIn('id', ids).delete();
  for (const id of ids) noteUpdate(db, { type: 'checkpoint', id, modelId });
  const paths = await unneededFolders(db, folders);
  await noteRemovals(db, paths);
  return paths;
}

/**
 * Returns the steps that unfinished jobs are to compare with. A job that was accepted before the step existed holds it
 * only from its begin.
 */
async function awaitedSteps(db: Knex, modelId: string): Promise<Set<unknown>> {
  const configs: string[] = await db('jobs').where({ model_id: modelId }).whereIn('status', UNFINISHED).pluck('config');
  return new Set(configs.map((config) => parseObject(config).kl_penalty_reference_step));
}

/** Returns a retention as the text of a column. */
export function retentionText(retention: Retention | null): string | null {
  return retention === null ? null : JSON.stringify(retention);
}

export function parseRetention(text: string | null): Retention | null {
  return text === null ? null : (JSON.parse(text) as Retention);
}
