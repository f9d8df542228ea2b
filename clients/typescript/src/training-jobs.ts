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

/** Options for following a job. */
export interface FollowOptions extends RequestOptions {
  /** Events per page, 1 to 100. */
  limit?: number;
  /** Milliseconds between two polls. Default: 500. */
  pollMs?: number;
  /** Milliseconds until `APITimeoutError`, which does not stop the job. Default: no limit. */
  waitMs?: number;
}

/** RL and SFT training jobs. */
export class TrainingJobs {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Creates an RL training job. Trajectories take the choices of a chat completion unchanged. */
  create(body: CreateTrainingJobRequest, options?: RequestOptions): Promise<TrainingJob> {
    return this.#connection.call((common) => sdk.createTrainingJob({ ...common, body }), options);
  }

  /** Creates an SFT training job on conversations uploaded as an artifact, given by its `url`. */
  createSft(body: CreateSftTrainingJobRequest, options?: RequestOptions): Promise<TrainingJob> {
    return this.#connection.call((common) => sdk.createSftTrainingJob({ ...common, body }), options);
  }

  /** Returns a training job. */
  get(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.getTrainingJob({ ...common, path }), options);
  }

  /** Cancels a queued or running job. */
  cancel(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.cancelTrainingJob({ ...common, path }), options);
  }

  /** Retries a failed or cancelled job, as a new job that resumes after the last gradient step of the old one. */
  retry(jobId: string, options?: RequestOptions): Promise<TrainingJob> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.retryTrainingJob({ ...common, path }), options);
  }

  /** Lists training jobs, optionally only those of one model or status. */
  list(
    query: ListQuery & { model_id?: string; status?: JobStatus } = {},
    options?: RequestOptions,
  ): Pages<TrainingJob> {
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listTrainingJobs({ ...common, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Lists the trajectory groups of an RL job with their rewards and outcomes. */
  groups(jobId: string, query: Omit<ListQuery, 'order'> = {}, options?: RequestOptions): Pages<JobGroup> {
    const path = { training_job_id: jobId };
    const page = (after?: string) =>
      this.#connection.call((common) => sdk.listJobGroups({ ...common, path, query: { ...query, after } }), options);
    return new Pages(page, query.after);
  }

  /** Returns one page of a job's events. It is empty if there are no events after the cursor yet. */
  eventPage(
    jobId: string,
    query: { after?: string; limit?: number } = {},
    options?: RequestOptions,
  ): Promise<TrainingEventPage> {
    const path = { training_job_id: jobId };
    return this.#connection.call((common) => sdk.listTrainingJobEvents({ ...common, path, query }), options);
  }

  /** Yields each event of a job as it occurs, up to `training_ended` or `training_failed`. */
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

  /** Waits for a job to succeed and returns it. Throws `TrainingJobError` if it failed or was cancelled. */
  async wait(jobId: string, options: FollowOptions = {}): Promise<TrainingJob> {
    for await (const _event of this.events(jobId, options));
    const job = await this.get(jobId, options);
    if (job.status !== 'succeeded') throw new TrainingJobError(job);
    return job;
  }
}
