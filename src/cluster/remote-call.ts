import { randomUUID } from 'node:crypto';
import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { GeneratedToken, GenerateRequest } from '../inference/generate-request.ts';
import type { Generation } from '../worker/client/generation.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import type { CallEnd, CallNews } from './call-messages.ts';
import { routeHash } from './chat-router.ts';
import type { LiveWorker } from './live-worker.ts';

/** Where a call is, and the id and the number that it has there. */
export interface CallPlace {
  id: string;
  number: number;
  worker: LiveWorker;
}

type Asked =
  | { kind: 'generate'; request: GenerateRequest; generation: Generation }
  | { kind: 'search'; request: BeamRequest; resolve(report: BeamReport): void; reject(error: Error): void };

/** One call of a replica: what came of it so far, from whichever worker. */
export class RemoteCall {
  readonly #asked: Asked;
  /** Ids of all tokens that came, from all workers. */
  readonly #ids: number[] = [];
  /** How many of them other workers gave. */
  #before = 0;
  readonly over: Promise<void>;
  #settle!: () => void;
  isOver = false;
  at: CallPlace | null = null;
  /** Workers of another class would go on with other bits; null until one has begun. */
  class: string | null = null;
  /** Workers that it has lost. */
  moves = 0;
  /** When something came last, by the monotonic clock. */
  heard = performance.now();

  private constructor(asked: Asked) {
    this.#asked = asked;
    this.over = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  static generate(request: GenerateRequest, generation: Generation): RemoteCall {
    return new RemoteCall({ kind: 'generate', request, generation });
  }

  static search(
    request: BeamRequest,
    resolve: (report: BeamReport) => void,
    reject: (error: Error) => void,
  ): RemoteCall {
    return new RemoteCall({ kind: 'search', request, resolve, reject });
  }

  get model(): string {
    return this.#asked.request.model;
  }

  get sequences(): number {
    return this.#asked.kind === 'search' ? this.#asked.request.width : 1;
  }

  /** Requests of one go to one worker, as long as that has room: those of one checkpoint, key and beginning. */
  get route(): number {
    const { affinity = '', adapter, model, cacheRoot = '' } = this.#asked.request;
    return routeHash(affinity, routeHash(cacheRoot, routeHash(adapter?.id ?? model)));
  }

  /** Tokens that came from the worker that has it now. */
  get have(): number {
    return this.#ids.length - this.#before;
  }

  /** The request, which goes on behind what came. */
  asked() {
    if (this.#asked.kind === 'search') return { kind: 'search', request: this.#asked.request } as const;
    const { request, generation } = this.#asked;
    const outputIds = [...(request.outputIds ?? []), ...this.#ids];
    const promptLogprobs = generation.prompt === null ? request.promptLogprobs : null;
    return { kind: 'generate', request: { ...request, outputIds, promptLogprobs } } as const;
  }

  /** It is now this worker's, at the place that it gives back. */
  beginAt(worker: LiveWorker, number: number): CallPlace {
    this.at = { id: randomUUID(), number, worker };
    this.#before = this.#ids.length;
    this.heard = performance.now();
    return this.at;
  }

  /** False where something before it is missing; then it is not taken. What came already is passed over. */
  take(news: CallNews): boolean {
    this.#noteHeard();
    if (news.kind === 'end') return news.tokens === this.have;
    if (this.#asked.kind === 'search') return true;
    const { generation } = this.#asked;
    if (news.kind === 'prompt') {
      if (generation.prompt === null) generation.onPrompt(news.prompt);
      return true;
    }
    if (news.from > this.have) return false;
    const tokens = news.tokens.slice(this.have - news.from);
    for (const { id } of tokens) this.#ids.push(id);
    if (tokens.length > 0) generation.onTokens(tokens, news.preemptions);
    return true;
  }

  /** The same of one token alone, which is the one at `place` of this worker's. */
  takeToken(place: number, token: GeneratedToken): boolean {
    this.#noteHeard();
    const { have } = this;
    if (this.#asked.kind === 'search' || place !== have) return place <= have;
    this.#ids.push(token.id);
    this.#asked.generation.onTokens([token], 0);
    return true;
  }

  #noteHeard(): void {
    this.heard = performance.now();
    this.class ??= this.at!.worker.beat.models.find(({ id }) => id === this.model)?.class ?? null;
  }

  end(end: CallEnd): void {
    if (end.kind === 'failed') this.fail(new WorkerError(end.code, end.message));
    if (this.isOver) return;
    this.isOver = true;
    if (end.kind === 'finished' && this.#asked.kind === 'generate') this.#asked.generation.finish(end.cause);
    else if (end.kind === 'found' && this.#asked.kind === 'search') this.#asked.resolve(end.report);
    this.#settle();
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.#asked.kind === 'generate') this.#asked.generation.fail(error);
    else this.#asked.reject(error);
    this.#settle();
  }
}
