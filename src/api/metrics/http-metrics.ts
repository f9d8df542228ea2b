import { Counter, Histogram, type Registry } from 'prom-client';
import { operations, type RouteId } from '../../generated/operations.ts';
import { httpBuckets } from './buckets.ts';

/** A finished request. */
interface AnsweredRequest {
  method: string;
  /** Null if no operation matches. */
  route: RouteId | null;
  status: number;
  seconds: number;
}

/** Operations that are not counted: scrapers and load balancers would dominate. */
const uncounted: ReadonlySet<string> = new Set(['getHealth', 'getMetrics']);

const answers: ReadonlySet<string> = new Set([
  'createChatCompletion',
  'createCompletion',
  'createMessage',
  'createResponse',
]);

/** Methods used as labels; arbitrary ones would create unbounded series. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Requests by operation path, method and status class such as 2xx, as vLLM counts them. */
export class HttpMetrics {
  readonly #requests: Counter<'handler' | 'method' | 'status'>;
  readonly #seconds: Histogram<'handler' | 'method'>;

  #answering = 0;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests by path, method and status class.',
      labelNames: ['handler', 'method', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the head of a request to the last byte of its response, in seconds.',
      labelNames: ['handler', 'method'],
      buckets: httpBuckets,
      registers,
    });
  }

  /** Number of chats and completions in flight. */
  get answering(): number {
    return this.#answering;
  }

  /** Counts a request as begun; call the result when it ends. */
  begin(route: RouteId): () => void {
    const counted = answers.has(operations[route].handledBy) ? 1 : 0;
    this.#answering += counted;
    return () => {
      this.#answering -= counted;
    };
  }

  observe({ method, route, status, seconds }: AnsweredRequest): void {
    if (route !== null && uncounted.has(operations[route].handledBy)) return;
    const handler = route === null ? 'none' : operations[route].path;
    const known = methods.has(method) ? method : 'other';
    this.#requests.inc({ handler, method: known, status: `${Math.floor(status / 100)}xx` });
    this.#seconds.observe({ handler, method: known }, seconds);
  }
}
