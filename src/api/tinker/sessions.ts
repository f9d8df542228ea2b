import { randomUUID } from 'node:crypto';
import type { ServedModel } from '../../inference/served-models.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import { ApiError } from '../errors/api-error.ts';
import { Futures } from './futures.ts';
import type { TrainedModel } from './trained-model.ts';

/** What answers a client's samples. */
export interface Sampler {
  id: string;
  base: ServedModel;
  /** Null for the base model itself. */
  adapter: SampledAdapter | null;
  /** Its `tinker://` path; null for the base model and for weights that were not saved under one. */
  path: string | null;
}

interface SampledAdapter {
  id: string;
  /** Lends the files, which stay until what it gives is disposed of. Throws an ApiError where they are gone. */
  files(): Promise<AdapterFiles & Disposable>;
  /** Removes files that are this sampler's alone. */
  remove(): Promise<void>;
}

/** One client of the Tinker API. */
export class TinkerSession {
  readonly id = randomUUID();
  readonly owner: string;
  readonly futures = new Futures();
  readonly models = new Map<string, TrainedModel>();
  readonly samplers = new Map<string, Sampler>();
  /** Aborts when the session ends. */
  readonly end = new AbortController();
  heard = performance.now();

  constructor(owner: string) {
    this.owner = owner;
  }
}

const MOST_SESSIONS = 64;
const IDLE_MS = 5 * 60_000;

/** The sessions of all clients. They are of this process: who is still there after a restart begins a new one. */
export class TinkerSessions {
  readonly #sessions = new Map<string, TinkerSession>();

  /** Throws an ApiError where the owner has too many. */
  create(owner: string): TinkerSession {
    const own = [...this.#sessions.values()].filter((session) => session.owner === owner);
    if (own.length >= MOST_SESSIONS) {
      throw new ApiError(
        'unsupported_value',
        `There are ${own.length} sessions of this key's owner, which is the most. They end when their clients finish, ` +
          'or were not heard of for five minutes.',
      );
    }
    const session = new TinkerSession(owner);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Throws `not_found`. */
  get(owner: string, id: string): TinkerSession {
    const session = this.#sessions.get(id);
    if (session?.owner !== owner) throw missing('session', id);
    session.heard = performance.now();
    return session;
  }

  /** The session that an id of a model or of a sampler begins with. Throws `not_found`. */
  ofId(owner: string, id: string): TinkerSession {
    return this.get(owner, id.split(':', 1)[0]);
  }

  /** Throws `not_found`. */
  model(owner: string, id: string): { session: TinkerSession; model: TrainedModel } {
    const session = this.ofId(owner, id);
    const model = session.models.get(id);
    if (model === undefined) throw missing('model', id);
    return { session, model };
  }

  /** Throws `not_found`. */
  sampler(owner: string, id: string): { session: TinkerSession; sampler: Sampler } {
    const session = this.ofId(owner, id);
    const sampler = session.samplers.get(id);
    if (sampler === undefined) throw missing('sampling session', id);
    return { session, sampler };
  }

  /** The futures that hold the id. Throws `not_found`. */
  futuresOf(owner: string, requestId: string): Futures {
    for (const session of this.#sessions.values()) {
      if (session.owner !== owner || !session.futures.has(requestId)) continue;
      session.heard = performance.now();
      return session.futures;
    }
    throw missing('request', requestId);
  }

  /** Ends a session and frees what it holds. */
  async finish({ id, end, models, samplers }: TinkerSession): Promise<void> {
    this.#sessions.delete(id);
    end.abort();
    await Promise.all([...models.values()].map((model) => model.close()));
    await Promise.all([...samplers.values()].map(({ adapter }) => adapter?.remove()));
  }

  /** Ends those that were not heard of for a while. */
  async finishIdle(): Promise<void> {
    const idle = [...this.#sessions.values()].filter(({ heard }) => performance.now() - heard > IDLE_MS);
    await Promise.all(idle.map((session) => this.finish(session)));
  }
}

function missing(what: string, id: string): ApiError {
  return new ApiError('not_found', `There is no ${what} '${id}' here. Sessions end when the server starts again.`);
}
