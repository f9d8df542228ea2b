import type {
  BytesReply,
  Caller,
  ErrorReply,
  JsonReply,
  KeyedContext,
  RequestContext,
  TinkerRunsHandlers,
} from '../../generated/handlers.ts';
import type * as types from '../../generated/types.ts';
import { ADAPTER_FILES } from '../../model/checkpoint/adapter-files.ts';
import type { Records, Store } from '../../store/store.ts';
import type { FileUrls } from '../access/file-urls.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Delete, Get, Inject, Path, Post, Put, Queries, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { tinkerCheckpointBody, trainingRunBody } from '../tinker/checkpoint-list.ts';
import type { SavedWeights } from '../tinker/saved-weights.ts';

interface TinkerRunsParts {
  store: Store;
  saved: SavedWeights;
  urls: FileUrls;
}

type Read<Body> = JsonReply<200, Body> | ErrorReply<Keyed | 400 | 404>;

/** Training runs, checkpoints and sessions of Thinking Machines' training API (Tinker). */
@Route('tinker/api/v1')
export class TinkerRunsHandler implements TinkerRunsHandlers {
  readonly #parts: TinkerRunsParts;

  constructor(parts: TinkerRunsParts) {
    this.#parts = parts;
  }

  @Post('weights_info')
  @Security('bearerAuth')
  async tinkerWeightsInfo(
    @Body() { tinker_path }: types.TinkerPathRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerWeightsInfo> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const { baseModel, rank, targets } = await this.#parts.saved.info(caller.owner, tinker_path);
    const has = (part: RegExp) => targets.some((name) => part.test(name));
    const parts = { train_unembed: false, train_mlp: has(/gate|up|down/), train_attn: has(/q_|k_|v_|qkv|^o_/) };
    return { status: 200, body: { base_model: baseModel, is_lora: true, lora_rank: rank, ...parts } };
  }

  @Get('training_runs/{training_run_id}/checkpoints')
  @Security('bearerAuth')
  async tinkerListRunCheckpoints(
    @Path('training_run_id') trainingRunId: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerCheckpointList> | ErrorReply<Keyed | 400 | 404>> {
    await this.#own(caller).tinkerRuns.get(trainingRunId);
    return this.#checkpoints(caller, { run: trainingRunId, offset: 0, limit: 1_000 });
  }

  @Delete('training_runs/{training_run_id}/checkpoints/{kind}/{name}')
  @Security('bearerAuth')
  async tinkerDeleteCheckpoint(
    @Path('training_run_id') trainingRunId: types.TinkerName,
    @Path('kind') kind: types.TinkerKind,
    @Path('name') name: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerAck> | ErrorReply<Keyed | 400 | 404>> {
    await this.#parts.saved.delete(caller.owner, { run: trainingRunId, kind, name });
    return done;
  }

  @Get('checkpoints')
  @Security('bearerAuth')
  async tinkerListCheckpoints(
    @Queries() query: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerCheckpointList> | ErrorReply<Keyed | 400>> {
    return this.#checkpoints(caller, query);
  }

  @Post('training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish')
  @Security('bearerAuth')
  async tinkerPublishCheckpoint(
    @Path('training_run_id') run: types.TinkerName,
    @Path('kind') kind: types.TinkerKind,
    @Path('name') name: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<Read<types.TinkerAck>> {
    await this.#own(caller).tinker.setPublic({ run, kind, name }, true);
    return done;
  }

  @Delete('training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish')
  @Security('bearerAuth')
  async tinkerUnpublishCheckpoint(
    @Path('training_run_id') run: types.TinkerName,
    @Path('kind') kind: types.TinkerKind,
    @Path('name') name: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<Read<types.TinkerAck>> {
    await this.#own(caller).tinker.setPublic({ run, kind, name }, false);
    return done;
  }

  @Put('training_runs/{training_run_id}/checkpoints/{kind}/{name}/ttl')
  @Security('bearerAuth')
  async tinkerSetCheckpointTtl(
    @Path('training_run_id') run: types.TinkerName,
    @Path('kind') kind: types.TinkerKind,
    @Path('name') name: types.TinkerName,
    @Body() { ttl_seconds }: types.TinkerTtlRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerAck> | ErrorReply<Keyed | Bodied | 400 | 404>> {
    const ttlMs = ttl_seconds === null ? null : ttl_seconds * 1000;
    await this.#own(caller).tinker.setTtl({ run, kind, name }, ttlMs);
    return done;
  }

  @Get('training_runs/{training_run_id}/checkpoints/external_weights/{name}/external_weights_urls')
  @Security('bearerAuth')
  async tinkerExternalWeightsUrls(
    @Path('training_run_id') run: types.TinkerName,
    @Path('name') name: types.TinkerName,
    @Inject() { caller: { owner }, origin }: KeyedContext,
  ): Promise<Read<types.TinkerFileUrls>> {
    const { saved, urls } = this.#parts;
    const { id } = await saved.get(owner, { run, kind: 'external_weights', name });
    const made = ADAPTER_FILES.map((file) => {
      return { file, ...urls.expiringAddress(origin, { kind: 'weights', owner, id, name: file }) };
    });
    const expires = new Date(Math.min(...made.map((one) => one.expires))).toISOString();
    return { status: 200, body: { urls: Object.fromEntries(made.map(({ file, url }) => [file, url])), expires } };
  }

  @Get('files/{address}')
  async tinkerDownloadFile(
    @Path('address') address: types.TinkerToken,
    @Inject() _context: RequestContext,
  ): Promise<BytesReply<200> | ErrorReply<400 | 404 | 405 | 500 | 503>> {
    const { saved, urls } = this.#parts;
    const { kind, owner, ...file } = urls.read(address);
    if (kind !== 'weights') throw new ApiError('not_found', 'address: this address does not belong to saved weights.');
    const { handle, bytes } = await saved.openFile(owner, file);
    return { status: 200, body: handle.createReadStream(), headers: { 'content-length': String(bytes) } };
  }

  @Get('training_runs')
  @Security('bearerAuth')
  async tinkerListTrainingRuns(
    @Queries() { offset, limit }: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerTrainingRunList> | ErrorReply<Keyed | 400>> {
    const own = this.#own(caller);
    const { data, total } = await own.tinkerRuns.list({ offset, limit });
    const newest = await own.tinker.newest(data.map(({ id }) => id));
    const training_runs = data.map((run) => trainingRunBody(run, newest.get(run.id)));
    return { status: 200, body: { training_runs, cursor: { offset, limit, total_count: total } } };
  }

  @Get('training_runs/{training_run_id}')
  @Security('bearerAuth')
  async tinkerGetTrainingRun(
    @Path('training_run_id') trainingRunId: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<Read<types.TinkerTrainingRun>> {
    const own = this.#own(caller);
    const run = await own.tinkerRuns.get(trainingRunId);
    return { status: 200, body: trainingRunBody(run, (await own.tinker.newest([run.id])).get(run.id)) };
  }

  @Get('sessions')
  @Security('bearerAuth')
  async tinkerListSessions(
    @Queries() paging: { limit: types.TinkerLimit; offset: types.TinkerOffset },
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerSessionList> | ErrorReply<Keyed | 400>> {
    const sessions = await this.#own(caller).tinkerSessions.list(paging);
    return { status: 200, body: { sessions } };
  }

  @Get('sessions/{session_id}')
  @Security('bearerAuth')
  async tinkerGetSession(
    @Path('session_id') sessionId: types.Uuid,
    @Inject() { caller }: KeyedContext,
  ): Promise<Read<types.TinkerSessionContents>> {
    const found = await this.#own(caller).tinkerSessions.get(sessionId);
    if (found === null) throw new ApiError('not_found', `There is no session '${sessionId}' here.`);
    const [training_run_ids, sampler_ids] = [found.runs, found.samplers].map((all) => all.map(({ id }) => id));
    return { status: 200, body: { training_run_ids, sampler_ids, user_metadata: found.labels } };
  }

  #own({ owner }: Caller): Records {
    return this.#parts.store.ownedBy(owner);
  }

  async #checkpoints(
    caller: Caller,
    wanted: { run?: string; offset: number; limit: number },
  ): Promise<JsonReply<200, types.TinkerCheckpointList>> {
    const { data, total } = await this.#own(caller).tinker.list(wanted);
    const { offset, limit } = wanted;
    return {
      status: 200,
      body: { checkpoints: data.map(tinkerCheckpointBody), cursor: { offset, limit, total_count: total } },
    };
  }
}

const done = { status: 200, body: { type: 'ack' } } as const;
