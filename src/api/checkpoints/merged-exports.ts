import type { Readable } from 'node:stream';
import { FairSemaphore } from '../../inference/fair-semaphore.ts';
import { hasWeights } from '../../model/checkpoint/checkpoint-open.ts';
import type { MergedModel } from '../../model/export/merged-model.ts';
import { mergedStream } from '../../model/export/merged-stream.ts';
import { ApiError, invalidField } from '../errors/api-error.ts';

/** Concurrent exports. Each uses one thread, which keeps a core busy and an adapter in memory. */
const mostAtOnce = 2;
/** Milliseconds that a client waits for its first byte. */
const defaultTimeoutMs = 60_000;
const retryAfterSeconds = 30;
const noWeights =
  'This server has no weights of the base model (DAYBREAK_ROLE=api), so it cannot merge. Ask a server that has them, ' +
  'or download the adapter and merge it with PEFT.';

/** Downloads of merged models. Slots are shared fairly: an owner with many downloads leaves room for others. */
export class MergedExports {
  readonly #slots = new FairSemaphore(mostAtOnce);
  readonly #timeoutMs: number;

  constructor(timeoutMs: number = defaultTimeoutMs) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Starts an export. Throws `compute_unavailable` without weights, `queue_full` if no other download ends in time,
   * `validation_failed` for a model that GGUF cannot hold, and the signal's reason if the client leaves before.
   */
  async begin(owner: string, model: MergedModel, signal: AbortSignal): Promise<{ bytes: number; stream: Readable }> {
    if (!hasWeights(model.path)) throw new ApiError('compute_unavailable', noWeights);
    const end = await this.#acquire(owner, signal);
    try {
      signal.throwIfAborted();
      const merged = await mergedStream(model);
      merged.stream.once('close', end);
      return merged;
    } catch (error) {
      end();
      // An error from a thread keeps its name but loses its class.
      if (!(error instanceof Error) || error.name !== 'GgufRefusal') throw error;
      throw invalidField('format', `${error.message}; use format=safetensors`, `gguf-${model.gguf}`, 'query');
    }
  }

  async #acquire(owner: string, signal: AbortSignal): Promise<() => void> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#slots.acquire(owner, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (signal.aborted || !timeout.aborted) throw error;
      const wait = `${mostAtOnce} merged models are being downloaded already, one per owner. Try again later.`;
      throw new ApiError('queue_full', wait, { retryAfter: retryAfterSeconds });
    }
  }
}
