import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { TemplateError } from '../../../model/text/template-error.ts';
import { FairTurns } from '../../fair-turns.ts';
import type { RenderedTemplate, TemplateJob } from './rendered-template.ts';

type Answer = { rendered: RenderedTemplate } | { error: string };

export interface SandboxLimits {
  /** Threads at a time; further jobs wait for one. */
  threads: number;
  /** Wall-clock time of one job. Steps are counted as well, so that it seldom comes to this. */
  milliseconds: number;
  /** JavaScript heap of a thread. */
  mebibytes: number;
}

export const SANDBOX_LIMITS: SandboxLimits = {
  // With fewer than two, one owner could keep all others waiting.
  threads: Math.min(4, Math.max(2, availableParallelism())),
  milliseconds: 10_000,
  mebibytes: 256,
};

/**
 * Renders templates that came with requests, in threads that are thrown away when one takes too long or too much
 * memory: the budgets of the renderer count steps and look at each text and list, but one step of a template that
 * means ill can still take very long. The event loop and other requests stay undisturbed.
 */
export class TemplateSandbox {
  readonly #limits: SandboxLimits;
  readonly #idle: Worker[] = [];
  readonly #turns: FairTurns;

  constructor(limits: SandboxLimits = SANDBOX_LIMITS) {
    this.#limits = limits;
    this.#turns = new FairTurns(limits.threads);
  }

  /** In the turn of `owner`. Throws `TemplateError` for what the template raises, what is wrong with it, and what it may not take. */
  render(job: TemplateJob, owner = ''): Promise<RenderedTemplate> {
    return this.#turns.run(owner, async () => {
      const thread = this.#idle.pop() ?? this.#start();
      const answer = await this.#answerOf(thread, job);
      this.#idle.push(thread);
      if ('error' in answer) throw new TemplateError(answer.error);
      return answer.rendered;
    });
  }

  #start(): Worker {
    const entry = import.meta.url.endsWith('.ts') ? './template-thread.ts' : './template-thread.js';
    const { mebibytes } = this.#limits;
    const resourceLimits = { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 32 };
    const thread = new Worker(new URL(entry, import.meta.url), { resourceLimits, execArgv: [], env: {} });
    thread.unref();
    // One that dies between two jobs has nobody to tell, and is not to be given another.
    thread.on('error', () => {});
    thread.on('exit', () => {
      const at = this.#idle.indexOf(thread);
      if (at >= 0) this.#idle.splice(at, 1);
    });
    return thread;
  }

  /** Ends the thread where it gives no answer. */
  #answerOf(thread: Worker, job: TemplateJob): Promise<Answer> {
    const { milliseconds, mebibytes } = this.#limits;
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const fail = (why: string, cause?: unknown): void => {
        done();
        void thread.terminate();
        reject(new TemplateError(`rendering the chat template ${why}`, { cause }));
      };
      const onMessage = (answer: Answer): void => {
        done();
        resolve(answer);
      };
      const onError = (cause: NodeJS.ErrnoException): void => {
        const tooLarge = cause.code === 'ERR_WORKER_OUT_OF_MEMORY';
        fail(tooLarge ? `takes more than ${mebibytes} MiB` : `fails: ${cause.message}`, cause);
      };
      const onExit = (): void => fail('fails');
      const timer = setTimeout(() => fail(`takes more than ${milliseconds / 1000} seconds`), milliseconds);
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(job);
    });
  }
}
