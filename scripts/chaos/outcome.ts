import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asked } from './server.ts';
import { eventsOf, type JobEvent, type TrainedModel } from './training.ts';

/** Complete result of training a model, without ids and times; equal for equivalent runs. */
export interface Outcome {
  /** Types and data of every job's events. */
  events: { type: string; data: object }[][];
  checkpoints: { step: number; metrics: object }[];
  history: { step: number; metrics: object }[];
  /** Trajectories of its jobs in order, each with per-token data if kept. */
  trajectories: { summary: object; tokens: object | null }[];
  /** SHA-256 of every file of its checkpoints, by step and name. */
  files: Record<string, string>;
}

/** Metrics that depend on time, the only ones that may differ. */
const clocked = /(^|[_/])(tokens_per_second|seconds|time)([_/]|$)/;

/**
 * Reads a model's outcome; `home` is the server's data folder. Folders of steps that are no checkpoints of the model
 * appear as extra files, unless `isLookedAt` excludes them.
 */
export async function outcomeOf(
  server: Asked,
  home: string,
  model: TrainedModel,
  isLookedAt: (folder: string) => boolean = () => true,
): Promise<Outcome> {
  const events: Outcome['events'] = [];
  for (const job of model.jobs) events.push((await eventsOf(server, job)).map(withoutTimes));
  const checkpoints = await server.call('GET', `/preview/models/${model.id}/checkpoints?limit=100`);
  const { run_id: run } = await server.call('GET', `/preview/models/${model.id}`);
  const history = await server.call('GET', `/preview/runs/${run}/history?limit=100`);
  const measured = ({ step, metrics }: { step: number; metrics: object }) => ({ step, metrics: untimed(metrics) });
  return {
    events,
    checkpoints: checkpoints.data.map(measured),
    history: history.data.map(measured),
    trajectories: await trajectoriesOf(server, model.id),
    files: await filesOf(join(home, 'checkpoints', model.id), isLookedAt),
  };
}

async function trajectoriesOf(server: Asked, model: string): Promise<Outcome['trajectories']> {
  const found: Outcome['trajectories'] = [];
  for (let after = ''; ; ) {
    const query = `sort=oldest&limit=100${after === '' ? '' : `&after=${after}`}`;
    const page = await server.call('GET', `/preview/models/${model}/trajectories?${query}`);
    for (const { id, job_id, created, ...summary } of page.data) {
      const tokens = `/preview/models/${model}/trajectories/${id}/tokens`;
      found.push({ summary, tokens: summary.has_tokens ? await server.call('GET', tokens) : null });
    }
    if (!page.has_more) return found;
    after = page.last_id;
  }
}

/** Lists temporary and job files in the data folder; there are none once all jobs have succeeded. */
export async function leftovers(home: string): Promise<string[]> {
  const names = await readdir(home, { recursive: true });
  return names.filter((name) => /(^|\/)\.tmp-|^jobs\//.test(name));
}

function withoutTimes({ type, data }: JobEvent): { type: string; data: object } {
  return { type, data: untimed(data) };
}

function untimed(metrics: object): object {
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => !clocked.test(name)));
}

async function filesOf(folder: string, isLookedAt: (folder: string) => boolean): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const checkpoint of (await readdir(folder)).filter(isLookedAt).toSorted()) {
    const step = /^\d+/.exec(checkpoint)?.[0] ?? checkpoint;
    for (const name of (await readdir(join(folder, checkpoint))).toSorted()) {
      const hash = createHash('sha256').update(await readFile(join(folder, checkpoint, name)));
      // A second folder of the same step must not overwrite the first.
      const key = `${step}/${name}`;
      files[key in files ? `${key} again, in ${checkpoint}` : key] = hash.digest('hex');
    }
  }
  return files;
}
