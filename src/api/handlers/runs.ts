import type { ErrorReply, JsonReply, RunsHandlers } from '../../generated/handlers.ts';
import type { Run, RunHistoryPage, RunPage, Uuid } from '../../generated/types.ts';
import type { RunRecord } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import type { Keyed } from '../failures.ts';
import { type OrderedPageQuery, pageBody, pageRequest } from '../page.ts';
import { Get, Path, Queries, Route, Security } from '../route-decorators.ts';

/** The tracking run of each model and its history of metrics. */
@Route('v1/preview/runs')
export class RunsHandler implements RunsHandlers {
  readonly #store: Store;

  constructor(parts: { store: Store }) {
    this.#store = parts.store;
  }

  @Get('')
  @Security('bearerAuth')
  async listRuns(@Queries() query: OrderedPageQuery): Promise<JsonReply<200, RunPage> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: pageBody(await this.#store.runs.list(pageRequest(query)), runBody) };
  }

  @Get('{run_id}')
  @Security('bearerAuth')
  async getRun(@Path('run_id') runId: Uuid): Promise<JsonReply<200, Run> | ErrorReply<Keyed | 404 | 422>> {
    return { status: 200, body: runBody(await this.#store.runs.get(runId)) };
  }

  @Get('{run_id}/history')
  @Security('bearerAuth')
  async listRunHistory(
    @Path('run_id') runId: Uuid,
    @Queries() query: OrderedPageQuery,
  ): Promise<JsonReply<200, RunHistoryPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#store.runs.history(runId, pageRequest(query));
    return { status: 200, body: pageBody(page, ({ step, time, metrics }) => ({ step, time, metrics })) };
  }
}

function runBody({ id, name, modelId, created }: RunRecord): Run {
  return { id, name, model_id: modelId, created };
}
