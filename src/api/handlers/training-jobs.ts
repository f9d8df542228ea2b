import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomic } from '../../artifacts/atomic-write.ts';
import { type DataFolder, newPayloadPath } from '../../artifacts/data-folder.ts';
import { publishStored } from '../../artifacts/publish.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { isRolledBack, StorageError } from '../../artifacts/storage-error.ts';
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
import type { TrainingData } from '../../jobs/data/training-data.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { pinReference, requireComing } from '../../jobs/plan/reference-policy.ts';
import { namesModel } from '../../jobs/plan/trained-model-name.ts';
import type { EventRecord } from '../../store/events.ts';
import type { JobFacts } from '../../store/job-facts.ts';
import type { JobRecord, NewJob } from '../../store/job-record.ts';
import type { ModelRecord } from '../../store/models.ts';
import { newId, type Records, type RecordsByOwner } from '../../store/store.ts';
import { runYielding } from '../../training/cooperative.ts';
import { readRlConfig } from '../../training/rl/rl-config.ts';
import { readTrajectoryGroups } from '../../training/rl/trajectory.ts';
import { readSftConfig } from '../../training/sft/sft-config.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Get, Inject, Path, Post, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import type { LargeBodies } from '../http/large-bodies/large-bodies.ts';
import { jobConfig } from '../job-config.ts';
import { type OrderedPageQuery, type PageQuery, pageBody, pageRequest } from '../page.ts';

export interface TrainingJobsParts {
  store: RecordsByOwner;
  folder: DataFolder;
  jobs: JobRunner;
  data: TrainingData;
  largeBodies: LargeBodies;
}

/** Filter of a list of jobs. */
interface JobsQuery extends OrderedPageQuery {
  model_id?: Uuid;
  status?: JobStatus;
}

/** Milliseconds that a cancel request waits for its job to stop. */
const cancelPatienceMs = 20_000;

/** RL and SFT training jobs and their events. */
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
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | Bodied | 404 | 409 | 422 | 507>> {
    const model = await this.#own(caller).models.get(body.model_id);
    await this.#own(caller).jobs.checkRoom();
    const { klReference, loss } = readRlConfig(body.experimental_config);
    const { name, checkpointId } = await pinReference(this.#own(caller), model, klReference);
    if (klReference.kind === 'step' && checkpointId === null && loss.kl !== null) {
      await requireComing(this.#own(caller), model, klReference.step);
    }
    const pinned = name === null ? {} : { kl_ref_adapter_path: name };
    const reference = loss.kl === null ? null : checkpointId;
    const data = await this.#trajectories(body, model);
    const config = { ...body.experimental_config, ...pinned };
    const { folder } = this.#parts;
    const id = newId();
    const payload = newPayloadPath(id);
    await folder.reserve.check(data.length);
    await writeFileAtomic(await newStoredPath(folder, payload), data);
    await publishStored(folder, payload);
    const job = { id, modelId: model.id, kind: 'rl' as const, config, reference, payload };
    return { status: 200, body: await this.#enqueue(caller, job) };
  }

  @Post('sft-training-jobs')
  @Security('bearerAuth')
  async createSftTrainingJob(
    @Body() body: CreateSftTrainingJobRequest,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | Bodied | 404 | 409 | 422 | 507>> {
    const model = await this.#own(caller).models.get(body.model_id);
    readSftConfig(body.config);
    await this.#own(caller).jobs.checkRoom();
    const { owner } = caller;
    const { url, slow } = await ofArtifact(body.training_data_url, (asked) => this.#parts.data.check(asked, owner));
    const id = newId();
    const job = {
      id,
      modelId: model.id,
      kind: 'sft' as const,
      config: {
        training_data_url: url,
        config: body.config ?? null,
        experimental_config: body.experimental_config ?? null,
      },
    };
    // A slow host may take minutes: the job is accepted now, and queued once its data has arrived.
    if (slow) return { status: 200, body: await this.#enqueue(caller, { ...job, payload: null }) };
    const { path } = await ofArtifact(url, () => this.#parts.data.copy({ id, url, owner }, signal));
    return { status: 200, body: await this.#enqueue(caller, { ...job, payload: path }) };
  }

  @Get('training-jobs/{training_job_id}')
  @Security('bearerAuth')
  async getTrainingJob(
    @Path('training_job_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: await jobBodyOf(this.#own(caller), id) };
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
    const facts = await jobs.facts(page.data);
    return { status: 200, body: pageBody(page, (job) => jobBody(job, facts.get(job.id) ?? noFacts)) };
  }

  @Post('training-jobs/{training_job_id}/cancel')
  @Security('bearerAuth')
  async cancelTrainingJob(
    @Path('training_job_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | 404 | 409 | 422 | 507>> {
    const { jobs, folder } = this.#parts;
    const own = this.#own(caller);
    const { effect, job, paths } = await own.jobs.cancel(id);
    await removePaths(folder, paths);
    if (effect === 'already_ended' && job.status !== 'cancelled') {
      throw new ApiError('conflict', `The job has already ${job.status}, so it cannot be cancelled.`);
    }
    await Promise.race([jobs.cancel(id), sleep(cancelPatienceMs, null, { ref: false })]);
    return { status: 200, body: await jobBodyOf(own, id) };
  }

  @Post('training-jobs/{training_job_id}/retry')
  @Security('bearerAuth')
  async retryTrainingJob(
    @Path('training_job_id') id: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrainingJob> | ErrorReply<Keyed | 404 | 409 | 422 | 507>> {
    const own = this.#own(caller);
    const job = await own.jobs.retry(id);
    this.#parts.jobs.onJobAdded(job, caller.owner);
    return { status: 200, body: await newJobBody(own, job) };
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

  /**
   * Validates the trajectories and returns the contents of the job's file: a body, or the part of one, that holds them.
   */
  async #trajectories(body: CreateTrainingJobRequest, model: ModelRecord): Promise<string | Uint8Array> {
    const large = this.#parts.largeBodies.of(body);
    if (large !== null) return large.trajectories({ entity: model.entity, project: model.project, name: model.name });
    const { trajectory_groups } = body;
    await runYielding(readTrajectoryGroups(trajectory_groups, (name) => namesModel(name, model)));
    return JSON.stringify({ trajectory_groups });
  }

  /** Enqueues a job. From then on it survives any crash: data that was copied is already on disk. */
  async #enqueue(caller: Caller, job: NewJob): Promise<TrainingJob> {
    const { folder, jobs } = this.#parts;
    const own = this.#own(caller);
    let record: JobRecord;
    try {
      record = await own.jobs.enqueue(job);
    } catch (error) {
      if (job.payload !== null && isRolledBack(error)) await removePaths(folder, [job.payload]);
      throw error;
    }
    jobs.onJobAdded(record, caller.owner);
    return newJobBody(own, record);
  }

  #own({ owner }: Caller): Records {
    return this.#parts.store.ownedBy(owner);
  }
}

const noFacts: JobFacts = { totalSteps: null, notice: null, ignoredFields: [], queuePosition: null };

/** Returns the body of a job. Raises `not_found`. */
async function jobBodyOf({ jobs }: Records, id: string): Promise<TrainingJob> {
  const job = await jobs.get(id);
  return jobBody(job, (await jobs.facts([job])).get(id) ?? noFacts);
}

/** Returns the body of a new job, even if its position in the queue cannot be read. */
async function newJobBody({ jobs }: Records, job: JobRecord): Promise<TrainingJob> {
  const facts = await jobs.facts([job]).catch(() => null);
  return jobBody(job, facts?.get(job.id) ?? noFacts);
}

function jobBody(job: JobRecord, facts: JobFacts): TrainingJob {
  return {
    id: job.id,
    status: job.status,
    kind: job.kind,
    model_id: job.modelId,
    step: job.step,
    steps_done: job.stepsDone,
    total_steps: facts.totalSteps,
    retry_of: job.retryOf,
    queue_position: facts.queuePosition,
    config: jobConfig(job),
    notice: facts.notice,
    ignored_fields: facts.ignoredFields,
    created: job.created,
    training_start: job.started,
    training_end: job.ended,
    error_message: job.errorMessage,
  };
}

/** Converts an event. The runner wrote the data of each type as the contract describes it, hence the cast. */
function eventBody({ id, type, data }: EventRecord): TrainingEvent {
  return { id, type, data } as TrainingEvent;
}

/** Runs `work`; reports an unknown artifact under the request's field name. */
async function ofArtifact<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  try {
    return await work(url);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'not_found')) throw error;
    const why = `artifact '${url}' not found; POST /v1/preview/artifacts creates one`;
    throw new ApiError('not_found', `training_data_url: ${why}`, { param: 'training_data_url' });
  }
}
