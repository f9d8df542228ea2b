import { Counter, Histogram, type Registry } from 'prom-client';
import { operations, type RouteId } from '../../generated/operations.ts';
import { httpBuckets } from './buckets.ts';

/** What was answered. */
interface AnsweredRequest {
  method: string;
  /** Null where there is no such operation. */
  route: RouteId | null;
  status: number;
  seconds: number;
}

/** Scrapers and load balancers would be most of all requests. */
const uncounted: ReadonlySet<string> = new Set(['getHealth', 'getMetrics']);

const answers: ReadonlySet<string> = new Set([
  'createChatCompletion',
  'createCompletion',
  'createMessage',
  'createResponse',
]);

/** Methods as anyone may write them would be series without end. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']);

/** Requests by the operation's path, the method and the hundred of the status, as vLLM counts them. */
export class HttpMetrics {
  readonly #requests: Counter<'handler' | 'method' | 'status'>;
  readonly #seconds: Histogram<'handler' | 'method'>;

  #answering = 0;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests by path, method and kind of status.',
      labelNames: ['handler', 'method', 'status'],
      registers,
    });
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the head of a request to the last byte of its answer, in seconds.',
      labelNames: ['handler', 'method'],
      buckets: httpBuckets,
      registers,
    });
  }

  /** Chats and completions in flight. */
  get answering(): number {
    return this.#answering;
  }

  /** Counts a request in; the result counts it out. */
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
