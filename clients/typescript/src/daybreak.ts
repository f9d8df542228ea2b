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

export interface DaybreakOptions {
  /**
   * Else `DAYBREAK_API_KEY`, else, for a server on this machine, the file `api-key` in `DAYBREAK_HOME`, else in
   * `~/.daybreak`.
   */
  apiKey?: string;
  /** Else `DAYBREAK_BASE_URL`, else `http://127.0.0.1:8484`; with or without `/v1`. */
  baseUrl?: string;
  /** How long one attempt may take, and how long a stream may be silent; 10 minutes where absent. */
  timeoutMs?: number;
  /** How often a request that failed for a passing reason is sent again; 2 where absent. */
  maxRetries?: number;
  /** In place of the global one. */
  fetch?: typeof fetch;
}

/** A client of one Daybreak server. Throws `DaybreakError` when there is no key, or the address is none. */
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

  /** The tokens of a text or of a conversation. */
  tokenize(body: TokenizeRequest, options?: RequestOptions): Promise<TokenizedText> {
    return this.#connection.call((common) => tokenize({ ...common, body }), options);
  }

  /** The text of tokens, by the model that is named, or the server's first. */
  async detokenize(tokens: number[], model?: string, options?: RequestOptions): Promise<string> {
    const body = { tokens, model };
    return (await this.#connection.call((common) => detokenize({ ...common, body }), options)).prompt;
  }

  /** The tokenizer's settings and the chat template of the server's first model. */
  tokenizerInfo(options?: RequestOptions): Promise<TokenizerInfo> {
    return this.#connection.call((common) => getTokenizerInfo(common), options);
  }

  /** How many chats and completions, of all owners, are in flight. The key needs the scope `metrics`. */
  async load(options?: RequestOptions): Promise<number> {
    return (await this.#connection.call((common) => getLoad(common), options)).server_load;
  }

  /** The figures of the server, in Prometheus' text format. The key needs the scope `metrics`. */
  metrics(options?: RequestOptions): Promise<string> {
    return this.#connection.call((common) => getMetrics({ ...common, parseAs: 'text' }), options);
  }

  /** What the server does and holds now. The key needs the scope `metrics`. */
  stats(options?: RequestOptions): Promise<Stats> {
    return this.#connection.call((common) => getStats(common), options);
  }

  /** The workers of the server's cluster; one for a server alone. The key needs the scope `metrics`. */
  async workers(options?: RequestOptions): Promise<Worker[]> {
    return (await this.#connection.call((common) => listWorkers(common), options)).data;
  }

  /** What is known of this client's key, which may be a session. */
  key(options?: RequestOptions): Promise<Key> {
    return this.#connection.call((common) => getKey(common), options);
  }

  /** The server's version. */
  async version(options?: RequestOptions): Promise<string> {
    return (await this.#connection.call((common) => getVersion(common), options)).version;
  }

  /** Whether the server answers, and its version. */
  health(options?: RequestOptions): Promise<Health> {
    return this.#connection.call((common) => getHealth(common), options);
  }

  /** Whether the process is alive. */
  async livez(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => getLivez(common), options);
  }

  /** Whether the server can take requests. Throws `ServiceUnavailableError`, which tells what is not ready. */
  async readyz(options?: RequestOptions): Promise<void> {
    await this.#connection.call((common) => getReadyz(common), options);
  }

  /** Whether each part works. Throws `ServiceUnavailableError`, whose `body` tells which does not. */
  systemCheck(options?: RequestOptions): Promise<SystemCheck> {
    return this.#connection.call((common) => getSystemCheck(common), options);
  }
}
