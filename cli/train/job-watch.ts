import type { TrainingEvent, TrainingJob } from '../../clients/typescript/src/generated/types.gen.ts';
import { type Context, type EndingSignal, signalExitCodes } from '../context.ts';
import { CommandFailure, exitCodes } from '../failures.ts';
import { jsonText, printable } from '../output/printable.ts';
import { fieldLines } from '../output/table.ts';
import { ProgressBar } from './progress-bar.ts';

const columns = ['id', 'status', 'model_id', 'steps_done', 'total_steps', 'training_start', 'training_end'];
/** Metrics that a progress line shows of a gradient step, if it has them. */
const shownMetrics: readonly (readonly [metric: string, short: string])[] = [
  ['loss', 'loss'],
  ['policy_loss', 'loss'],
  ['reward/p50', 'reward p50'],
  ['grad_norm', 'norm'],
  ['throughput/tokens_per_second', 'tokens/s'],
];

/**
 * Follows a job to its end and prints its progress: on a terminal a bar with the remaining time, elsewhere a line for
 * each gradient step, with `--json` each event as it arrives. Throws `CommandFailure` if the job failed or was
 * cancelled, and if Ctrl-C ends the watching, which does not affect the job.
 */
export async function watchJob(context: Context, jobId: string): Promise<void> {
  const client = context.client();
  const stop = new AbortController();
  const undo = context.onInterrupt((signal) => stop.abort(stillRuns(jobId, signal)));
  const progress = new JobProgress(context);
  try {
    for await (const event of client.trainingJobs.events(jobId, { signal: stop.signal })) {
      if (context.json) await context.out(jsonText(event));
      else progress.take(event);
    }
    progress.end();
    const job = await client.trainingJobs.get(jobId);
    if (!context.json) for (const line of fieldLines(job, columns, context)) await context.out(line);
    if (job.status !== 'succeeded') throw notSucceeded(job);
  } finally {
    progress.end();
    undo();
  }
}

function stillRuns(jobId: string, signal: EndingSignal): CommandFailure {
  const words = `the job continues; to follow: daybreak jobs watch ${jobId}, to cancel: daybreak jobs cancel ${jobId}`;
  return new CommandFailure(words, signalExitCodes[signal]);
}

function notSucceeded({ id, status, error_message }: TrainingJob): CommandFailure {
  const why = error_message === null ? '' : `: ${error_message}`;
  return new CommandFailure(`training job ${id} ${status}${why}`, exitCodes.jobFailed);
}

/** Progress of a job, shown to a person. */
class JobProgress {
  readonly #context: Context;
  readonly #bar: ProgressBar;
  #done = 0;
  #total = 0;

  constructor(context: Context) {
    this.#context = context;
    this.#bar = new ProgressBar(process.stderr, context);
    this.#bar.show(0, 0, 'queued');
  }

  take(event: TrainingEvent): void {
    if (event.type === 'training_started') {
      this.#total = event.data.num_sequences;
      if (event.data.notice) this.#print(event.data.notice);
      this.#bar.show(0, this.#total, 'started');
    } else if (event.type === 'gradient_step') {
      this.#done += 1;
      const words = shownMetrics.flatMap(([name, short]) => {
        const value = event.data[name];
        return value === undefined ? [] : [`${short} ${shortNumber(value)}`];
      });
      if (this.#bar.isShown) this.#bar.show(this.#done, this.#total, words.join('  '));
      else this.#print(`step ${this.#done}/${this.#total}  ${words.join('  ')}`);
    }
  }

  end(): void {
    this.#bar.clear();
  }

  #print(line: string): void {
    this.#bar.clear();
    this.#context.err(printable(line));
  }
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}
