import type { Device } from '../../compute/device.ts';
import type { DeviceLock } from '../../compute/device-lock.ts';
import { AbortedError } from '../../compute/errors.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import type { CacheType } from '../../compute/ops/layer-cache.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { BeamReport, BeamRequest } from '../beam-request.ts';
import { mayTakePlaces } from '../fair-places.ts';
import type { FinishCause, GeneratedToken, GenerateRequest, PromptReport } from '../generate-request.ts';
import type { GrammarConstraint } from '../grammar/grammar.ts';
import type { GrammarService } from '../grammar/service/grammar-service.ts';
import type { GrammarSession } from '../grammar/service/grammar-session.ts';
import { type ProcessorTable, shippedTable } from '../processors/processor-table.ts';
import { AdapterArena, arenaBytes } from './adapter-arena.ts';
import { AdapterSlots } from './adapter-slots.ts';
import { beamSearch, stepOfBeam } from './beam-search.ts';
import type { EngineStats } from './engine-stats.ts';
import { KvCache } from './kv-cache.ts';
import { LogitEditor } from './logit-editor.ts';
import { Scheduler } from './scheduler.ts';
import { finishOf, PromptClock, Sequence, type SequenceListener } from './sequence.ts';
import { allocateStepBuffers } from './step-buffers.ts';
import { StepLoop } from './step-loop.ts';
import { type RunnerParts, StepRunner } from './step-runner.ts';

export interface EngineLimits {
  /** Most sequences in one batch. */
  maxRunning: number;
  /** Most rows of one step, decode rows and prefill chunks together; at least `maxRunning`. */
  maxStepTokens: number;
  /** Most prompt tokens that one step scores. */
  maxScored: number;
  /** Most waiting requests of a single owner; all owners together have twice as many places. More are refused. */
  maxWaiting: number;
  /** Longest sequence in tokens, at most `cacheTokens`. */
  contextLength: number;
  /** Tokens of the KV cache. */
  cacheTokens: number;
  /** Device memory of adapters in bytes; by default enough for as many as can be held at once. */
  adapterBytes?: number;
}

const TORCH_TYPES: Record<CacheType, EngineStats['cacheType']> = { f32: 'float32', f16: 'float16', int8: 'int8' };

/** The queue is full for this owner; the caller may try again later. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Generates text for many requests at once over one base model: continuous batching, chunked prefill beside decode, a
 * paged KV cache, and adapters chosen per row. One step is one submit; only token ids and log-probabilities are read
 * back.
 */
export class Engine {
  readonly limits: EngineLimits;
  readonly #decoder: Decoder;
  readonly #cache: KvCache;
  readonly #arena: AdapterArena;
  readonly #adapters: AdapterSlots;
  readonly #scheduler: Scheduler;
  readonly #loop: StepLoop;
  readonly #grammars: GrammarService | null;
  #arrivals = 0;

  private constructor(device: Device, lock: DeviceLock, limits: EngineLimits, parts: EngineParts) {
    this.limits = limits;
    this.#decoder = parts.decoder;
    this.#cache = parts.cache;
    this.#arena = parts.arena;
    this.#adapters = new AdapterSlots(parts.arena.slots, (files, slot) => parts.arena.load(files, slot));
    this.#grammars = parts.grammars;
    const { maxRunning, maxStepTokens: maxTokens, maxScored } = limits;
    const { pool } = parts.cache;
    this.#scheduler = new Scheduler(pool, this.#adapters, parts.weights, { maxRunning, maxTokens, maxScored });
    const runner = new StepRunner(device, parts);
    this.#loop = new StepLoop(this.#scheduler, runner, lock, (files) => parts.arena.fetch(files));
  }

  /**
   * Allocates an engine. `weights` is the identity of the decoder's weights. Throws DeviceOutOfMemoryError, or
   * RangeError if the context does not fit the cache or `maxStepTokens` is below `maxRunning`.
   */
  static async create(
    device: Device,
    decoder: Decoder,
    lock: DeviceLock,
    limits: EngineLimits,
    weights = '',
    processors: ProcessorTable = shippedTable(),
    grammars: GrammarService | null = null,
  ): Promise<Engine> {
    const { contextLength, cacheTokens, adapterBytes = arenaBytes(device, decoder.lora) } = limits;
    if (contextLength > cacheTokens) {
      throw new RangeError(`a cache of ${cacheTokens} tokens cannot hold a sequence of ${contextLength}`);
    }
    const pages = Math.ceil(contextLength / PAGE_TOKENS);
    const V = decoder.config.vocab_size;
    const shape = { T: limits.maxStepTokens, B: limits.maxRunning, scored: limits.maxScored, pages, V };
    return new Engine(device, lock, limits, {
      decoder,
      weights,
      grammars,
      cache: await KvCache.create(device, decoder, cacheTokens),
      arena: await AdapterArena.create(device, decoder, adapterBytes),
      buffers: await allocateStepBuffers(device, shape),
      editor: await LogitEditor.create(device, { B: limits.maxRunning, V }, processors),
    });
  }

  get stats(): EngineStats {
    const { pool } = this.#cache;
    const { queriedTokens, hitTokens } = this.#scheduler.prefixes.counts;
    return {
      ...this.#scheduler.counts,
      ...this.#loop.counts,
      ...this.#scheduler.adapters(),
      pages: pool.size,
      pageTokens: PAGE_TOKENS,
      cacheType: TORCH_TYPES[this.#decoder.cacheType],
      contextLength: this.limits.contextLength,
      pagesHeld: pool.used,
      adapterUsers: this.#adapters.users,
      adapterSlots: this.#arena.slots,
      prefixQueries: queriedTokens,
      prefixHits: hitTokens,
    };
  }

  /**
   * Samples one sequence. Calls `onToken` with each token in order, and `onPrompt` once before the first. Rejects with
   * QueueFullError, AbortedError, CheckpointError (adapter), GrammarError, RangeError (a prompt or limit that does not
   * fit), or a device error.
   */
  async generate(
    request: GenerateRequest,
    onToken: SequenceListener['onToken'],
    signal?: AbortSignal,
    onPrompt?: (report: PromptReport) => void,
  ): Promise<FinishCause> {
    this.#checkFits(request);
    const { outputIds = [], temperedLogprobs = false, rules } = request;
    if (temperedLogprobs && (rules || request.grammar)) {
      throw new RangeError('temperedLogprobs is not supported with logit rules or a grammar');
    }
    const end = outputIds.length > 0 ? finishOf(request, outputIds.length, outputIds[outputIds.length - 1]) : undefined;
    if (end !== undefined) return end;
    this.#checkRoom(request);
    const arrival = this.#arrivals++;
    const clock = new PromptClock();
    await this.#fetchAdapter(request.adapter);
    const grammar = request.grammar && (await this.#openGrammar(request.grammar, request.owner));
    try {
      // Other requests may have arrived meanwhile.
      this.#checkRoom(request);
      return await this.#serve(request, arrival, { onToken, onPrompt }, signal, { grammar, clock });
    } finally {
      grammar?.close();
    }
  }

  async #fetchAdapter(adapter: AdapterFiles | null): Promise<void> {
    if (adapter && this.#adapters.find(adapter) === undefined) await this.#arena.fetch(adapter);
  }

  #openGrammar(constraint: GrammarConstraint, owner: string | undefined): Promise<GrammarSession> {
    if (this.#grammars === null) throw new Error('the engine was created without grammars');
    return this.#grammars.open(constraint, owner);
  }

  /**
   * Finds the likeliest answers by beam search. All its steps queue with the request's arrival number. Rejects as
   * `generate` does.
   */
  async search(request: BeamRequest, signal?: AbortSignal): Promise<BeamReport> {
    this.#checkFits(request);
    this.#checkRoom(request);
    const arrival = this.#arrivals++;
    const clock = new PromptClock();
    await this.#fetchAdapter(request.adapter);
    let prompt: PromptReport = { cachedTokens: 0, logprobs: null, times: { queued: 0, prefill: 0 } };
    const beams = await beamSearch(request, async (tokens) => {
      const sampled: GeneratedToken[] = [];
      const onPrompt = (report: PromptReport): void => {
        if (tokens.length === 0) prompt = report;
      };
      const listener = { onPrompt, onToken: (token: GeneratedToken) => sampled.push(token) };
      const first = tokens.length === 0;
      await this.#serve(stepOfBeam(request, tokens), arrival, listener, signal, first ? { clock } : {});
      return sampled[0];
    });
    return { beams, prompt };
  }

  async #serve(
    request: GenerateRequest,
    arrival: number,
    listener: SequenceListener,
    signal: AbortSignal | undefined,
    { grammar, clock }: { grammar?: GrammarSession; clock?: PromptClock },
  ): Promise<FinishCause> {
    if (signal?.aborted) throw new AbortedError('the request was ended by its caller');
    const sequence = new Sequence(request, arrival, listener, grammar, clock);
    const abort = () => this.#loop.end(sequence, new AbortedError('the request was ended by its caller'));
    signal?.addEventListener('abort', abort, { once: true });
    this.#loop.add(sequence);
    try {
      return await sequence.finished;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  #checkRoom({ owner = '' }: Pick<GenerateRequest, 'owner'>): void {
    const { waiting: taken } = this.#scheduler.counts;
    const own = this.#scheduler.waitingOf(owner);
    if (mayTakePlaces({ places: 2 * this.limits.maxWaiting, taken, own }, 1)) return;
    throw new QueueFullError(`${taken} requests are waiting already, ${own} of them from one owner`);
  }

  #checkFits(request: Pick<GenerateRequest, 'promptIds' | 'outputIds' | 'maxTokens'>): void {
    const { promptIds, outputIds = [], maxTokens } = request;
    const { contextLength } = this.limits;
    const { vocab_size: V } = this.#decoder.config;
    if (promptIds.length < 1 || maxTokens < 1 || promptIds.length + maxTokens > contextLength) {
      const requested = `a prompt of ${promptIds.length} tokens and ${maxTokens} tokens to generate`;
      throw new RangeError(`${requested} do not fit into the context of ${contextLength}`);
    }
    if (outputIds.length > maxTokens) {
      throw new RangeError(`an answer of ${maxTokens} tokens cannot begin with ${outputIds.length} tokens`);
    }
    const wrong = promptIds.find((id) => id >= V) ?? outputIds.find((id) => id >= V);
    if (wrong !== undefined) throw new RangeError(`token id ${wrong} is not below ${V}`);
  }
}

interface EngineParts extends RunnerParts {
  weights: string;
  grammars: GrammarService | null;
}
