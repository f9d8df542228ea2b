import { readStaging } from '../../compute/buffer.ts';
import type { Device } from '../../compute/device.ts';
import { AbortedError } from '../../compute/errors.ts';
import { SAMPLED_WORDS, sample, topLogprobs } from '../../compute/ops/sample.ts';
import { Recorder } from '../../compute/recorder.ts';
import type { DeviceTurn } from '../../compute/turn.ts';
import type { Decoder } from '../../model/decoder.ts';
import type { FinishCause, GeneratedToken, GenerateRequest } from '../generate-request.ts';
import { AdapterSlots } from './adapter-slots.ts';
import { KvCache } from './kv-cache.ts';
import { type Chunk, Scheduler } from './scheduler.ts';
import { Sequence } from './sequence.ts';
import { allocateStepBuffers, type StepBuffers, uploadStep } from './step-buffers.ts';

export interface EngineLimits {
  /** Sequences in one batch. */
  maxRunning: number;
  /** Rows of one step: decode rows and prefill chunks together. */
  maxStepTokens: number;
  /** Requests that may wait; more are refused. */
  maxWaiting: number;
  /** Longest sequence in tokens. */
  contextLength: number;
  /** Tokens of the KV cache. */
  cacheTokens: number;
}

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
  readonly #adapters: AdapterSlots;
  readonly #buffers: StepBuffers;
  readonly #recorder: Recorder;
  readonly #scheduler: Scheduler;
  #running = false;

  private constructor(device: Device, decoder: Decoder, turn: DeviceTurn, limits: EngineLimits, parts: EngineParts) {
    this.#device = device;
    this.#decoder = decoder;
    this.#turn = turn;
    this.limits = limits;
    this.#cache = parts.cache;
    this.#adapters = parts.adapters;
    this.#buffers = parts.buffers;
    this.#recorder = new Recorder(device);
    const { maxRunning, maxStepTokens: maxTokens } = limits;
    this.#scheduler = new Scheduler(parts.cache, parts.adapters, { maxRunning, maxTokens });
  }

  /** Throws DeviceOutOfMemoryError. */
  static async create(device: Device, decoder: Decoder, turn: DeviceTurn, limits: EngineLimits): Promise<Engine> {
    const cache = await KvCache.create(device, decoder.config, limits.cacheTokens);
    const adapters = await AdapterSlots.create(device, decoder);
    const shape = { T: limits.maxStepTokens, B: limits.maxRunning, pages: cache.pageCount };
    return new Engine(device, decoder, turn, limits, {
      cache,
      adapters,
      buffers: await allocateStepBuffers(device, shape),
    });
  }

  /**
   * Samples one sequence; `onToken` hears of each token in order. Rejects with QueueFullError, AbortedError,
   * CheckpointError (adapter), RangeError (a prompt or limit that does not fit), or what the device throws.
   */
  async generate(
    request: GenerateRequest,
    onToken: (token: GeneratedToken) => void,
    signal?: AbortSignal,
  ): Promise<FinishCause> {
    this.#checkFits(request);
    if (this.#scheduler.waiting >= this.limits.maxWaiting) {
      throw new QueueFullError(`${this.limits.maxWaiting} requests are waiting already`);
    }
    if (signal?.aborted) throw new AbortedError('the request was ended by its caller');
    const sequence = new Sequence(request, onToken);
    const abort = () => {
      this.#scheduler.remove(sequence);
      sequence.fail(new AbortedError('the request was ended by its caller'));
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#scheduler.add(sequence);
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
      while (!this.#scheduler.idle) await this.#turn.run(() => this.#step());
    } catch (error) {
      for (const sequence of this.#scheduler.all()) {
        this.#scheduler.remove(sequence);
        sequence.fail(error as Error);
      }
    } finally {
      this.#running = false;
    }
  }

  async #step(): Promise<void> {
    const chunks = this.#scheduler.next();
    if (chunks.length === 0) {
      if (this.#scheduler.idle) return;
      throw new Error('the scheduler found nothing to run although requests are open');
    }
    const { T, visible, drawn, withAdapters } = uploadStep(this.#device, this.#buffers, chunks);
    const { rows, tokens, tables, wanted } = this.#buffers;
    this.#decoder.forward(this.#recorder, {
      T,
      B: drawn.length,
      visible,
      rows,
      tokens,
      tables,
      wanted,
      cache: this.#cache.layers,
      adapters: withAdapters ? { arena: this.#adapters.arena, stride: this.#adapters.stride } : undefined,
    });
    const alternatives = Math.max(0, ...drawn.map(({ sequence }) => sequence.request.topLogprobs));
    const bytes = this.#recordSampling(drawn.length, alternatives);
    const estimateMs = this.#recorder.submit();
    for (const { sequence, count } of chunks) sequence.cached += count;
    await this.#device.waiter.done('step', estimateMs);
    this.#device.check();
    if (bytes > 0) this.#deliver(drawn, alternatives, await readStaging(this.#device, this.#buffers.staging, bytes));
  }

  /** Records the draw of one token for each row of logits and its way home; returns the bytes that come back. */
  #recordSampling(B: number, count: number): number {
    if (B === 0) return 0;
    const { draws, sampled, alternatives, staging } = this.#buffers;
    const { logits, config } = this.#decoder;
    const shape = { B, V: config.vocab_size };
    sample(this.#recorder, { draws, logits, sampled, ...shape });
    const sampledBytes = B * SAMPLED_WORDS * 4;
    this.#recorder.copy(sampled, 0, staging, 0, sampledBytes);
    if (count === 0) return sampledBytes;
    topLogprobs(this.#recorder, { logits, sampled, alternatives, ...shape, count });
    this.#recorder.copy(alternatives, 0, staging, sampledBytes, B * count * 8);
    return sampledBytes + B * count * 8;
  }

  #deliver(drawn: Chunk[], alternatives: number, data: ArrayBuffer): void {
    const ids = new Uint32Array(data);
    const floats = new Float32Array(data);
    const listed = drawn.length * SAMPLED_WORDS;
    drawn.forEach(({ sequence }, row) => {
      // Aborted, or pushed out, while the step ran: its pages may be another's, and it will be computed again.
      if (sequence.pages.length === 0) return;
      const wanted = Array.from(
        { length: Math.min(sequence.request.topLogprobs, alternatives) },
        (_, i) => listed + 2 * (row * alternatives + i),
      );
      const cause = sequence.push({
        id: ids[row * SAMPLED_WORDS],
        logprob: floats[row * SAMPLED_WORDS + 1],
        topIds: wanted.map((at) => ids[at]),
        topLogprobs: wanted.map((at) => floats[at + 1]),
      });
      if (cause === undefined) return;
      this.#scheduler.remove(sequence);
      sequence.finish(cause);
    });
  }

  #checkFits({ promptIds, maxTokens }: GenerateRequest): void {
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
  cache: KvCache;
  adapters: AdapterSlots;
  buffers: StepBuffers;
}
