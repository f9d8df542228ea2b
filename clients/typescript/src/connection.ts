import { APIConnectionError, APITimeoutError, DaybreakError } from './errors.ts';
import { type Client, createClient } from './generated/client/index.ts';
import { sleep, waitAfterAnswer, waitAfterFault } from './retry.ts';
import { statusError } from './status-error.ts';
import { unexpectedAnswer } from './unexpected-answer.ts';

/** Options of one call, its last argument. */
export interface RequestOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds that one attempt may take, and that a stream may send nothing. */
  timeoutMs?: number;
  /** Maximum number of retries of a request that failed with a transient error. */
  maxRetries?: number;
}

export interface ConnectionOptions {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: typeof fetch;
}

/** Arguments that every generated operation gets. */
interface Common {
  client: Client;
  throwOnError: true;
  fetch: typeof fetch;
  signal: AbortSignal | undefined;
  parseAs: 'json';
}

/** Headers and body of a request. */
export interface RawRequest {
  headers: Record<string, string>;
  body?: string | Blob;
}

export interface OpenAnswer {
  response: Response;
  watch: Watch;
}

/** Sends requests: key, retries, timeouts and typed errors. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #client: Client;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { baseUrl, apiKey: auth } = options;
    this.#client = createClient({ baseUrl, auth, requestValidator: refuseEmptyNames });
  }

  /** Calls a generated operation and returns its response. */
  async call<T>(operation: (common: Common) => Promise<{ data: T }>, options: RequestOptions = {}): Promise<T> {
    const send = (input: string | URL | Request): Promise<Response> => this.#fetchWhole(input as Request, options);
    const fixed = { client: this.#client, throwOnError: true, parseAs: 'json' } as const;
    try {
      return (await operation({ ...fixed, fetch: send, signal: options.signal })).data;
    } catch (fault) {
      throw fault instanceof SyntaxError ? unexpectedAnswer(fault) : fault;
    }
  }

  /** Calls a generated operation and returns its unread response, which only the caller's signal aborts. */
  async openFile(
    operation: (common: Common) => Promise<{ response: Response }>,
    options: RequestOptions = {},
  ): Promise<Response> {
    const send = (input: string | URL | Request): Promise<Response> => {
      const { method, url, headers } = input as Request;
      return this.#attempts(method, url, options, async (to, watch) => {
        const response = await fetchFrom(this.#options)(to, {
          method,
          headers,
          redirect: 'manual',
          signal: watch.signal,
        });
        if (response.ok) watch.end();
        return response;
      });
    };
    const fixed = { client: this.#client, throwOnError: true, parseAs: 'json' } as const;
    return (await operation({ ...fixed, fetch: send, signal: options.signal })).response;
  }

  /** Posts JSON and returns the unread response, with the watch that continues while it is read. */
  open(path: string, body: unknown, options: RequestOptions): Promise<OpenAnswer> {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
    return this.send('POST', path, { headers, body: JSON.stringify(body) }, options);
  }

  /** Sends any request and returns the unread response. A retry sends the same body. */
  async send(method: string, path: string, request: RawRequest, options: RequestOptions = {}): Promise<OpenAnswer> {
    const headers = new Headers(request.headers);
    if (this.#options.apiKey !== '') headers.set('authorization', `Bearer ${this.#options.apiKey}`);
    let watch: Watch | undefined;
    const response = await this.#attempts(method, this.#options.baseUrl + path, options, async (url, started) => {
      watch = started;
      const init = { method, headers, body: request.body, redirect: 'manual', signal: started.signal } as const;
      return fetchFrom(this.#options)(url, init);
    });
    return { response, watch: watch! };
  }

  async #fetchWhole(request: Request, options: RequestOptions): Promise<Response> {
    const { method, headers } = request;
    const body = request.body === null ? undefined : await request.arrayBuffer();
    return this.#attempts(method, request.url, options, async (url, watch) => {
      const init = { method, headers, body, redirect: 'manual', signal: watch.signal } as const;
      const response = await fetchFrom(this.#options)(url, init);
      const bytes = await response.arrayBuffer();
      watch.end();
      return new Response(bytes, response);
    });
  }

  /** Sends the request, with retries, until it succeeds. Throws the last error otherwise. */
  async #attempts(
    method: string,
    url: string,
    options: RequestOptions,
    send: (url: string, watch: Watch) => Promise<Response>,
  ): Promise<Response> {
    const place = `${method} ${new URL(url).pathname}`;
    const retries = /\/v1\/(system-check|readyz)$/.test(url) ? 0 : (options.maxRetries ?? this.#options.maxRetries);
    for (let attempt = 0; ; attempt++) {
      const watch = new Watch(options.timeoutMs ?? this.#options.timeoutMs, options.signal);
      let wait: number | undefined;
      try {
        const response = await send(url, watch);
        if (response.ok) return response;
        const text = await response.text();
        wait = waitAfterAnswer(method, response, attempt);
        if (wait === undefined || attempt >= retries) throw statusError(place, response, text);
      } catch (fault) {
        const error = watch.explain(place, fault);
        if (!(error instanceof APIConnectionError) || error instanceof APITimeoutError) throw error;
        wait = waitAfterFault(method, fault, attempt);
        if (wait === undefined || attempt >= retries) throw error;
      } finally {
        if (wait !== undefined) watch.end();
      }
      await sleep(wait, options.signal);
    }
  }
}

/** Throws if an id or name in the path is empty: the shortened path would be the path of another operation. */
async function refuseEmptyNames(request: unknown): Promise<void> {
  const { path = {} } = request as { path?: Record<string, unknown> };
  const empty = Object.keys(path).find((name) => path[name] === '');
  if (empty !== undefined) throw new DaybreakError(`${empty} is empty`);
}

// A browser's fetch must be called as a plain function, not as a method of the options.
function fetchFrom({ fetch: plain }: ConnectionOptions): typeof fetch {
  return plain;
}

/** Maximum delay of setTimeout; a longer one fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/** Timeout of one attempt, combined with the caller's own signal. */
export class Watch {
  readonly signal: AbortSignal;
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal | undefined;
  readonly #limit = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = Math.min(timeoutMs, longestTimerMs);
    this.#caller = caller;
    this.signal = caller ? AbortSignal.any([caller, this.#limit.signal]) : this.#limit.signal;
    this.restart();
  }

  /** Restarts the timeout. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#limit.abort(), this.#timeoutMs);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Converts an error of fetch to the caller's abort reason, a timeout or a connection error. */
  explain(place: string, fault: unknown): unknown {
    this.end();
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.#limit.signal.aborted) return new APITimeoutError(`${place}: no response within ${this.#timeoutMs} ms`);
    if (!(fault instanceof TypeError)) return fault; // connection errors of fetch are TypeErrors
    const cause = fault.cause as { message?: string; code?: string } | undefined;
    const why = cause?.message || cause?.code || fault.message; // message is empty if the host has several addresses
    return new APIConnectionError(`${place}: ${why}`, { cause: fault.cause ?? fault });
  }
}
