import type { Connection, RequestOptions } from './connection.ts';
import { APITimeoutError, TrainingJobError } from './errors.ts';
import * as sdk from './generated/sdk.gen.ts';
import type {
  CreateSftTrainingJobRequest,
  CreateTrainingJobRequest,
  JobGroup,
  JobStatus,
  TrainingEvent,
  TrainingEventPage,
  TrainingJob,
} from './generated/types.gen.ts';
import { type ListQuery, Pages } from './pages.ts';
import { sleep } from './retry.ts';

/** How a job is followed. */
export interface FollowOptions extends RequestOptions {
  /** Events a page, 1 to 100. */
  limit?: number;
  /** Milliseconds between two looks; 500 where absent. */
  pollMs?: number;
  /** Milliseconds until `APITimeoutError`, while the job goes on; waits as long as it takes where absent. */
  waitMs?: number;
}

/** RL and SFT jobs. */
export class TrainingJobs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Starts an RL job. A trajectory takes the choices of a chat as they are, each with a reward. */
  create(body: CreateTrainingJobRequest, options?: RequestOptions): Promise<TrainingJob> {
    return this.#connection.call((common) => sdk.createTrainingJob({ ...common, body }), options);
  }

  /** Starts an SFT job on conversations that were uploaded as an artifact, by its `url`. */
  createSft(body: CreateSftTrainingJobRequest, options?: RequestOptions): Promise<TrainingJob> {
    return this.#connection.call((common) => sdk.createSftTrainingJob({ ...common, body }), options);
  }

  get(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.getTrainingJob({ ...common, path }), options);
  }

  cancel(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.cancelTrainingJob({ ...common, path }), options);
  }

  /** Tries a failed or cancelled job again, as a new job that goes on after the last gradient step of the old one. */
  retry(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.retryTrainingJob({ ...common, path }), options);
  }

  list(
    query: ListQuery & { model_id?: string; status?: JobStatus } = {},
    options?: RequestOptions,
  ): Pages<TrainingJob> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listTrainingJobs({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** The trajectory groups of an RL job: their rewards, and what became of them. */
  groups(jobId: string, query: Omit<ListQuery, 'order'> = {}, options?: RequestOptions): Pages<JobGroup> {
    const path = { training_job_id: jobId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listJobGroups({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** One page of events, empty when there is nothing after the cursor yet. */
  eventPage(
    jobId: string,
    query: { after?: string; limit?: number } = {},
    options?: RequestOptions,
  ): Promise<TrainingEventPage> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.listTrainingJobEvents({ ...common, path, query }), options);
  }

  /** Follows a job: each event as it comes, up to `training_ended` or `training_failed`. */
  async *events(jobId: string, options: FollowOptions = {}): AsyncGenerator<TrainingEvent> {
    const { limit, pollMs = 500, waitMs = Number.POSITIVE_INFINITY } = options;
    const until = Date.now() + waitMs;
    for (let after: string | undefined; ; ) {
      const page = await this.eventPage(jobId, { after, limit }, options);
      for (const event of page.data) {
        yield event;
        if (event.type === 'training_ended' || event.type === 'training_failed') return;
        after = event.id;
      }
      if (page.has_more) continue;
      if (Date.now() + pollMs > until) {
        throw new APITimeoutError(`training job ${jobId} has not ended in ${waitMs} ms`);
      }
      await sleep(pollMs, options.signal);
    }
  }

  /** The job once it has succeeded. Throws `TrainingJobError` when it has failed or was cancelled. */
  async wait(jobId: string, options: FollowOptions = {}): Promise<TrainingJob> {
    for await (const _event of this.events(jobId, options));
    const job = await this.get(jobId, options);
    if (job.status !== 'succeeded') throw new TrainingJobError(job);
    return job;
  }
}
