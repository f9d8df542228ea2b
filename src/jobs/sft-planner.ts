import { Worker } from 'node:worker_threads';
import { readerHeapMiB } from '../inference/cost/reader-heap.ts';
import { FairTurns } from '../inference/fair-turns.ts';
import type { ServedModel } from '../inference/served-models.ts';
import { TemplateError } from '../model/text/template-error.ts';
import { modelChatText } from '../training/model-chat-text.ts';
import type { SftConfig } from '../training/sft/sft-config.ts';
import { readSftData } from '../training/sft/sft-data.ts';
import { planSftJob, type SftStep } from '../training/sft/sft-job.ts';
import { TrainingInputError } from '../training/training-input-error.ts';
import { givingWay } from './giving-way.ts';
import { JobFailure } from './job-failure.ts';
import type { SftMessage, SftThreadJob } from './sft-messages.ts';

export interface SftPlannerLimits {
  /** Data of so many bytes and more are read in a thread: one row of them would hold up the process. */
  largeFrom: number;
  /** The JavaScript heap of a thread. */
  heapMiB: number;
}

const defaultLimits: SftPlannerLimits = { largeFrom: 256 * 2 ** 10, heapMiB: readerHeapMiB() };
/** Of a thread's heap, for the parsed rows; their tokens, and garbage, take the rest. */
const PARSED_SHARE = 0.7;

/** What the steps of an SFT job are made of. */
export interface SftSource {
  owner: string;
  base: Pick<ServedModel, 'path' | 'text'>;
  files: ReadonlyMap<string, Uint8Array>;
  config: SftConfig;
  /** Longest sequence to train, in tokens. */
  trainingLength: number;
}

/** Plans SFT jobs; those of much data one at a time, in threads, where owners have their turns. */
export class SftPlanner {
  readonly #turns = new FairTurns(1);
  readonly #limits: SftPlannerLimits;

  constructor(limits: SftPlannerLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Takes the files away where they are large. Throws `TrainingInputError` and `TemplateError` for rows that cannot be trained on, `JobFailure` for more than fits
   * the memory, and the signal's reason.
   */
  async plan(source: SftSource, signal: AbortSignal): Promise<SftStep[]> {
    const { owner, base, files, config, trainingLength } = source;
    const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    if (bytes < this.#limits.largeFrom) {
      const rows = await givingWay(readSftData(files), signal);
      return givingWay(planSftJob(rows, config, modelChatText(base.text), trainingLength), signal);
    }
    const end = await this.#turns.take(owner, signal);
    try {
      const mostHeap = this.#limits.heapMiB * 2 ** 20 * PARSED_SHARE;
      return await this.#inThread({ model: base.path, files, config, trainingLength, mostHeap }, signal);
    } finally {
      end();
    }
  }

  #inThread(job: SftThreadJob, signal: AbortSignal): Promise<SftStep[]> {
    signal.throwIfAborted();
    const entry = import.meta.url.endsWith('.ts') ? './sft-thread.ts' : './sft-thread.js';
    const resourceLimits = { maxOldGenerationSizeMb: this.#limits.heapMiB };
    // Moved where they have a buffer of their own, as all large ones do.
    const bytes = [...job.files.values()].filter(({ length, buffer }) => length === buffer.byteLength);
    const transferList = bytes.map(({ buffer }) => buffer as ArrayBuffer);
    const thread = new Worker(new URL(entry, import.meta.url), {
      workerData: job,
      transferList,
      resourceLimits,
      execArgv: [],
      env: {},
    });
    const { promise, resolve, reject } = Promise.withResolvers<SftStep[]>();
    const steps: SftStep[] = [];
    thread.on('message', (message: SftMessage) => {
      if (message.kind === 'step') steps.push(message.step);
      else if (message.kind === 'end') resolve(steps);
      else reject(this.#refused(message));
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.#tooMuch() : error);
    });
    thread.on('exit', () => reject(new Error('the thread that plans an SFT job ended')));
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    return promise.finally(async () => {
      signal.removeEventListener('abort', abort);
      await thread.terminate();
    });
  }

  #refused(message: Exclude<SftMessage, { kind: 'step' | 'end' }>): Error {
    if (message.kind === 'refused') return new TrainingInputError(message.place, message.reason);
    return message.kind === 'too much' ? this.#tooMuch() : new TemplateError(message.reason);
  }

  #tooMuch(): JobFailure {
    return new JobFailure(
      `The rows take more than ${this.#limits.heapMiB} MiB of memory to read. Split them over several jobs.`,
    );
  }
}
