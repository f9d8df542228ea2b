import type { Logger } from 'pino';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import type { Retry } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { JobWithoutData } from '../../store/job-data.ts';
import type { Store } from '../../store/store.ts';
import { failureSentence } from '../job-failure.ts';
import { type OutageTimes, retryThroughOutage } from '../outage.ts';
import type { Sharing } from '../sharing.ts';
import type { TrainingData } from './training-data.ts';

interface DataFetchesParts {
  store: Store;
  folder: DataFolder;
  data: Pick<TrainingData, 'copy'>;
  outage: OutageTimes;
  /** Null if this is the only server of its database. */
  sharing: Sharing | null;
  log: Logger;
}

/** Most copies at a time. One owner may make one fewer, so that other owners always get a turn. */
const atOnce = 4;

/**
 * Copies the data of new jobs before they can be claimed, so a slow host delays neither training nor other owners'
 * data. Copies that a dead server began are made again. If several servers share a database, one of them makes each
 * copy, under a lease like that of a running job.
 */
export class DataFetches {
  readonly #parts: DataFetchesParts;
  /** Called when a job has its data, or failed for lack of it. */
  readonly #ended: () => void;
  readonly #slots = new FairSemaphore(atOnce);
  readonly #open = new Map<string, { stop: AbortController; done: Promise<void> }>();
  #closed = false;

  constructor(parts: DataFetchesParts, ended: () => void) {
    this.#parts = parts;
    this.#ended = ended;
  }

  /** Starts with the jobs that a dead server left without data. */
  async start(): Promise<void> {
    for (const job of await this.#parts.store.jobs.withoutData()) this.begin(job);
  }

  /**
   * Stops copies that another server took or nobody needs any more, and begins copies that nobody makes. For servers
   * that share a database; call it every few seconds.
   */
  async poll({ holder }: Sharing): Promise<void> {
    const { jobs } = this.#parts.store;
    const open = [...this.#open.keys()];
    const own = open.length === 0 ? new Set() : await jobs.renewData(holder, open);
    for (const id of open) if (!own.has(id)) void this.stop(id);
    if (this.#closed) return;
    for (const job of await jobs.claimData(holder)) this.begin(job);
  }

  begin(job: JobWithoutData): void {
    if (this.#closed) return;
    if (this.#open.has(job.id)) return;
    const stop = new AbortController();
    const done = this.#fetch(job, stop.signal).finally(() => {
      this.#open.delete(job.id);
      this.#ended();
    });
    this.#open.set(job.id, { stop, done });
  }

  /** Stops copying for a job, if it is in progress. Resolves when it has stopped. */
  async stop(jobId: string): Promise<void> {
    const open = this.#open.get(jobId);
    open?.stop.abort();
    await open?.done;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#open.keys()].map((jobId) => this.stop(jobId)));
    const { sharing, store, log } = this.#parts;
    if (sharing === null) return;
    await store.jobs
      .releaseData(sharing.holder)
      .catch((error) => log.warn({ err: error }, 'the claims on copying training data could not be released'));
  }

  /**
   * Copies the data of a job. Never rejects: a failed copy ends the job, and a result that cannot be recorded now is
   * copied again at the next start.
   */
  async #fetch(job: JobWithoutData, signal: AbortSignal): Promise<void> {
    const { store, folder, data, log, sharing } = this.#parts;
    const outage = { ...this.#parts.outage, note: (text: string) => log.warn({ job: job.id }, text) };
    const retry: Retry = (put) => retryThroughOutage(put, outage, signal);
    try {
      const end = await this.#slots.acquire(job.owner, signal);
      try {
        const { path, ...copied } = await retryThroughOutage(() => data.copy(job, signal, retry), outage, signal);
        const kept = await retryThroughOutage(() => store.jobs.keepData(job.id, path), outage, signal);
        if (!kept) await removePaths(folder, [path]);
        log.info({ job: job.id, ...copied }, 'training data copied');
      } finally {
        end();
      }
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error, job: job.id }, 'training data could not be copied');
      const fail = () => store.jobs.failWithoutData(job.id, failureSentence(error, job.id), sharing?.holder ?? null);
      await retryThroughOutage(fail, outage, signal).catch((failure) => {
        log.error({ err: failure, job: job.id }, 'the end of the job could not be recorded');
      });
    }
  }
}
