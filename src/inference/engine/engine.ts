import { setTimeout as sleep } from 'node:timers/promises';
import { readStaging } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { AbortedError } from '../../compute/errors.ts';
import { PAGE_TOKENS } from '../../compute/ops/attention.ts';
import { sample, scoreTokens, topLogprobs } from '../../compute/ops/sample.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { DeviceTurn } from '../../compute/turn.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { BeamReport, BeamRequest } from '../beam-request.ts';
import type { FinishCause, GeneratedToken, GenerateRequest, PromptReport } from '../generate-request.ts';
import type { GrammarConstraint } from '../grammar/grammar.ts';
import type { GrammarService } from '../grammar/service/grammar-service.ts';
import type { GrammarSession } from '../grammar/service/grammar-session.ts';
import { type ProcessorTable, shippedTable } from '../processors/processor-table.ts';
import { AdapterArena } from './adapter-arena.ts';
import { AdapterSlots } from './adapter-slots.ts';
import { beamSearch, stepOfBeam } from './beam-search.ts';
import type { EngineStats } from './engine-stats.ts';
import { KvCache } from './kv-cache.ts';
import { LogitEditor } from './logit-editor.ts';
import { Scheduler } from './scheduler.ts';
import { Sequence, type SequenceListener } from './sequence.ts';
import { allocateStepBuffers, type StepBuffers, type StepShape, uploadStep } from './step-buffers.ts';
import { StepResults } from './step-results.ts';

export interface EngineLimits {
  /** Sequences in one batch. */
  maxRunning: number;
  /** Rows of one step, at least `maxRunning`: decode rows and prefill chunks together. */
  maxStepTokens: number;
  /** Prompt tokens that one step scores. */
  maxScored: number;
  /** Requests that may wait; more are refused. */
  maxWaiting: number;
  /** Longest sequence in tokens, at most `cacheTokens`. */
  contextLength: number;
  /** Tokens of the KV cache. */
  cacheTokens: number;
}

/** How long a step waits for the masks of grammars while other sequences could run. */
const MASK_MOMENT_MS = 20;

/** The queue is full; the caller may try again later. */
export class QueueFullError extends Error {
  override name = 'QueueFullError';
}

/**
 * Generates text for many requests at once over one base model: continuous batching, chunked prefill beside decode,
 * a paged KV cache, and adapters chosen row by row. One step is one submit; only token ids and log-probabilities come
 * back.
 */
export class Engine {
  readonly limits: EngineLimits;
  readonly #device: Device;
  readonly #decoder: Decoder;
  readonly #turn: DeviceTurn;
  readonly #cache: KvCache;
  readonly #arena: AdapterArena;
  readonly #adapters: AdapterSlots;
  readonly #buffers: StepBuffers;
  readonly #editor: LogitEditor;
  readonly #recorder: Recorder;
  readonly #scheduler: Scheduler;
  readonly #grammars: GrammarService | null;
  #running = false;
  /** Ends a wait for masks alone: somebody came or left. */
  #stir: () => void = () => {};
  #arrivals = 0;
  #steps = 0;
  #stepTokens = 0;

  private constructor(device: Device, decoder: Decoder, turn: DeviceTurn, limits: EngineLimits, parts: EngineParts) {
    this.#device = device;
    this.#decoder = decoder;
    this.#turn = turn;
    this.limits = limits;
    this.#cache = parts.cache;
    this.#arena = parts.arena;
    this.#adapters = new AdapterSlots(parts.arena.slots, (files, slot) => parts.arena.load(files, slot));
    this.#buffers = parts.buffers;
    this.#editor = parts.editor;
    this.#grammars = parts.grammars;
    this.#recorder = new Recorder(device);
    const { maxRunning, maxStepTokens: maxTokens, maxScored } = limits;
    const { pool } = parts.cache;
    this.#scheduler = new Scheduler(pool, this.#adapters, parts.weights, { maxRunning, maxTokens, maxScored });
  }

  /** `weights` is the identity of the decoder's weights. Throws DeviceOutOfMemoryError; RangeError for odd limits. */
  static async create(
    device: Device,
    decoder: Decoder,
    turn: DeviceTurn,
    limits: EngineLimits,
    weights = '',
    processors: ProcessorTable = shippedTable(),
    grammars: GrammarService | null = null,
  ): Promise<Engine> {
    const { contextLength, cacheTokens } = limits;
    if (contextLength > cacheTokens) {
      throw new RangeError(`a cache of ${cacheTokens} tokens cannot hold a sequence of ${contextLength}`);
    }
    const pages = Math.ceil(contextLength / PAGE_TOKENS);
    const shape = { T: limits.maxStepTokens, B: limits.maxRunning, scored: limits.maxScored, pages };
    return new Engine(device, decoder, turn, limits, {
      weights,
      grammars,
      cache: await KvCache.create(device, decoder.config, cacheTokens),
      arena: await AdapterArena.create(device, decoder),
      buffers: await allocateStepBuffers(device, shape),
      editor: await LogitEditor.create(device, { B: limits.maxRunning, V: decoder.config.vocab_size }, processors),
    });
  }

  get stats(): EngineStats {
    const { pool } = this.#cache;
    const { askedTokens, foundTokens } = this.#scheduler.prefixes.counts;
    return {
      ...this.#scheduler.counts,
      steps: this.#steps,
      stepTokens: this.#stepTokens,
      pages: pool.size,
      pagesHeld: pool.held,
      adapterUsers: this.#adapters.users,
      prefixAsked: askedTokens,
      prefixFound: foundTokens,
    };
  }

  /**
   * Samples one sequence; `onToken` hears of each token in order, `onPrompt` once before the first. Rejects with
   * QueueFullError, AbortedError, CheckpointError (adapter), GrammarError, RangeError (a prompt or limit that does not
   * fit), or what the device throws.
   */
  async generate(
    request: GenerateRequest,
    onToken: (token: GeneratedToken) => void,
    signal?: AbortSignal,
    onPrompt?: (report: PromptReport) => void,
  ): Promise<FinishCause> {
    this.#checkFits(request);
    this.#checkRoom();
    const arrival = this.#arrivals++;
    await this.#fetchAdapter(request.adapter);
    const grammar = request.grammar && (await this.#openGrammar(request.grammar));
    try {
      // Others may have come meanwhile.
      this.#checkRoom();
      return await this.#serve(request, arrival, { onToken, onPrompt }, signal, grammar);
    } finally {
      grammar?.close();
    }
  }

  async #fetchAdapter(adapter: AdapterFiles | null): Promise<void> {
    if (adapter && this.#adapters.find(adapter) === undefined) await this.#arena.fetch(adapter);
  }

  #openGrammar(constraint: GrammarConstraint): Promise<GrammarSession> {
    if (this.#grammars === null) throw new Error('the engine was made without grammars');
    return this.#grammars.open(constraint);
  }

  /** Finds the likeliest answers. All its steps queue as of the request's arrival. Rejects as `generate` does. */
  async search(request: BeamRequest, signal?: AbortSignal): Promise<BeamReport> {
    this.#checkFits(request);
    this.#checkRoom();
    const arrival = this.#arrivals++;
    await this.#fetchAdapter(request.adapter);
    let prompt: PromptReport = { cachedTokens: 0, logprobs: null };
    const beams = await beamSearch(request, async (tokens) => {
      const drawn: GeneratedToken[] = [];
      const onPrompt = (report: PromptReport): void => {
        if (tokens.length === 0) prompt = report;
      };
      const listener = { onPrompt, onToken: (token: GeneratedToken) => drawn.push(token) };
      await this.#serve(stepOfBeam(request, tokens), arrival, listener, signal);
      return drawn[0];
    });
    return { beams, prompt };
  }

  async #serve(
    request: GenerateRequest,
    arrival: number,
    listener: SequenceListener,
    signal: AbortSignal | undefined,
    grammar?: GrammarSession,
  ): Promise<FinishCause> {
    if (signal?.aborted) throw new AbortedError('the request was ended by its caller');
    const sequence = new Sequence(request, arrival, listener, grammar);
    const abort = () => {
      this.#scheduler.remove(sequence);
      sequence.fail(new AbortedError('the request was ended by its caller'));
      this.#stir();
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#scheduler.add(sequence);
    this.#stir();
    if (!this.#running) void this.#run();
    try {
      return await sequence.finished;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (!this.#scheduler.idle) {
        await this.#awaitMasks();
        await this.#turn.run(() => this.#step());
      }
    } catch (error) {
      // What a step recorded before it failed is not to go along with the next one.
      this.#recorder.reset();
      for (const sequence of this.#scheduler.all()) {
        this.#scheduler.remove(sequence);
        sequence.fail(error as Error);
      }
    } finally {
      this.#running = false;
    }
  }

  /**
   * Gives the grammars' threads a moment, so that their answers need not sit out a step; waits on only until there is
   * something else to do. Answers whose grammar failed end here.
   */
  async #awaitMasks(): Promise<void> {
    const waiting = this.#scheduler.running.filter(({ blocked }) => blocked);
    if (waiting.length > 0) {
      const settled = waiting.map(({ grammar }) => grammar?.settled);
      const others = this.#scheduler.counts.waiting > 0 || waiting.length < this.#scheduler.counts.running;
      const pause = new AbortController();
      const moment = () => sleep(MASK_MOMENT_MS, undefined, { signal: pause.signal }).catch(() => {});
      const change = new Promise<void>((resolve) => {
        this.#stir = resolve;
      });
      await Promise.race(others ? [Promise.all(settled), moment()] : [...settled, change]);
      pause.abort();
    }
    for (const sequence of this.#scheduler.running) {
      const error = sequence.grammar?.error;
      if (error === undefined) continue;
      this.#scheduler.remove(sequence);
      sequence.fail(error);
    }
  }

  async #step(): Promise<void> {
    const chunks = this.#scheduler.next();
    if (chunks.length === 0) {
      if (this.#scheduler.idle || this.#scheduler.running.some(({ blocked }) => blocked)) return;
      throw new Error('the scheduler found nothing to run although requests are open');
    }
    const step = uploadStep(this.#device, this.#buffers, chunks);
    const failures = this.#editor.prepare(step.drawn);
    const { rows, tokens, tables, wanted } = this.#buffers;
    this.#decoder.forward(this.#recorder, {
      T: step.T,
      B: step.drawn.length + step.scored.length,
      visible: step.visible,
      rows,
      tokens,
      tables,
      wanted,
      cache: this.#cache.layers,
      adapters: step.withAdapters ? { arena: this.#arena.buffer, stride: this.#arena.stride } : undefined,
    });
    const results = this.#recordSampling(step);
    const estimateMs = this.#recorder.submit();
    this.#scheduler.advance(chunks);
    await this.#device.waiter.done('step', estimateMs);
    this.#device.check();
    this.#steps++;
    this.#stepTokens += step.T;
    for (const [sequence, error] of failures) {
      this.#scheduler.remove(sequence);
      sequence.fail(error);
    }
    if (results.bytes === 0) return;
    results.read(await readStaging(this.#device, this.#buffers.staging, results.bytes));
    this.#deliver(step, results);
  }

  /** Records the draw of one token for each row of logits, the scores of prompt tokens, and their way home. */
  #recordSampling({ drawn, scored }: StepShape): StepResults {
    const { draws, targets, sampled, alternatives, staging } = this.#buffers;
    const { logits, config } = this.#decoder;
    const V = config.vocab_size;
    const B = drawn.length + scored.length;
    const asked = [
      ...drawn.map(({ sequence }) => sequence.request.topLogprobs),
      ...scored.map(({ sequence }) => sequence.request.promptLogprobs ?? 0),
    ];
    const results = new StepResults(B, Math.min(V, Math.max(0, ...asked)));
    scoreTokens(this.#recorder, { targets, logits, sampled, first: drawn.length, M: scored.length, V });
    sample(this.#recorder, { draws, logits, sampled, B: drawn.length, V });
    this.#editor.record(this.#recorder, { logits, sampled });
    if (results.count > 0) topLogprobs(this.#recorder, { logits, sampled, alternatives, B, V, count: results.count });
    results.recordCopies(this.#recorder, { sampled, alternatives, staging });
    return results;
  }

  #deliver({ drawn, scored }: StepShape, results: StepResults): void {
    scored.forEach(({ sequence, position }, i) => {
      const row = drawn.length + i;
      sequence.promptScores?.set(position, results.scored(row, sequence.request.promptLogprobs ?? 0));
    });
    drawn.forEach(({ sequence }, row) => {
      // Aborted while the step ran: its pages may be another's.
      if (sequence.pages.length === 0) return;
      const cause = sequence.push(results.token(row, sequence.request.topLogprobs));
      if (cause === undefined) return;
      this.#scheduler.remove(sequence);
      sequence.finish(cause);
    });
  }

  #checkRoom(): void {
    if (this.#scheduler.counts.waiting < this.limits.maxWaiting) return;
    throw new QueueFullError(`${this.limits.maxWaiting} requests are waiting already`);
  }

  #checkFits({ promptIds, maxTokens }: Pick<GenerateRequest, 'promptIds' | 'maxTokens'>): void {
    const { contextLength } = this.limits;
    const { vocab_size: V } = this.#decoder.config;
    if (promptIds.length < 1 || maxTokens < 1 || promptIds.length + maxTokens > contextLength) {
      const asked = `a prompt of ${promptIds.length} tokens and ${maxTokens} to generate`;
      throw new RangeError(`${asked} do not fit the context of ${contextLength}`);
    }
    const wrong = promptIds.find((id) => id >= V);
    if (wrong !== undefined) throw new RangeError(`prompt token id ${wrong} is not below ${V}`);
  }
}

interface EngineParts {
  weights: string;
  grammars: GrammarService | null;
  editor: LogitEditor;
  cache: KvCache;
  arena: AdapterArena;
  buffers: StepBuffers;
}
