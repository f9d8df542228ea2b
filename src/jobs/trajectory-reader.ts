import { Worker } from 'node:worker_threads';
import { readerHeapMiB } from '../inference/cost/reader-heap.ts';
import { FairTurns } from '../inference/fair-turns.ts';
import type { TrajectoryGroup } from '../training/rl/trajectory.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { JobFailure } from './job-failure.ts';
import type { TrajectoryJob, TrajectoryMessage } from './trajectory-messages.ts';

const heapMiB = readerHeapMiB();

/**
 * Reads the trajectories of jobs, one job at a time, in threads, so that requests are answered meanwhile. Owners have
 * their turns.
 */
export class TrajectoryReader {
  readonly #turns = new FairTurns(1);

  /** Throws `TrainingInputError`, `JobFailure` for more than fits the memory, and the signal's reason. */
  async read(owner: string, job: TrajectoryJob, signal: AbortSignal): Promise<TrajectoryGroup[]> {
    const end = await this.#turns.take(owner, signal);
    try {
      return await readInThread(job, signal);
    } finally {
      end();
    }
  }
}

async function readInThread(job: TrajectoryJob, signal: AbortSignal): Promise<TrajectoryGroup[]> {
  signal.throwIfAborted();
  const entry = import.meta.url.endsWith('.ts') ? './trajectory-thread.ts' : './trajectory-thread.js';
  const resourceLimits = { maxOldGenerationSizeMb: heapMiB };
  const thread = new Worker(new URL(entry, import.meta.url), {
    workerData: job,
    resourceLimits,
    execArgv: [],
    env: {},
  });
  const { promise, resolve, reject } = Promise.withResolvers<TrajectoryGroup[]>();
  const groups: TrajectoryGroup[] = [];
  thread.on('message', (message: TrajectoryMessage) => {
    if (message.kind === 'group') {
      const { exceptions, unknown } = message;
      groups.push({ trajectories: [], exceptions, unknown });
    } else if (message.kind === 'trajectory') groups[groups.length - 1].trajectories.push(message.trajectory);
    else if (message.kind === 'end') resolve(groups);
    else reject(new TrainingInputError(message.place, message.reason));
  });
  thread.on('error', (error: NodeJS.ErrnoException) => {
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error);
  });
  thread.on('exit', () => reject(new Error('the thread that reads trajectories ended')));
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return promise.finally(async () => {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  });
}

function tooMuch(): JobFailure {
  return new JobFailure(
    `The trajectories take more than ${heapMiB} MiB of memory to read. Split them over several jobs.`,
  );
}
