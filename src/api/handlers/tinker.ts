import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ErrorReply, JsonReply, KeyedContext, TextReply, TinkerHandlers } from '../../generated/handlers.ts';
import type * as types from '../../generated/types.ts';
import type { ChatCompute } from '../../worker/client/chat-compute.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import {
  Body,
  Consumes,
  Delete,
  Get,
  Inject,
  Path,
  Post,
  Queries,
  Route,
  Security,
} from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { readAskedLoss } from '../tinker/asked-loss.ts';
import type { BegunWork } from '../tinker/begun-work.ts';
import { checkpointBody } from '../tinker/checkpoint-list.ts';
import { readForwardBackward, writeForwardBackwardOutput } from '../tinker/forward-backward-message.ts';
import {
  addEphemeral,
  loadInto,
  loadTarget,
  newModel,
  readAdam,
  readFreshAdapter,
  samplerId,
  saveWishes,
  servedBase,
  type TinkerRequestParts,
} from '../tinker/requests.ts';
import { readSample, runSample } from '../tinker/samples.ts';
import { tinkerPath } from '../tinker/saved-weights.ts';
import type { TinkerSessions } from '../tinker/sessions.ts';

export interface TinkerParts extends TinkerRequestParts {
  sessions: TinkerSessions;
  /** What runs samples. */
  sampling: ChatCompute;
  work: BegunWork;
}

type Answer<Body> = JsonReply<200, Body> | ErrorReply<Keyed | Bodied | 400>;
type AnswerOf<Body> = Answer<Body> | ErrorReply<404>;

/** Clients give up a request after 45 s. */
const WAIT_MS = 30_000;

/** The training API of Thinking Machines. */
@Route('tinker/api/v1')
export class TinkerHandler implements TinkerHandlers {
  readonly #parts: TinkerParts;

  constructor(parts: TinkerParts) {
    this.#parts = parts;
  }

  @Post('client/config')
  @Security('bearerAuth')
  async tinkerClientConfig(
    @Body() _body: types.TinkerClientConfigRequest,
    @Inject() _context: KeyedContext,
  ): Promise<Answer<types.TinkerClientConfig>> {
    const off = {
      pjwt_auth_enabled: false,
      parallel_fwdbwd_chunks: false,
      proto_compress_fwdbwd: false,
      sample_use_retrieve_futures: false,
      custom_loss_server_side: false,
      sample_join_sampling_session: false,
    };
    const most = {
      fwdbwd_max_chunk_len: 1024,
      fwdbwd_max_chunk_bytes_count: 5_000_000,
      sample_max_concurrent_requests: 512,
    };
    return { status: 200, body: { ...off, ...most } };
  }

  @Post('create_session')
  @Security('bearerAuth')
  async tinkerCreateSession(
    @Body() _body: types.TinkerCreateSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<Answer<types.TinkerSession>> {
    return { status: 200, body: { session_id: this.#parts.sessions.create(caller.owner).id } };
  }

  @Post('session_heartbeat')
  @Security('bearerAuth')
  async tinkerSessionHeartbeat(
    @Body() { session_id }: types.TinkerSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerAck>> {
    this.#parts.sessions.get(caller.owner, session_id);
    return done;
  }

  @Post('sessions/{session_id}/finish')
  @Security('bearerAuth')
  async tinkerFinishSession(
    @Path('session_id') sessionId: types.Uuid,
    @Body() _body: types.TinkerFinishRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerAck>> {
    const { sessions } = this.#parts;
    await sessions.finish(sessions.get(caller.owner, sessionId));
    return done;
  }

  @Post('telemetry')
  @Security('bearerAuth')
  async tinkerTelemetry(
    @Body() _body: types.TinkerTelemetryRequest,
    @Inject() _context: KeyedContext,
  ): Promise<Answer<types.TinkerTelemetryAck>> {
    return { status: 200, body: { status: 'accepted' } };
  }

  @Get('healthz')
  @Security('bearerAuth')
  async tinkerHealth(
    @Inject() _context: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerHealth> | ErrorReply<Keyed>> {
    return { status: 200, body: { status: 'ok' } };
  }

  @Get('get_server_capabilities')
  @Security('bearerAuth')
  async tinkerServerCapabilities(
    @Inject() _context: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerCapabilities> | ErrorReply<Keyed>> {
    const supported_models = this.#parts.served.list().map(({ id, contextLength }) => {
      return { model_name: id, max_context_length: contextLength, trainable: true, sampleable: true };
    });
    return { status: 200, body: { supported_models } };
  }

  @Post('create_model')
  @Security('bearerAuth')
  async tinkerCreateModel(
    @Body() body: types.TinkerCreateModelRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const session = this.#parts.sessions.get(caller.owner, body.session_id);
    const id = `${session.id}:train:${body.model_seq_id}`;
    const request_id = this.#parts.work.begin(session, `model ${id}`, async () => {
      const start = readFreshAdapter(body, this.#parts.highestRank);
      const model = newModel(this.#parts, session, id, servedBase(this.#parts.served, body.base_model));
      await model.inTurn(() => model.open({ start, optimizerFile: null }));
      return { model_id: id };
    });
    return { status: 200, body: { request_id, model_id: id } };
  }

  @Post('get_info')
  @Security('bearerAuth')
  async tinkerGetInfo(
    @Body() { model_id }: types.TinkerModelRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerModelInfo>> {
    const { model } = this.#parts.sessions.model(caller.owner, model_id);
    const { id } = model.base;
    const model_data = { model_name: id, tokenizer_id: id };
    return { status: 200, body: { model_id, model_data, is_lora: true, lora_rank: model.lora.rank } };
  }

  @Post('forward_backward')
  @Security('bearerAuth')
  @Consumes('application/x-protobuf')
  async tinkerForwardBackward(
    @Body() body: Readable,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const message = readForwardBackward(await buffer(body));
    const asked = { model_id: message.modelId, seq_id: message.seqId };
    const begun = this.#parts.work.onModel(caller.owner, asked, async (model) => {
      const { limits, trainingLength } = model.base;
      const { loss, logprobs } = await model.accumulate(readAskedLoss(message, limits.vocabSize, trainingLength));
      return writeForwardBackwardOutput(
        logprobs.map((row) => row.subarray(1)),
        { 'loss:sum': loss },
      );
    });
    return { status: 200, body: begun };
  }

  @Post('optim_step')
  @Security('bearerAuth')
  async tinkerOptimStep(
    @Body() body: types.TinkerOptimStepRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const begun = this.#parts.work.onModel(caller.owner, body, async (model) => {
      const norm = await model.apply(readAdam(body));
      if (Number.isFinite(norm)) return { metrics: { grad_norm: norm } };
      throw new ApiError('validation_failed', `The gradient's norm is ${norm}; go on from weights that were saved.`);
    });
    return { status: 200, body: begun };
  }

  @Post('save_weights')
  @Security('bearerAuth')
  async tinkerSaveWeights(
    @Body() body: types.TinkerSaveWeightsRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const begun = this.#parts.work.onModel(caller.owner, body, async (model) => {
      const place = { run: model.id, kind: 'weights', name: body.path ?? `save-${body.seq_id ?? 0}` } as const;
      await this.#parts.saved.save(model, caller.owner, place, saveWishes(body));
      return { path: tinkerPath(place) };
    });
    return { status: 200, body: begun };
  }

  @Post('save_weights_for_sampler')
  @Security('bearerAuth')
  async tinkerSaveWeightsForSampler(
    @Body() body: types.TinkerSaveSamplerRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const { sampling_session_seq_id: samplerSeqId, path } = body;
    const begun = this.#parts.work.onModel(caller.owner, body, async (model, session) => {
      if (samplerSeqId != null && path == null) return addEphemeral(this.#parts, session, model, samplerSeqId);
      const place = { run: model.id, kind: 'sampler_weights', name: path ?? `save-${body.seq_id ?? 0}` } as const;
      await this.#parts.saved.save(model, caller.owner, place, saveWishes(body));
      return { path: tinkerPath(place) };
    });
    return { status: 200, body: begun };
  }

  @Post('load_weights')
  @Security('bearerAuth')
  async tinkerLoadWeights(
    @Body() body: types.TinkerLoadWeightsRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const { sessions, served, saved, work } = this.#parts;
    const target = loadTarget(body);
    if (target.kind === 'known') {
      const asked = { model_id: target.id, seq_id: target.seqId };
      const begun = work.onModel(caller.owner, asked, (model) => loadInto(this.#parts, caller.owner, model, body));
      return { status: 200, body: begun };
    }
    const session = sessions.get(caller.owner, target.sessionId);
    const request_id = work.begin(session, `model ${target.id}`, async () => {
      const { baseModel } = await saved.info(caller.owner, body.path);
      const model = newModel(this.#parts, session, target.id, servedBase(served, body.base_model ?? baseModel));
      return model.inTurn(() => loadInto(this.#parts, caller.owner, model, body));
    });
    return { status: 200, body: { request_id, model_id: target.id } };
  }

  @Post('create_sampling_session')
  @Security('bearerAuth')
  async tinkerCreateSamplingSession(
    @Body() body: types.TinkerCreateSamplingSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerSamplingSession>> {
    const { sessions, served, saved } = this.#parts;
    const session = sessions.get(caller.owner, body.session_id);
    const id = samplerId(session, body.sampling_session_seq_id);
    if (body.model_path != null) {
      const checkpoint = await saved.info(caller.owner, body.model_path);
      const base = servedBase(served, checkpoint.baseModel);
      session.samplers.set(id, { id, base, path: body.model_path, adapter: saved.adapterOf(checkpoint) });
    } else {
      if (body.base_model == null) throw new ApiError('validation_failed', 'base_model: it or model_path is needed');
      session.samplers.set(id, { id, base: servedBase(served, body.base_model), path: null, adapter: null });
    }
    return { status: 200, body: { sampling_session_id: id } };
  }

  @Get('samplers/{sampler_id}')
  @Security('bearerAuth')
  async tinkerGetSampler(
    @Path('sampler_id') samplerId: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerSampler> | ErrorReply<Keyed | 400 | 404>> {
    const { id, base, path } = this.#parts.sessions.sampler(caller.owner, samplerId).sampler;
    return { status: 200, body: { sampler_id: id, base_model: base.id, model_path: path } };
  }

  @Post('asample')
  @Security('bearerAuth')
  async tinkerSample(
    @Body() body: types.TinkerSampleRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerSampleFuture>> {
    const { sessions, sampling, work } = this.#parts;
    const { session, sampler } = sessions.sampler(caller.owner, body.sampling_session_id);
    const asker = { owner: caller.owner, signal: session.end.signal };
    const request_id = work.begin(session, `${sampler.id} ${body.seq_id}`, async () => {
      return runSample(readSample(body, sampler.base), sampler, sampling, asker);
    });
    const sample_sequence_ids = Array.from({ length: body.num_samples ?? 1 }, (_, i) => `${request_id}:${i}`);
    return { status: 200, body: { request_id, model_id: null, sample_sequence_ids } };
  }

  @Post('retrieve_future')
  @Security('bearerAuth')
  async tinkerRetrieveFuture(
    @Body() { request_id }: types.TinkerRetrieveRequest,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<
    AnswerOf<types.TinkerResult> | JsonReply<408, types.TinkerTryAgain> | TextReply<200, 'application/x-protobuf'>
  > {
    const futures = this.#parts.sessions.futuresOf(caller.owner, request_id);
    const result = await futures.wait(request_id, WAIT_MS, signal);
    if (result === null) {
      const why = new ApiError('request_timeout', 'The result is not there yet. Ask again.');
      return { status: 408, body: { ...errorBody(why), type: 'try_again', request_id, queue_state: 'active' } };
    }
    if (Buffer.isBuffer(result)) return { status: 200, type: 'application/x-protobuf', body: result };
    return { status: 200, body: result };
  }

  @Post('weights_info')
  @Security('bearerAuth')
  async tinkerWeightsInfo(
    @Body() { tinker_path }: types.TinkerPathRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerWeightsInfo>> {
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
    return this.#checkpoints(caller.owner, { run: trainingRunId, offset: 0, limit: 1_000 });
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
    return this.#checkpoints(caller.owner, query);
  }

  async #checkpoints(
    owner: string,
    wanted: { run?: string; offset: number; limit: number },
  ): Promise<JsonReply<200, types.TinkerCheckpointList>> {
    const { data, total } = await this.#parts.saved.list(owner, wanted);
    const { offset, limit } = wanted;
    return {
      status: 200,
      body: { checkpoints: data.map(checkpointBody), cursor: { offset, limit, total_count: total } },
    };
  }
}

const done = { status: 200, body: { type: 'ack' } } as const;
