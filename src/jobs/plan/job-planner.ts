import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childProgram } from '../../inference/child-program.ts';
import { heapLimits } from '../../inference/cost/heap-limits.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import { TemplateError } from '../../model/text/jinja-template.ts';
import type { NewTrajectoryGroup } from '../../store/trajectory-files.ts';
import type { SftStep } from '../../training/sft/sft-job.ts';
import type { TrainStepRequest } from '../../training/train-step.ts';
import { TrainingInputError } from '../../training/training-input-error.ts';
import { JobFailure } from '../job-failure.ts';
import { listedGroup } from '../kept-trajectories.ts';
import type { PlanAnswer, PlanRequest, RlPlanRequest, RlSummary, SftPlanRequest } from './job-planner-messages.ts';

interface JobPlannerLimits {
  /** JavaScript heap of the process. */
  heapMiB: number;
  /** Longest time for one row or trajectory; a chat template may loop without end. */
  silenceMs: number;
  /** Idle time after which the process is ended. */
  idleMs: number;
}

const defaultLimits: JobPlannerLimits = { heapMiB: heapLimits().reader, silenceMs: 120_000, idleMs: 15_000 };

type Base = Pick<PlanRequest, 'basePath' | 'maxLength'>;

/** Share of the heap for parsed rows; their tokens and garbage take the rest. */
const PARSED_SHARE = 0.7;

/** Signals and exit code with which V8 ends a process whose heap is full. */
const OUT_OF_MEMORY: ReadonlySet<NodeJS.Signals | number | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 134]);

/**
 * Turns the data of jobs into optimizer steps in a child process, which runs chat templates on users' data and bounds
 * their time and memory. Plans one job at a time; owners take turns.
 */
export class JobPlanner {
  readonly #slots = new FairSemaphore(1);
  readonly #limits: JobPlannerLimits;
  #idle: ChildProcess | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<JobPlannerLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Plans an SFT job. Throws `TrainingInputError` and `TemplateError` for data that cannot be trained on, `JobFailure`
   * for data that takes too much memory or time, and the signal's reason.
   */
  async sft(owner: string, request: Base & Omit<SftPlanRequest, 'kind'>, signal: AbortSignal): Promise<SftStep[]> {
    const steps: SftStep[] = [];
    await this.#plan(owner, { kind: 'sft', ...request, maxHeap: this.#maxHeap }, signal, (answer) => {
      if (answer.kind === 'sft step') steps.push(answer.step);
    });
    return steps;
  }

  /** Plans an RL job. `groups` describes the groups in the file `keepIn`. Throws as `sft` does. */
  async rl(
    owner: string,
    request: Base & Omit<RlPlanRequest, 'kind'>,
    signal: AbortSignal,
  ): Promise<RlSummary & { steps: TrainStepRequest[]; groups: NewTrajectoryGroup[] }> {
    const steps: TrainStepRequest[] = [];
    const groups: NewTrajectoryGroup[] = [];
    const summary = await this.#plan(owner, { kind: 'rl', ...request, maxHeap: this.#maxHeap }, signal, (answer) => {
      if (answer.kind === 'rl step') steps.push(answer.step);
      if (answer.kind === 'kept group') groups.push(listedGroup(answer.group, answer.planned));
    });
    return { ...(summary as RlSummary), steps, groups };
  }

  async #plan(
    owner: string,
    request: PlanRequest,
    signal: AbortSignal,
    onAnswer: (answer: PlanAnswer) => void,
  ): Promise<RlSummary | null> {
    const end = await this.#slots.acquire(owner, signal);
    try {
      return await this.#planNow(request, signal, onAnswer);
    } finally {
      end();
    }
  }

  async #planNow(
    request: PlanRequest,
    signal: AbortSignal,
    onAnswer: (answer: PlanAnswer) => void,
  ): Promise<RlSummary | null> {
    signal.throwIfAborted();
    const child = this.#take();
    const { promise, resolve, reject } = Promise.withResolvers<RlSummary | null>();
    const isSilent = () => reject(new JobFailure(this.#tooMuch(`${this.#limits.silenceMs / 1_000} seconds`)));
    const silence = setTimeout(isSilent, this.#limits.silenceMs);
    let isDone = false;
    const onMessage = (answer: PlanAnswer): void => {
      silence.refresh();
      onAnswer(answer);
      isDone = !['at work', 'sft step', 'rl step', 'kept group'].includes(answer.kind);
      if (answer.kind === 'planned') resolve(answer.summary);
      else if (isDone) reject(this.#errorOf(answer));
    };
    const onExit = (code: number | null, how: NodeJS.Signals | null): void => {
      const isFull = OUT_OF_MEMORY.has(how ?? code);
      reject(isFull ? this.#errorOf({ kind: 'too much memory' }) : new Error(`the job planner ended (${how ?? code})`));
    };
    const onAbort = (): void => reject(signal.reason);
    child.on('message', onMessage).once('exit', onExit).once('error', reject);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      child.send(request, (error) => error && reject(error));
      return await promise;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', reject);
      if (isDone) this.#putBack(child);
      else child.kill('SIGKILL');
    }
  }

  get #maxHeap(): number {
    return this.#limits.heapMiB * 2 ** 20 * PARSED_SHARE;
  }

  #take(): ChildProcess {
    clearTimeout(this.#timer);
    const idle = this.#idle;
    this.#idle = null;
    if (idle?.connected) return idle;
    const script = import.meta.url.endsWith('.ts') ? './job-planner-main.ts' : './job-planner-main.js';
    const child = fork(fileURLToPath(new URL(script, import.meta.url)), [], {
      serialization: 'advanced',
      ...childProgram([`--max-old-space-size=${this.#limits.heapMiB}`]),
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // If the process cannot be started, `send` reports it.
    child.on('error', () => {});
    child.unref();
    return child;
  }

  #putBack(child: ChildProcess): void {
    child.channel?.unref();
    this.#idle = child;
    this.#timer = setTimeout(() => {
      this.#idle = null;
      child.kill('SIGKILL');
    }, this.#limits.idleMs).unref();
  }

  #errorOf(answer: PlanAnswer): Error {
    if (answer.kind === 'refused') return new TrainingInputError(answer.place, answer.reason);
    if (answer.kind === 'template refused') return new TemplateError(answer.reason);
    if (answer.kind === 'failed') return new Error(answer.message);
    return new JobFailure(this.#tooMuch(`${this.#limits.heapMiB} MiB of memory`));
  }

  #tooMuch(what: string): string {
    return `Reading the training data takes more than ${what}. Split it over several jobs.`;
  }
}
