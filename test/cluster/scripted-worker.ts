import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from '../../src/cluster/bus.ts';
import { CallServer } from '../../src/cluster/call-server.ts';
import { HEARTBEAT_MS, subjects, type WorkerHeartbeat } from '../../src/cluster/worker-heartbeat.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import { Generation } from '../../src/worker/client/generation.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';

/** Returns the token at a position of an answer. It depends only on the seed and the position, as an engine's does. */
export function scriptedToken(request: GenerateRequest, place: number): GeneratedToken {
  const id = Number((request.sampling.seed * 7919n + BigInt(place * 31)) % 1000n);
  const topIds = Array.from({ length: request.topLogprobs }, (_, rank) => id + rank);
  return { id, logprob: -id / 1000, topIds, topLogprobs: topIds.map((other) => -other / 1000) };
}

export function scriptedAnswer(request: GenerateRequest): GeneratedToken[] {
  return Array.from({ length: request.maxTokens }, (_, place) => scriptedToken(request, place));
}

export function scriptedRequest(seed: number, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    ...{ model: 'toy', adapter: null, promptIds: Uint32Array.of(1, 2, 3), maxTokens: 40, stopTokenIds: [] },
    ...{ sampling: { temperature: 1, topK: 0, topP: 1, seed: BigInt(seed) }, topLogprobs: 0, ...changes },
  };
}

export interface ScriptedOptions {
  class?: string;
  places?: number;
  /** Milliseconds per token. */
  tokenMs?: number;
}

/** A worker without an engine, which emits scripted tokens at a fixed pace. */
export class ScriptedWorker {
  readonly incarnation = randomUUID();
  readonly server: CallServer;
  /** Requests that it has started. */
  readonly begun: GenerateRequest[] = [];
  /** Number of stopped requests. */
  stopped = 0;
  readonly #heartbeatTimer: NodeJS.Timeout;
  readonly #bus: Bus;
  readonly #options: Required<ScriptedOptions>;
  state: WorkerHeartbeat['state'] = 'ready';

  constructor(bus: Bus, options: ScriptedOptions = {}) {
    this.#bus = bus;
    this.#options = { class: 'one', places: 64, tokenMs: 5, ...options };
    const { places } = this.#options;
    const compute = {
      generate: (request: GenerateRequest, signal: AbortSignal) => this.#generate(request, signal),
      search: () => Promise.reject(new Error('no beams here')),
    };
    const adapters = { fetchLocal: async (path: string) => path };
    this.server = new CallServer({ bus, compute, incarnation: this.incarnation, places, adapters });
    this.heartbeat();
    this.#heartbeatTimer = setInterval(() => this.heartbeat(), HEARTBEAT_MS);
  }

  heartbeat(): void {
    const models = [
      { id: 'toy', class: this.#options.class, contextLength: 1024, trainingLength: 512, places: this.#options.places },
    ];
    const what = { name: 'scripted', version: '0', state: this.state, models };
    const heartbeat: WorkerHeartbeat = { incarnation: this.incarnation, ...what, load: this.server.load };
    this.#bus.publish(subjects.workerHeartbeats, heartbeat);
  }

  /** Stops its heartbeat until `heartbeat` is called, but still takes calls. */
  fallSilent(): void {
    clearInterval(this.#heartbeatTimer);
  }

  /** Stops like a killed process, without a message. */
  async die(): Promise<void> {
    clearInterval(this.#heartbeatTimer);
    await this.#bus.close();
    this.server.close();
  }

  end(): void {
    clearInterval(this.#heartbeatTimer);
    this.server.close();
  }

  #generate(request: GenerateRequest, signal: AbortSignal): Generation {
    this.begun.push(request);
    const generation = new Generation(() => {});
    void this.#say(request, generation, signal);
    return generation;
  }

  async #say(request: GenerateRequest, generation: Generation, signal: AbortSignal): Promise<void> {
    const first = request.outputIds?.length ?? 0;
    for (let place = first; place < request.maxTokens; place++) {
      await sleep(this.#options.tokenMs);
      if (signal.aborted) {
        this.stopped += 1;
        generation.fail(new WorkerError('aborted', 'stopped'));
        return;
      }
      if (place === first) {
        generation.onPrompt({ cachedTokens: 0, logprobs: null, times: { queued: 0, prefill: 0 } });
      }
      generation.onTokens([scriptedToken(request, place)], 0);
    }
    generation.finish('length');
  }
}
