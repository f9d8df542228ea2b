import { Artifacts } from './artifacts.ts';
import { ChatCompletions } from './chat.ts';
import { Completions } from './completions.ts';
import { Connection, type RequestOptions } from './connection.ts';
import {
  detokenize,
  getHealth,
  getKey,
  getLivez,
  getLoad,
  getMetrics,
  getReadyz,
  getStats,
  getSystemCheck,
  getTokenizerInfo,
  getVersion,
  listWorkers,
  tokenize,
} from './generated/sdk.gen.ts';
import type {
  Health,
  Key,
  Stats,
  SystemCheck,
  TokenizedText,
  TokenizeRequest,
  TokenizerInfo,
  Worker,
} from './generated/types.gen.ts';
import { Messages } from './messages.ts';
import { Models } from './models.ts';
import { Responses } from './responses.ts';
import { Runs } from './runs.ts';
import { Sessions } from './sessions.ts';
import { findApiKey, findBaseUrl } from './settings.ts';
import { TrainingJobs } from './training-jobs.ts';
import { Updates } from './updates.ts';

/** Options of the client. */
export interface DaybreakOptions {
  /**
   * API key. Defaults to `DAYBREAK_API_KEY`, or else, for a server on this machine, to the file `api-key` in
   * `DAYBREAK_HOME` or in `~/.daybreak`.
   */
  apiKey?: string;
  /**
   * Address of the server, with or without `/v1`. Defaults to `DAYBREAK_BASE_URL`, or else to `http://127.0.0.1:8484`.
   */
  baseUrl?: string;
  /** Milliseconds that one attempt may take, and that a stream may send nothing. Default: 10 minutes. */
  timeoutMs?: number;
  /** Maximum number of retries of a request that failed with a transient error. Default: 2. */
  maxRetries?: number;
  /** Custom `fetch`. Defaults to the global one. */
  fetch?: typeof fetch;
}

/** Client of one Daybreak server. Throws `DaybreakError` if there is no key or the address is invalid. */
export class Daybreak {
  readonly baseUrl: string;
  readonly chat: { readonly completions: ChatCompletions };
  readonly completions: Completions;
  readonly messages: Messages;
  readonly responses: Responses;
  readonly models: Models;
  readonly trainingJobs: TrainingJobs;
  readonly runs: Runs;
  readonly artifacts: Artifacts;
  readonly sessions: Sessions;
  readonly updates: Updates;
  readonly #connection: Connection;

  constructor(options: DaybreakOptions = {}) {
    this.baseUrl = findBaseUrl(options.baseUrl);
    const connection = new Connection({
      baseUrl: this.baseUrl,
      apiKey: findApiKey(options.apiKey, this.baseUrl),
      timeoutMs: options.timeoutMs ?? 600_000,
      maxRetries: options.maxRetries ?? 2,
      fetch: options.fetch ?? globalThis.fetch,
    });
    this.#connection = connection;
    this.chat = { completions: new ChatCompletions(connection) };
    this.completions = new Completions(connection);
    this.messages = new Messages(connection);
    this.responses = new Responses(connection);
    this.models = new Models(connection);
    this.trainingJobs = new TrainingJobs(connection);
    this.runs = new Runs(connection);
    this.artifacts = new Artifacts(connection);
    this.sessions = new Sessions(connection);
    this.updates = new Updates(connection);
  }

  /** Tokenizes a text (`prompt`) or a conversation (`messages`). */
  tokenize(body: TokenizeRequest, options?: RequestOptions): Promise<TokenizedText> {
    return this.#connection.call((common) => tokenize({ ...common, body }), options);
  }

  /** Converts token ids to text, with the tokenizer of `model` or else of the server's default model. */
  async detokenize(tokens: number[], model?: string, options?: RequestOptions): Promise<string> {
    const body = { tokens, model };
    return (await this.#connection.call((common) => detokenize({ ...common, body }), options)).prompt;
  }

  /** Returns the tokenizer configuration and the chat template of the server's default model. */
  tokenizerInfo(options?: RequestOptions): Promise<TokenizerInfo> {
    return this.#connection.call((common) => getTokenizerInfo(common), options);
  }

  /** Counts the chat completions and completions in flight, of all owners. The key needs the scope `metrics`. */
  async load(options?: RequestOptions): Promise<number> {
    return (await this.#connection.call((common) => getLoad(common), options)).server_load;
  }

  /** Returns the server's metrics in Prometheus' text format. The key needs the scope `metrics`. */
  metrics(options?: RequestOptions): Promise<string> {
    return this.#connection.call((common) => getMetrics({ ...common, parseAs: 'text' }), options);
  }

  /** Returns the current statistics of the server. The key needs the scope `metrics`. */
  stats(options?: RequestOptions): Promise<Stats> {
    return this.#connection.call((common) => getStats(common), options);
  }

  /** Lists the workers of the cluster; a single server lists itself. The key needs the scope `metrics`. */
  async workers(options?: RequestOptions): Promise<Worker[]> {
    return (await this.#connection.call((common) => listWorkers(common), options)).data;
  }

  /** Describes the API key or session that this client uses. */
  key(options?: RequestOptions): Promise<Key> {
    return this.#connection.call((common) => getKey(common), options);
  }

  /** Returns the version of the server. */
  async version(options?: RequestOptions): Promise<string> {
    return (await this.#connection.call((common) => getVersion(common), options)).version;
  }

  /** Checks the health of the service. Throws `ServiceUnavailableError` if the engine does not work. */
  health(options?: RequestOptions): Promise<Health> {
    return this.#connection.call((common) => getHealth(common), options);
  }

  /** Checks that the server process is alive. */
  async livez(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => getLivez(common), options);
  }

  /** Checks that the server can take requests. Throws `ServiceUnavailableError`, naming the part not ready. */
  async readyz(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => getReadyz(common), options);
  }

  /** Checks each part of the service. Throws `ServiceUnavailableError`; its `body` has the result of each part. */
  systemCheck(options?: RequestOptions): Promise<SystemCheck> {
    return this.#connection.call((common) => getSystemCheck(common), options);
  }
}
