import type { DataFolder } from '../../artifacts/data-folder.ts';
import type { ErrorReply, JsonReply, KeyedContext, LogsHandlers } from '../../generated/handlers.ts';
import type { LogPage, TrajectoryGroupPage, Uuid } from '../../generated/types.ts';
import type { RecordsByOwner } from '../../store/store.ts';
import type { Keyed } from '../contract/failures.ts';
import { Get, Inject, Path, Queries, Route, Security } from '../contract/route-decorators.ts';
import { loggedGroups } from '../logged-groups.ts';
import { type OrderedPageQuery, type PageQuery, pageBody, pageRequest } from '../page.ts';

export interface LogsParts {
  store: RecordsByOwner;
  folder: DataFolder;
}

/** Logged trajectories with their full contents. */
@Route('v1/preview/models/{model_id}/logs')
export class LogsHandler implements LogsHandlers {
  readonly #parts: LogsParts;

  constructor(parts: LogsParts) {
    this.#parts = parts;
  }

  @Get('')
  @Security('bearerAuth')
  async listLogs(
    @Path('model_id') modelId: Uuid,
    @Queries() query: OrderedPageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, LogPage> | ErrorReply<Keyed | 404 | 422>> {
    const page = await this.#parts.store.ownedBy(caller.owner).logs.page(modelId, pageRequest(query));
    const body = pageBody(page, ({ id, split, groups, trajectories, metrics, created }) => {
      return { id, split, groups, trajectories, metrics, created };
    });
    return { status: 200, body };
  }

  @Get('{log_id}/trajectory-groups')
  @Security('bearerAuth')
  async listLoggedTrajectoryGroups(
    @Path('model_id') modelId: Uuid,
    @Path('log_id') logId: Uuid,
    @Queries() query: PageQuery,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, TrajectoryGroupPage> | ErrorReply<Keyed | 404 | 422>> {
    const { store, folder } = this.#parts;
    const request = pageRequest(query);
    const log = await store.ownedBy(caller.owner).logs.get(modelId, logId);
    return { status: 200, body: (await loggedGroups(folder, log, request)) as unknown as TrajectoryGroupPage };
  }
}
