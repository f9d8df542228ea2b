import { randomUUID } from 'node:crypto';
import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { GeneratedToken, GenerateRequest } from '../inference/generate-request.ts';
import type { Generation } from '../worker/client/generation.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import type { CallEnd, CallNews } from './call-messages.ts';
import { routeHash } from './chat-router.ts';
import type { LiveWorker } from './live-worker.ts';

/** The worker that has a call, and the call's id and number there. */
export interface CallPlace {
  id: string;
  number: number;
  worker: LiveWorker;
}

type RemoteRequest =
  | { kind: 'generate'; request: GenerateRequest; generation: Generation }
  | { kind: 'search'; request: BeamRequest; resolve(report: BeamReport): void; reject(error: Error): void };

/** A call of a replica, with its results so far from all workers. */
export class RemoteCall {
  readonly #request: RemoteRequest;
  /** Ids of all tokens received, from all workers. */
  readonly #ids: number[] = [];
  /** Number of those tokens that came from earlier workers. */
  #before = 0;
  readonly over: Promise<void>;
  #settle!: () => void;
  isOver = false;
  place: CallPlace | null = null;
  /** Class that later workers must have, since another would continue with other bits; null until news arrive. */
  class: string | null = null;
  /** Number of workers lost during this call. */
  moves = 0;
  /** When the last news arrived, by the monotonic clock. */
  lastNewsAt = performance.now();

  private constructor(resumedRequest: RemoteRequest) {
    this.#request = resumedRequest;
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
    return this.#request.request.model;
  }

  get sequences(): number {
    return this.#request.kind === 'search' ? this.#request.request.width : 1;
  }

  /**
   * Hash for routing. Requests with the same checkpoint, cache root (caller and salt) and affinity (prompt prefix) go
   * to one worker while it has capacity.
   */
  get route(): number {
    const { affinity = '', adapter, model, cacheRoot = '' } = this.#request.request;
    return routeHash(affinity, routeHash(cacheRoot, routeHash(adapter?.id ?? model)));
  }

  /** Number of tokens from the current worker. */
  get receivedTokens(): number {
    return this.#ids.length - this.#before;
  }

  /** Returns the request, continued after the tokens received so far. */
  asked() {
    if (this.#request.kind === 'search') return { kind: 'search', request: this.#request.request } as const;
    const { request, generation } = this.#request;
    const outputIds = [...(request.outputIds ?? []), ...this.#ids];
    const promptLogprobs = generation.prompt === null ? request.promptLogprobs : null;
    return { kind: 'generate', request: { ...request, outputIds, promptLogprobs } } as const;
  }

  /** Assigns the call to a worker and returns its place there. */
  assignTo(worker: LiveWorker, number: number): CallPlace {
    this.place = { id: randomUUID(), number, worker };
    this.#before = this.#ids.length;
    this.lastNewsAt = performance.now();
    return this.place;
  }

  /** Applies news. Returns false, and applies nothing, if earlier news are missing. Skips tokens received before. */
  receive(news: CallNews): boolean {
    this.#noteNews();
    if (news.kind === 'end') return news.tokens === this.receivedTokens;
    if (this.#request.kind === 'search') return true;
    const { generation } = this.#request;
    if (news.kind === 'prompt') {
      if (generation.prompt === null) generation.onPrompt(news.prompt);
      return true;
    }
    if (news.from > this.receivedTokens) return false;
    const tokens = news.tokens.slice(this.receivedTokens - news.from);
    for (const { id } of tokens) this.#ids.push(id);
    if (tokens.length > 0) generation.onTokens(tokens, news.preemptions);
    return true;
  }

  /** Applies a single token, at index `place` among those of the current worker; as `receive`. */
  receiveToken(place: number, token: GeneratedToken): boolean {
    this.#noteNews();
    const { receivedTokens } = this;
    if (this.#request.kind === 'search' || place !== receivedTokens) return place <= receivedTokens;
    this.#ids.push(token.id);
    this.#request.generation.onTokens([token], 0);
    return true;
  }

  #noteNews(): void {
    this.lastNewsAt = performance.now();
    this.class ??= this.place!.worker.heartbeat.models.find(({ id }) => id === this.model)?.class ?? null;
  }

  end(end: CallEnd): void {
    if (end.kind === 'failed') this.fail(new WorkerError(end.code, end.message));
    if (this.isOver) return;
    this.isOver = true;
    if (end.kind === 'finished' && this.#request.kind === 'generate') this.#request.generation.finish(end.cause);
    else if (end.kind === 'found' && this.#request.kind === 'search') this.#request.resolve(end.report);
    this.#settle();
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    if (this.#request.kind === 'generate') this.#request.generation.fail(error);
    else this.#request.reject(error);
    this.#settle();
  }
}
