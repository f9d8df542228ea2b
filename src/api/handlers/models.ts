import type { DataFolder } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { isRolledBack, StorageError } from '../../artifacts/storage-error.ts';
import type {
  BytesReply,
  Caller,
  ErrorReply,
  JsonReply,
  KeyedContext,
  ModelsHandlers,
} from '../../generated/handlers.ts';
import type {
  AdapterFileName,
  BaseModelList,
  CheckpointPage,
  CheckpointRetention,
  CreateModelRequest,
  DeleteCheckpointsRequest,
  DeletedCheckpoints,
  DeletedModel,
  FileAddress,
  LoggedTrajectories,
  LogTrajectoriesRequest,
  Model,
  ModelPage,
  ServedModel as ServedModelBody,
  ServedModelList,
  ServedModelName,
  Step,
  TrajectoryGroup,
  Uuid,
} from '../../generated/types.ts';
import { parseModelName } from '../../inference/chat/model-name.ts';
import type { ServedModel, ServedModels } from '../../inference/served-models.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { KeptTrajectories } from '../../jobs/kept-trajectories.ts';
import type { ModelRecord } from '../../store/models.ts';
import type { Retention } from '../../store/retention.ts';
import { newId, type Records, type RecordsByOwner } from '../../store/store.ts';
import { trajectoryLines } from '../../training/rl/trajectory-lines.ts';
import { defaultEntity } from '../access/owner.ts';
import { findChatTarget } from '../chat/chat-target.ts';
import { checkpointBody } from '../checkpoints/checkpoint-body.ts';
import type { Always, Bodied, Keyed } from '../contract/failures.ts';
import { Body, Delete, Get, Inject, Path, Post, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';
import { fileReply } from '../file-reply.ts';
import type { LargeBodies } from '../http/large-bodies/large-bodies.ts';
import { type LogPart, writeLog } from '../kept-log.ts';
import { logSummary } from '../log-summary.ts';
import { type OrderedPageQuery, pageBody, pageRequest } from '../page.ts';

export interface ModelsParts {
  store: RecordsByOwner;
  folder: DataFolder;
  served: ServedModels;
  jobs: JobRunner;
  largeBodies: LargeBodies;
  kept: KeptTrajectories;
}

const mostListed = 100;

/** Trained models, their checkpoints, and the served models. */
@Route('v1')
export class ModelsHandler implements ModelsHandlers {
  readonly #parts: ModelsParts;

  constructor(parts: ModelsParts) {
    this.#parts = parts;
  }

  @Get('models')
  @Security('bearerAuth')
  async listServedModels(
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, ServedModelList> | ErrorReply<Keyed>> {
    const { served } = this.#parts;
    const { models } = this.#own(caller);
    const base = served.list().map(baseModel);
    const trained: ServedModelBody[] = [];
    for (let after: string | null = null; ; ) {
      const page = await models.listAnswering({ after, limit: mostListed });
      for (const model of page.data) {
        const parent = served.get(model.baseModel);
        if (parent !== null) trained.push(trainedModel(model, parent.contextLength));
      }
      if (!page.hasMore) break;
      after = page.data[page.data.length - 1].id;
    }
    return { status: 200, body: { object: 'list', data: [...base, ...trained] } };
  }

  @Get('models/{model}')
  @Security('bearerAuth')
  async getServedModel(
    @Path('model') model: ServedModelName,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, ServedModelBody> | ErrorReply<Keyed | 400 | 404>> {
    const { base } = await findChatTarget(this.#parts, caller.owner, model);
    const name = parseModelName(model);
    if (name.kind === 'base') return { status: 200, body: baseModel(base) };
    const record = await this.#own(caller).models.byName(name.entity, name.project, name.name);
    return { status: 200, body: { ...trainedModel(record, base.contextLength), id: model } };
  }

  @Get('preview/base-models')
  async listBaseModels(): Promise<JsonReply<200, BaseModelList> | ErrorReply<Always>> {
    return { status: 200, body: this.#parts.served.list().map(({ id }) => id) };
  }

  @Post('preview/models')
  @Security('bearerAuth')
  async createModel(
    @Body() body: CreateModelRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, Model> | ErrorReply<Keyed | Bodied | 409 | 422 | 507>> {
    const { served, folder } = this.#parts;
    if (served.get(body.base_model) === null) {
      const allowed = served.list().map(({ id }) => id);
      throw invalidField('base_model', `is not served here; allowed is ${allowed.join(', ')}`, body.base_model);
    }
    const { model, paths } = await this.#own(caller).models.create({
      entity: body.entity ?? defaultEntity,
      project: body.project,
      name: body.name,
      baseModel: body.base_model,
      returnExisting: body.return_existing ?? false,
      retention: body.retention === undefined ? undefined : readRetention(body.retention),
    });
    await removePaths(folder, paths);
    return { status: 200, body: modelBody(model) };
  }

  @Get('preview/models')
  @Security('bearerAuth')
  async listModels(
    @Queries() query: OrderedPageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, ModelPage> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: pageBody(await this.#own(caller).models.list(pageRequest(query)), modelBody) };
  }

  @Get('preview/models/{model_id}')
  @Security('bearerAuth')
  async getModel(
    @Path('model_id') modelId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, Model> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: modelBody(await this.#own(caller).models.get(modelId)) };
  }

  /** Stops the model's running jobs and deletes its queued ones. */
  @Delete('preview/models/{model_id}')
  @Security('bearerAuth')
  async deleteModel(
    @Path('model_id') modelId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, DeletedModel> | ErrorReply<Keyed | 404 | 422 | 507>> {
    const { jobs, folder } = this.#parts;
    const deleted = await this.#own(caller).models.delete(modelId);
    await jobs.abandon(deleted.activeJobIds);
    await removePaths(folder, deleted.paths);
    const { deletedCheckpoints, deletedRun } = deleted;
    return {
      status: 200,
      body: { model_id: deleted.modelId, deleted_checkpoints: deletedCheckpoints, deleted_run: deletedRun },
    };
  }

  @Get('preview/models/{model_id}/checkpoints')
  @Security('bearerAuth')
  async listCheckpoints(
    @Path('model_id') modelId: Uuid,
    @Queries() query: OrderedPageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, CheckpointPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#own(caller).checkpoints.page(modelId, pageRequest(query));
    return { status: 200, body: pageBody(page, checkpointBody) };
  }

  @Delete('preview/models/{model_id}/checkpoints')
  @Security('bearerAuth')
  async deleteCheckpoints(
    @Path('model_id') modelId: Uuid,
    @Body() body: DeleteCheckpointsRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, DeletedCheckpoints> | ErrorReply<Keyed | Bodied | 404 | 422 | 507>> {
    const { models, checkpoints } = this.#own(caller);
    await models.get(modelId);
    const deleted = await checkpoints.delete(modelId, body.steps);
    await removePaths(this.#parts.folder, deleted.paths);
    return { status: 200, body: { deleted_count: deleted.deletedCount, not_found_steps: deleted.notFoundSteps } };
  }

  @Get('preview/models/{model_id}/checkpoints/{step}/files/{file_name}')
  @Security('bearerAuth')
  async downloadCheckpointFile(
    @Path('model_id') modelId: Uuid,
    @Path('step') step: Step,
    @Path('file_name') fileName: AdapterFileName,
    @Queries() { redirect }: { redirect: boolean },
    @Inject() { caller }: KeyedContext,
  ): Promise<BytesReply<200> | JsonReply<307, FileAddress> | ErrorReply<Keyed | 404 | 422>> {
    const { models, checkpoints } = this.#own(caller);
    await models.get(modelId);
    const checkpoint = await checkpoints.byStep(modelId, Number(step));
    if (checkpoint.folder === null) {
      throw new ApiError('not_found', `step: step ${checkpoint.step} is the base model and has no adapter files`, {
        param: 'step',
      });
    }
    return fileReply(this.#parts.folder, `${checkpoint.folder}/${fileName}`, redirect);
  }

  @Post('preview/models/{model_id}/log')
  @Security('bearerAuth')
  async logTrajectories(
    @Path('model_id') modelId: Uuid,
    @Body() body: LogTrajectoriesRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, LoggedTrajectories> | ErrorReply<Keyed | Bodied | 404 | 409 | 422 | 507>> {
    const { folder, kept } = this.#parts;
    const own = this.#own(caller);
    if (body.model_id != null && body.model_id !== modelId) {
      throw invalidField('model_id', 'must be the model of the path', body.model_id);
    }
    await own.models.get(modelId);
    const large = this.#parts.largeBodies.of(body);
    const summary = (await large?.log(body.split)) ?? logSummary(body.split, body.trajectory_groups);
    await own.logs.checkRoom(modelId, summary.metrics);
    const id = newId();
    const file = await writeLog(this.#parts, { modelId, id }, large?.lines() ?? logParts(body.trajectory_groups));
    try {
      await own.logs.record({ id, modelId, split: body.split, file, ...summary });
    } catch (error) {
      if (file !== null && isRolledBack(error)) await removePaths(folder, [file.path]);
      const tooMany =
        error instanceof StorageError && error.code === 'invalid_value' && error.resource === 'checkpoint';
      throw tooMany ? invalidField('trajectory_groups', error.message, body.trajectory_groups) : error;
    }
    await kept.dropOldest();
    const newest = await own.checkpoints.newest(modelId);
    return { status: 200, body: { step: newest?.step ?? 0, metrics: summary.metrics } };
  }

  #own({ owner }: Caller): Records {
    return this.#parts.store.ownedBy(owner);
  }
}

function* logParts(groups: readonly TrajectoryGroup[]): Generator<LogPart, void, void> {
  for (const { line, group } of trajectoryLines(groups)) yield { text: line, groups: [group] };
}

function modelBody({ id, entity, project, name, baseModel, runId, retention, created }: ModelRecord): Model {
  const kept = retention === null ? null : retentionBody(retention);
  return { id, entity, project, name, base_model: baseModel, run_id: runId, retention: kept, created };
}

function readRetention(retention: CheckpointRetention | null): Retention | null {
  if (retention === null) return null;
  const { keep_last: keepLast, keep_every: keepEvery = null, keep_best: best = null } = retention;
  const keepBest = best && { metric: best.metric, mode: best.mode ?? 'max', count: best.count ?? 1 };
  return { keepLast, keepEvery, keepBest };
}

function retentionBody({ keepLast, keepEvery, keepBest }: Retention): CheckpointRetention {
  return { keep_last: keepLast, keep_every: keepEvery, keep_best: keepBest };
}

function baseModel({ id, created, contextLength }: ServedModel): ServedModelBody {
  return { id, object: 'model', created, owned_by: 'daybreak', root: id, parent: null, max_model_len: contextLength };
}

function trainedModel(model: ModelRecord, contextLength: number): ServedModelBody {
  return {
    id: `wandb-artifact:///${model.entity}/${model.project}/${model.name}`,
    object: 'model',
    created: Math.floor(Date.parse(model.created) / 1000),
    owned_by: model.entity,
    root: model.baseModel,
    parent: model.baseModel,
    max_model_len: contextLength,
  };
}
