// node bench/cluster-worker.ts NATS WORKERS: scripted workers on a bus. Each emits 20 tokens a second in each of its
// sequences, all in one step, as an engine does. The log-probability of a token is the time when it was emitted.
import { randomUUID } from 'node:crypto';
import { Bus } from '../src/cluster/bus.ts';
import { CallServer } from '../src/cluster/call-server.ts';
import { HEARTBEAT_MS, subjects, type WorkerHeartbeat } from '../src/cluster/worker-heartbeat.ts';
import type { GenerateRequest } from '../src/inference/generate-request.ts';
import { Generation } from '../src/worker/client/generation.ts';
import { WorkerError } from '../src/worker/client/worker-error.ts';

const STEP_MS = 50;
const PLACES = 64;

interface Running {
  request: GenerateRequest;
  generation: Generation;
  said: number;
}

class BenchWorker {
  readonly #incarnation = randomUUID();
  readonly #running = new Set<Running>();
  readonly #server: CallServer;
  readonly #bus: Bus;

  constructor(bus: Bus) {
    this.#bus = bus;
    const compute = {
      generate: (request: GenerateRequest, signal: AbortSignal) => this.#generate(request, signal),
      search: () => Promise.reject(new Error('no beams here')),
    };
    const adapters = { fetchLocal: async (path: string) => path };
    this.#server = new CallServer({ bus, compute, incarnation: this.#incarnation, places: PLACES, adapters });
    setInterval(() => this.#heartbeat(), HEARTBEAT_MS);
    setTimeout(() => setInterval(() => this.#step(), STEP_MS), Math.random() * STEP_MS);
    this.#heartbeat();
  }

  #heartbeat(): void {
    const models = [{ id: 'toy', class: 'one', contextLength: 1024, trainingLength: 512, places: PLACES }];
    const what = { name: 'bench', version: '0', state: 'ready' } as const;
    const heartbeat: WorkerHeartbeat = { incarnation: this.#incarnation, ...what, models, load: this.#server.load };
    this.#bus.publish(subjects.workerHeartbeats, heartbeat);
  }

  #generate(request: GenerateRequest, signal: AbortSignal): Generation {
    const generation = new Generation(() => {});
    const running = { request, generation, said: 0 };
    this.#running.add(running);
    signal.addEventListener('abort', () => {
      this.#running.delete(running);
      generation.fail(new WorkerError('aborted', 'stopped'));
    });
    return generation;
  }

  #step(): void {
    const logprob = performance.timeOrigin + performance.now();
    for (const running of this.#running) {
      running.generation.onTokens([{ id: running.said, logprob, topIds: [], topLogprobs: [] }], 0);
      if (++running.said < running.request.maxTokens) continue;
      running.generation.finish('length');
      this.#running.delete(running);
    }
  }
}

const [url, count] = process.argv.slice(2);
const bus = await Bus.connect({ url, name: 'bench' });
for (let worker = 0; worker < Number(count); worker++) new BenchWorker(bus);
