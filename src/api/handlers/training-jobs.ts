import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newPayloadPath } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { newStoredPath } from '../../artifacts/stored-file.ts';
import type { Caller, ErrorReply, JsonReply, KeyedContext, TrainingJobsHandlers } from '../../generated/handlers.ts';
import type {
  CreateSftTrainingJobRequest,
  CreateTrainingJobRequest,
  JobStatus,
  TrainingEvent,
  TrainingEventPage,
  TrainingJob,
  TrainingJobPage,
  Uuid,
} from '../../generated/types.ts';
import { givingWay } from '../../jobs/giving-way.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { namesModel } from '../../jobs/trained-model-name.ts';
import type { TrainingData } from '../../jobs/training-data.ts';
import type { EventRecord } from '../../store/events.ts';
import type { JobRecord } from '../../store/job-record.ts';
import type { NewJob } from '../../store/jobs.ts';
import { newId, type Records, type RecordsByOwner } from '../../store/store.ts';
import { readRlConfig } from '../../training/rl/rl-config.ts';
import { readTrajectoryGroups } from '../../training/rl/trajectory.ts';
import { readSftConfig } from '../../training/sft/sft-config.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Get, Inject, Path, Post, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { type OrderedPageQuery, type PageQuery, pageBody, pageRequest } from '../page.ts';

export interface TrainingJobsParts {
  store: RecordsByOwner;
  folder: DataFolder;
  jobs: JobRunner;
  data: TrainingData;
}

/** Which jobs to list. */
interface JobsQuery extends OrderedPageQuery {
  model_id?: Uuid;
  status?: JobStatus;
}

/** A cancelled job is answered when it has stopped, or after this. */
const cancelPatienceMs = 20_000;

/** RL and SFT jobs and their events. */
@Route('v1/preview')
export class TrainingJobsHandler implements TrainingJobsHandlers {
  readonly #parts: TrainingJobsParts;

  constructor(parts: TrainingJobsParts) {
    this.#parts = parts;
  }

  @Post('training-jobs')
  @Security('bearerAuth')
  async createTrainingJob(
    @Body() body: CreateTrainingJobRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | Bodied | 404 | 422 | 507>> {
    const model = await this.#own(caller).models.get(body.model_id);
    readRlConfig(body.experimental_config);
    await givingWay(readTrajectoryGroups(body.trajectory_groups, (name) => namesModel(name, model)));
    const job = { modelId: model.id, kind: 'rl' as const, config: { ...body.experimental_config } };
    return { status: 200, body: await this.#accept(caller, job, JSON.stringify(body.trajectory_groups)) };
  }

  @Post('sft-training-jobs')
  @Security('bearerAuth')
  async createSftTrainingJob(
    @Body() body: CreateSftTrainingJobRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | Bodied | 404 | 422 | 507>> {
    const model = await this.#own(caller).models.get(body.model_id);
    readSftConfig(body.config);
    const { url, fetched } = await this.#parts.data.check(body.training_data_url, caller.owner);
    const job = {
      modelId: model.id,
      kind: 'sft' as const,
      config: { training_data_url: url, config: body.config ?? null },
    };
    // Web data is copied into the job's file by the job itself, which a slow host may keep busy for minutes.
    return { status: 200, body: await this.#accept(caller, job, fetched ? '' : null) };
  }

  @Get('training-jobs/{training_job_id}')
  @Security('bearerAuth')
  async getTrainingJob(
    @Path('training_job_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: jobBody(await this.#own(caller).jobs.get(id)) };
  }

  @Get('training-jobs')
  @Security('bearerAuth')
  async listTrainingJobs(
    @Queries() query: JobsQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJobPage> | ErrorReply<Keyed | 404 | 422>> {
    const { models, jobs } = this.#own(caller);
    if (query.model_id !== undefined) await models.get(query.model_id);
    const page = await jobs.list({ modelId: query.model_id, status: query.status }, pageRequest(query));
    return { status: 200, body: pageBody(page, jobBody) };
  }

  @Post('training-jobs/{training_job_id}/cancel')
  @Security('bearerAuth')
  async cancelTrainingJob(
    @Path('training_job_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | 404 | 409 | 422>> {
    const { jobs, folder } = this.#parts;
    const own = this.#own(caller);
    const { effect, job, paths } = await own.jobs.cancel(id);
    await removePaths(folder, paths);
    if (effect === 'already_ended' && job.status !== 'cancelled') {
      throw new ApiError('conflict', `The job has ${job.status} already and cannot be cancelled.`);
    }
    if (effect === 'requested') await Promise.race([jobs.cancel(id), sleep(cancelPatienceMs, null, { ref: false })]);
    return { status: 200, body: jobBody(await own.jobs.get(id)) };
  }

  @Get('training-jobs/{training_job_id}/events')
  @Security('bearerAuth')
  async listTrainingJobEvents(
    @Path('training_job_id') id: Uuid,
    @Queries() query: PageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingEventPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#own(caller).events.page(id, pageRequest(query));
    return { status: 200, body: pageBody(page, eventBody) };
  }

  /** The job survives any crash from here on: first its file, then its row. */
  async #accept(
    caller: Caller,
    job: Pick<NewJob, 'modelId' | 'kind' | 'config'>,
    data: string | null,
  ): Promise<TrainingJob> {
    const { folder, jobs } = this.#parts;
    const id = newId();
    const payload = data === null ? null : newPayloadPath(id);
    if (payload !== null) await writeFileAtomic(await newStoredPath(folder, payload), data ?? '');
    try {
      const record = await this.#own(caller).jobs.enqueue({ id, ...job, payload });
      jobs.wake();
      return jobBody(record);
    } catch (error) {
      if (payload !== null) await removePaths(folder, [payload]);
      throw error;
    }
  }

  #own({ owner }: Caller): Records {
    return this.#parts.store.ownedBy(owner);
  }
}

function jobBody(job: JobRecord): TrainingJob {
  return {
    id: job.id,
    status: job.status,
    kind: job.kind,
    model_id: job.modelId,
    step: job.step,
    created: job.created,
    training_start: job.started,
    training_end: job.ended,
    error_message: job.errorMessage,
  };
}

/** The store keeps each type's data as the runner wrote it, which the contract describes. */
function eventBody({ id, type, data }: EventRecord): TrainingEvent {
  return { id, type, data } as TrainingEvent;
}
