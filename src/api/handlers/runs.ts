import { Readable } from 'node:stream';
import type { BytesReply, ErrorReply, JsonReply, KeyedContext, RunsHandlers } from '../../generated/handlers.ts';
import type {
  Run,
  RunHistoryPage,
  RunMetric,
  RunMetricList,
  RunPage,
  RunRecord as RunRecordBody,
  RunSeries,
  SeriesAxis,
  Uuid,
} from '../../generated/types.ts';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import type { RunMetric as RunMetricRecord } from '../../store/run-metrics.ts';
import type { HistoryRecord, RunRecord } from '../../store/runs.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Path, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';
import { type OrderedPageQuery, pageBody, pageRequest } from '../page.ts';
import { metricNames } from '../series/metric-names.ts';
import { runSeries } from '../series/run-series.ts';
import { eventFile, eventFileName } from '../tensorboard/event-file.ts';

/** Filter of a list of runs. */
interface RunsQuery extends OrderedPageQuery {
  model_id?: Uuid;
}

/** The metrics to read and how to downsample them. */
interface SeriesQuery {
  metrics: string;
  x: SeriesAxis;
  from?: number;
  to?: number;
  points: number;
  smoothing?: number;
}

/** Maximum number of points in a response, over all metrics. */
const maxPoints = 32_768;
/** Maximum number of full histories read at a time. */
const histories = 2;

/** The tracking run of each model and its history of metrics. */
@Route('v1/preview/runs')
export class RunsHandler implements RunsHandlers {
  readonly #store: RecordsByOwner;
  readonly #slots = new FairSemaphore(histories);

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

  @Get('{run_id}/metrics')
  @Security('bearerAuth')
  async listRunMetrics(
    @Path('run_id') runId: Uuid,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, RunMetricList> | ErrorReply<Keyed | 404 | 422>> {
    const { runs } = this.#store.ownedBy(caller.owner);
    const metrics = await this.#inTurn({ caller, signal }, () => runs.metrics(runId));
    return { status: 200, body: { object: 'list', data: metrics.map(metricBody) } };
  }

  @Get('{run_id}/series')
  @Security('bearerAuth')
  async getRunSeries(
    @Path('run_id') runId: Uuid,
    @Queries() query: SeriesQuery,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, RunSeries> | ErrorReply<Keyed | 404 | 422>> {
    const { x, from = 0, to = Number.POSITIVE_INFINITY, points, smoothing = null } = query;
    const names = metricNames(query.metrics);
    if (names.length * points > maxPoints) {
      const allowed = `at most ${maxPoints} are allowed in total`;
      throw invalidField(
        'points',
        `${points} for each of ${names.length} metrics are too many; ${allowed}`,
        points,
        'query',
      );
    }
    const { runs } = this.#store.ownedBy(caller.owner);
    const request = { axis: x, names, from, to, points, smoothing };
    const series = await this.#inTurn({ caller, signal }, () =>
      runSeries(runs.series(runId, { axis: x, names }), request),
    );
    const { records, isBucketed } = series;
    return { status: 200, body: { x, records, bucketed: isBucketed, metrics: Object.fromEntries(series.metrics) } };
  }

  /** Runs `read` in a slot; owners take turns. A request whose client has left is dropped. */
  async #inTurn<T>({ caller, signal }: Pick<KeyedContext, 'caller' | 'signal'>, read: () => Promise<T>): Promise<T> {
    const end = await this.#slots.acquire(caller.owner, signal).catch(refuseEnded);
    try {
      return await read();
    } finally {
      end();
    }
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

function refuseEnded(reason: unknown): never {
  const options = { cause: reason, retryAfter: 5 };
  throw new ApiError('draining', 'The request was cancelled before the history was read.', options);
}

function recordBody({ id, step, gradientStep, jobId, time, metrics }: HistoryRecord): RunRecordBody {
  return { id, step, gradient_step: gradientStep, job_id: jobId, time, metrics };
}

function runBody(run: RunRecord): Run {
  const { id, name, entity, project, status, step, latest, created } = run;
  return {
    id,
    name,
    entity,
    project,
    model_id: run.modelId,
    base_model: run.baseModel,
    status,
    step,
    latest,
    created,
  };
}

function metricBody({ name, count, last, min, max, firstStep, lastStep }: RunMetricRecord): RunMetric {
  return { name, count, last, min, max, first_step: firstStep, last_step: lastStep };
}
