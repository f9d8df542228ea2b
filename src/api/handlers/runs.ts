import type { OperationRequest, Reply, RunsHandlers } from '../../generated/handlers.ts';
import type { Run } from '../../generated/types.ts';
import type { RunRecord } from '../../store/runs.ts';
import type { Store } from '../../store/store.ts';
import { pageBody, pageRequest } from '../page.ts';

/** The tracking run of each model and its history of metrics. */
export class RunsHandler implements RunsHandlers {
  readonly #store: Store;

  constructor(parts: { store: Store }) {
    this.#store = parts.store;
  }

  async listRuns({ query }: OperationRequest<'listRuns'>): Promise<Reply<'listRuns'>> {
    return { status: 200, body: pageBody(await this.#store.runs.list(pageRequest(query)), runBody) };
  }

  async getRun({ params }: OperationRequest<'getRun'>): Promise<Reply<'getRun'>> {
    return { status: 200, body: runBody(await this.#store.runs.get(params.run_id)) };
  }

  async listRunHistory({ params, query }: OperationRequest<'listRunHistory'>): Promise<Reply<'listRunHistory'>> {
    const page = await this.#store.runs.history(params.run_id, pageRequest(query));
    return { status: 200, body: pageBody(page, ({ step, time, metrics }) => ({ step, time, metrics })) };
  }
}

function runBody({ id, name, modelId, created }: RunRecord): Run {
  return { id, name, model_id: modelId, created };
}
