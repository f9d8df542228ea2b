import type { Command } from 'commander';
import type { TrainingJob } from '../../clients/typescript/src/generated/types.gen.ts';
import type { Context } from '../context.ts';
import { commandAt } from '../groups.ts';
import { addExamples } from '../operations/command.ts';
import { printRows } from '../operations/print.ts';
import { jsonText } from '../output/printable.ts';
import { withoutScope } from './status.ts';

/** `daybreak ps`: lists loaded models and jobs that have not ended. */
export function addPs(program: Command, context: Context): void {
  const command = commandAt(program, 'ps')
    .summary('Show loaded models and running jobs')
    .description('Shows the loaded models and their state, and the unfinished training jobs.')
    .action(async () => {
      const found = await readProcesses(context);
      if (context.json) return context.out(jsonText(found, 2));
      await printRows(
        context,
        ['model', 'precision', 'weight_bytes', 'cache_bytes', 'cache_type', 'context_length', 'running', 'waiting'],
        found.models,
      );
      if (found.jobs.length === 0) return;
      await context.out('');
      await printRows(context, ['job', 'kind', 'status', 'model_id', 'steps_done', 'total_steps', 'bytes'], found.jobs);
    });
  addExamples(command, ['ps', 'ps --json']);
}

async function readProcesses(context: Context) {
  const client = context.client();
  const stats = await withoutScope(client.stats());
  const jobs: TrainingJob[] = [];
  for (const status of ['running', 'queued'] as const) {
    for await (const job of client.trainingJobs.list({ status, limit: 100 })) jobs.push(job);
  }
  const memory = new Map(stats?.training_jobs.map(({ job_id, bytes }) => [job_id, bytes]));
  return {
    models: (stats?.models ?? []).map((model) => {
      const engine = stats?.engines.find((one) => one.model === model.id);
      const { running = 0, waiting = 0, tokens_per_second = null } = engine ?? {};
      return { model: model.id, ...model, running, waiting, tokens_per_second };
    }),
    jobs: jobs.map(({ id, kind, status, model_id, steps_done, total_steps }) => {
      return { job: id, kind, status, model_id, steps_done, total_steps, bytes: memory.get(id) ?? null };
    }),
  };
}
