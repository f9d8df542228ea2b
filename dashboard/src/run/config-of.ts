import type { Model, Run, TrainingJob } from '../../generated/types.gen.ts';

/** Returns the newest successful job, whose configuration made the served checkpoint; else the newest job. */
function newestOf(jobs: readonly TrainingJob[]): TrainingJob | undefined {
  const newest = jobs.toSorted((a, b) => b.created.localeCompare(a.created));
  return newest.find(({ status }) => status === 'succeeded') ?? newest[0];
}

/** Returns the settings of a job. An SFT job's request contains its `config`; an RL job's record is a config. */
function settingsOf({ kind, config }: TrainingJob): [name: string, value: unknown][] {
  return Object.entries(config ?? {}).flatMap(([name, value]) => {
    const isConfig = kind === 'sft' && name === 'config';
    const isNested = isConfig && typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isNested) return Object.entries(value).map(([part, one]): [string, unknown] => [`config.${part}`, one]);
    return [[kind === 'sft' ? name : `config.${name}`, value]];
  });
}

/** Returns the identity of a run and the settings of its newest job, by name. */
export function configOf(run: Run, model: Model, jobs: readonly TrainingJob[]): [name: string, value: string][] {
  const newest = newestOf(jobs);
  const told = {
    project: model.project,
    name: run.name,
    base_model: model.base_model,
    jobs: jobs.length,
    ...(newest ? { 'kind of job': newest.kind } : {}),
  };
  const set = newest === undefined ? [] : settingsOf(newest);
  return [...Object.entries(told), ...set].map(([name, value]) => [name, shown(value)]);
}

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
