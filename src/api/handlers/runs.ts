import { Readable } from 'node:stream';
import type { BytesReply, ErrorReply, JsonReply, KeyedContext, RunsHandlers } from '../../generated/handlers.ts';
import type { Run, RunHistoryPage, RunPage, RunRecord as RunRecordBody, Uuid } from '../../generated/types.ts';
import type { HistoryRecord, RunRecord } from '../../store/runs.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Path, Queries, Route, Security } from '../contract/route-decorators.ts';
import { type OrderedPageQuery, pageBody, pageRequest } from '../page.ts';
import { eventFile, eventFileName } from '../tensorboard/event-file.ts';

/** Which runs to list. */
interface RunsQuery extends OrderedPageQuery {
  model_id?: Uuid;
}

/** The tracking run of each model and its history of metrics. */
@Route('v1/preview/runs')
export class RunsHandler implements RunsHandlers {
  readonly #store: RecordsByOwner;

  constructor(parts: { store: RecordsByOwner }) {
    this.#store = parts.store;
  }

  @Get('')
  @Security('bearerAuth')
  async listRuns(
    @Queries() query: RunsQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, RunPage> | ErrorReply<Keyed | 404 | 422>> {
    const { models, runs } = this.#store.ownedBy(caller.owner);
    if (query.model_id !== undefined) await models.get(query.model_id);
    const page = await runs.list(pageRequest(query), { modelId: query.model_id });
    return { status: 200, body: pageBody(page, runBody) };
  }

  @Get('{run_id}')
  @Security('bearerAuth')
  async getRun(
    @Path('run_id') runId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, Run> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: runBody(await this.#store.ownedBy(caller.owner).runs.get(runId)) };
  }

  @Get('{run_id}/history')
  @Security('bearerAuth')
  async listRunHistory(
    @Path('run_id') runId: Uuid,
    @Queries() query: OrderedPageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, RunHistoryPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#store.ownedBy(caller.owner).runs.history(runId, pageRequest(query));
    return { status: 200, body: pageBody(page, recordBody) };
  }

  @Get('{run_id}/tensorboard')
  @Security('bearerAuth')
  async downloadRunEvents(
    @Path('run_id') runId: Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<BytesReply<200> | ErrorReply<Keyed | 404 | 422>> {
    const { runs } = this.#store.ownedBy(caller.owner);
    const { created } = await runs.get(runId);
    const body = Readable.from(eventFile(created, runs.wholeHistory(runId)), { objectMode: false });
    const disposition = `attachment; filename="${eventFileName(runId, created)}"`;
    return { status: 200, body, headers: { 'content-disposition': disposition } };
  }
}

function recordBody({ step, gradientStep, time, metrics }: HistoryRecord): RunRecordBody {
  return { step, gradient_step: gradientStep, time, metrics };
}

function runBody({ id, name, modelId, created }: RunRecord): Run {
  return { id, name, model_id: modelId, created };
}
