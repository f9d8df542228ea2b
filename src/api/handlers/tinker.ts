import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ErrorReply, JsonReply, KeyedContext, TextReply, TinkerHandlers } from '../../generated/handlers.ts';
import type * as types from '../../generated/types.ts';
import type { ChatCompute } from '../../worker/client/chat-compute.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Consumes, Get, Inject, Path, Post, Route, Security } from '../contract/route-decorators.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorBody } from '../errors/error-body.ts';
import { readForwardBackward, writeForwardBackwardOutput } from '../tinker/forward-backward-message.ts';
import { ASK_AGAIN } from '../tinker/futures.ts';
import { readLossRequest } from '../tinker/loss-request.ts';
import {
  addEphemeral,
  checkPlain,
  loadInto,
  loadTarget,
  newModel,
  readAdam,
  readFreshAdapter,
  samplerId,
  saveOptions,
  servedBase,
  type TinkerRequestParts,
} from '../tinker/requests.ts';
import { readSample, runSample } from '../tinker/samples.ts';
import { tinkerPath } from '../tinker/tinker-path.ts';
import type { WorkStarter } from '../tinker/work-starter.ts';

export interface TinkerParts extends TinkerRequestParts {
  /** Compute client that runs samples. */
  sampling: ChatCompute;
  work: WorkStarter;
}

type Answer<Body> = JsonReply<200, Body> | ErrorReply<Keyed | Bodied | 400>;
type AnswerOf<Body> = Answer<Body> | ErrorReply<404>;

/** Timeout of a long poll. Clients give up a request after 45 s. */
const WAIT_MS = 30_000;

/** Thinking Machines' training API (Tinker). */
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

  @Post('client/dynamic_config')
  @Security('bearerAuth')
  async tinkerClientDynamicConfig(
    @Body() _body: types.TinkerClientConfigRequest,
    @Inject() _context: KeyedContext,
  ): Promise<Answer<types.TinkerClientDynamicConfig>> {
    return { status: 200, body: { refresh_interval_sec: 300, sample_cancel_enabled: true } };
  }

  @Post('create_session')
  @Security('bearerAuth')
  async tinkerCreateSession(
    @Body() { user_metadata }: types.TinkerCreateSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<Answer<types.TinkerSession>> {
    const { id } = await this.#parts.sessions.create(caller.owner, user_metadata ?? null);
    return { status: 200, body: { session_id: id } };
  }

  @Post('session_heartbeat')
  @Security('bearerAuth')
  async tinkerSessionHeartbeat(
    @Body() { session_id }: types.TinkerSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerHeartbeat>> {
    await this.#parts.sessions.get(caller.owner, session_id);
    return { status: 200, body: { type: 'session_heartbeat' } };
  }

  @Post('sessions/{session_id}/finish')
  @Security('bearerAuth')
  async tinkerFinishSession(
    @Path('session_id') sessionId: types.Uuid,
    @Body() _body: types.TinkerFinishRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerAck>> {
    const { sessions } = this.#parts;
    await sessions.finish(await sessions.get(caller.owner, sessionId));
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
    const session = await this.#parts.sessions.get(caller.owner, body.session_id);
    const id = `${session.id}:train:${body.model_seq_id}`;
    const request_id = this.#parts.work.begin(session, { key: `model ${id}`, of: id }, async (answered) => {
      const start = readFreshAdapter(body, this.#parts.highestRank);
      const base = servedBase(this.#parts.served, body.base_model);
      const model = await newModel(this.#parts, session, { id, base, labels: body.user_metadata ?? null });
      const result = { model_id: id };
      await model?.enqueue(() => model.open({ start, optimizerFile: null }, answered(result)));
      return result;
    });
    return { status: 200, body: { request_id, model_id: id } };
  }

  @Post('get_info')
  @Security('bearerAuth')
  async tinkerGetInfo(
    @Body() { model_id }: types.TinkerModelRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerModelInfo>> {
    const { model } = await this.#parts.sessions.model(caller.owner, model_id);
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
    const begun = await this.#parts.work.onModel(caller.owner, asked, async (model) => {
      const { limits, trainingLength } = model.base;
      const { loss, logprobs } = await model.accumulate(readLossRequest(message, limits.vocabSize, trainingLength));
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
    const begun = await this.#parts.work.onModel(caller.owner, body, async (model, _session, answered) => {
      const resultOf = (norm: number) => ({ metrics: { grad_norm: norm } });
      return resultOf(await model.apply(readAdam(body), (norm) => answered(resultOf(norm))));
    });
    return { status: 200, body: begun };
  }

  @Post('save_weights')
  @Security('bearerAuth')
  async tinkerSaveWeights(
    @Body() body: types.TinkerSaveWeightsRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const begun = await this.#parts.work.onModel(caller.owner, body, async (model) => {
      const place = { run: model.id, kind: 'weights', name: body.path ?? `save-${body.seq_id ?? 0}` } as const;
      await this.#parts.saved.save(model, caller.owner, place, saveOptions(body));
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
    const begun = await this.#parts.work.onModel(caller.owner, body, async (model, session) => {
      if (samplerSeqId != null && path == null) return addEphemeral(this.#parts, session, model, samplerSeqId);
      const place = { run: model.id, kind: 'sampler_weights', name: path ?? `save-${body.seq_id ?? 0}` } as const;
      await this.#parts.saved.save(model, caller.owner, place, saveOptions(body));
      return { path: tinkerPath(place) };
    });
    return { status: 200, body: begun };
  }

  @Post('save_weights_external')
  @Security('bearerAuth')
  async tinkerSaveWeightsExternal(
    @Body() body: types.TinkerSaveExternalRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerFuture>> {
    const begun = await this.#parts.work.onModel(caller.owner, body, async (model) => {
      checkPlain(body);
      const place = { run: model.id, kind: 'external_weights', name: body.path } as const;
      await this.#parts.saved.save(model, caller.owner, place, saveOptions(body));
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
      const begun = await work.onModel(caller.owner, asked, (model, _session, answered) =>
        loadInto(this.#parts, caller.owner, model, body, answered),
      );
      return { status: 200, body: begun };
    }
    const session = await sessions.get(caller.owner, target.sessionId);
    const { id } = target;
    const request_id = work.begin(session, { key: `model ${id}`, of: id }, async (answered) => {
      const { baseModel } = await saved.info(caller.owner, body.path);
      const base = servedBase(served, body.base_model ?? baseModel);
      const model = await newModel(this.#parts, session, { id, base, labels: body.user_metadata ?? null });
      if (model === null) return { path: body.path, model_id: id };
      return model.enqueue(() => loadInto(this.#parts, caller.owner, model, body, answered));
    });
    return { status: 200, body: { request_id, model_id: id } };
  }

  @Post('create_sampling_session')
  @Security('bearerAuth')
  async tinkerCreateSamplingSession(
    @Body() body: types.TinkerCreateSamplingSessionRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerSamplingSession>> {
    const { sessions, served, saved } = this.#parts;
    const session = await sessions.get(caller.owner, body.session_id);
    const id = samplerId(session, body.sampling_session_seq_id);
    if (body.model_path != null) {
      const checkpoint = await saved.info(caller.owner, body.model_path);
      const base = servedBase(served, checkpoint.baseModel);
      const adapter = saved.adapterOf(checkpoint);
      await sessions.addSampler(session, { id, base, path: body.model_path, adapter });
    } else {
      if (body.base_model == null)
        throw new ApiError('validation_failed', 'base_model: base_model or model_path is required');
      const base = servedBase(served, body.base_model);
      await sessions.addSampler(session, { id, base, path: null, adapter: null });
    }
    return { status: 200, body: { sampling_session_id: id } };
  }

  @Get('samplers/{sampler_id}')
  @Security('bearerAuth')
  async tinkerGetSampler(
    @Path('sampler_id') samplerId: types.TinkerName,
    @Inject() { caller }: KeyedContext,
  ): Promise<JsonReply<200, types.TinkerSampler> | ErrorReply<Keyed | 400 | 404>> {
    const { id, base, path } = (await this.#parts.sessions.sampler(caller.owner, samplerId)).sampler;
    return { status: 200, body: { sampler_id: id, base_model: base.id, model_path: path } };
  }

  @Post('asample')
  @Security('bearerAuth')
  async tinkerSample(
    @Body() body: types.TinkerSampleRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerSampleFuture>> {
    const { sessions, sampling, work } = this.#parts;
    const { session, sampler } = await sessions.sampler(caller.owner, body.sampling_session_id);
    const key = { key: `${sampler.id} ${body.seq_id}`, of: sampler.id };
    const request_id = work.beginSample(session, key, async (cancelled) => {
      const requester = { owner: caller.owner, signal: AbortSignal.any([session.end.signal, cancelled]) };
      return runSample(readSample(body, sampler.base), sampler, sampling, requester);
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
    | AnswerOf<types.TinkerResult>
    | JsonReply<408, types.TinkerTryAgain>
    | JsonReply<410, types.ErrorBody>
    | TextReply<200, 'application/x-protobuf'>
  > {
    const { futures, samplers } = await this.#parts.sessions.ofId(caller.owner, request_id);
    const isOfSampler = [...samplers.keys()].some((id) => request_id.startsWith(`${id}:`));
    const lost = isOfSampler ? ASK_AGAIN : LOST;
    const result = futures.has(request_id) ? await futures.wait(request_id, WAIT_MS, signal) : lost;
    if (result === ASK_AGAIN) {
      const why = new ApiError(
        'not_found',
        'This sample was lost because a process of the server exited. Request another.',
      );
      return { status: 410, body: errorBody(why) };
    }
    if (result === null) {
      const why = new ApiError('request_timeout', 'The result is not ready yet. Try again.');
      return { status: 408, body: { ...errorBody(why), type: 'try_again', request_id, queue_state: 'active' } };
    }
    if (Buffer.isBuffer(result)) return { status: 200, type: 'application/x-protobuf', body: result };
    return { status: 200, body: result };
  }

  @Post('cancel_future')
  @Security('bearerAuth')
  async tinkerCancelFuture(
    @Body() { request_id }: types.TinkerCancelRequest,
    @Inject() { caller }: KeyedContext,
  ): Promise<AnswerOf<types.TinkerAck>> {
    const { futures } = await this.#parts.sessions.ofId(caller.owner, request_id);
    futures.cancel(request_id);
    return done;
  }
}

/** Result of an unknown request: lost in a restart, or fetched long ago. */
const LOST = {
  error:
    'This result is lost: the server was restarted, or it was fetched long ago. The model is in the state after its ' +
    'last optim_step; continue from there with forward_backward.',
  category: 'server',
} as const;

const done = { status: 200, body: { type: 'ack' } } as const;
