import { randomUUID } from 'node:crypto';
import type { DataFolder } from '../../artifacts/data-folder.ts';
import { removePaths } from '../../artifacts/removal.ts';
import { StorageError } from '../../artifacts/storage-error.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { AdapterFiles } from '../../model/model-files.ts';
import type { Store } from '../../store/store.ts';
import type { TinkerSessionRecord } from '../../store/tinker-sessions.ts';
import { ApiError } from '../errors/api-error.ts';
import { Futures } from './futures.ts';
import type { TrainedModel } from './trained-model.ts';

/** A base model or adapter that a client samples from. */
export interface Sampler {
  id: string;
  base: ServedModel;
  /** Adapter; null for the base model itself. */
  adapter: SampledAdapter | null;
  /** `tinker://` path; null for the base model and for weights saved without a path. */
  path: string | null;
}

export interface SampledAdapter {
  id: string;
  /** Folder, relative to the data folder. */
  folder: string;
  /** Returns the files, which are held until the result is disposed. Throws StorageError if they are gone. */
  files(): Promise<AdapterFiles & Disposable>;
}

/** A client session of the Tinker API. */
export class TinkerSession {
  readonly id: string;
  readonly owner: string;
  readonly futures = new Futures();
  readonly models = new Map<string, TrainedModel>();
  readonly samplers = new Map<string, Sampler>();
  /** Aborts when the session ends. */
  readonly end = new AbortController();
  lastSeenAt = performance.now();

  constructor(owner: string, id: string = randomUUID()) {
    this.owner = owner;
    this.id = id;
  }
}

export interface TinkerSessionsParts {
  store: Store;
  folder: DataFolder;
  /** Restores a session from its record. */
  restore(record: TinkerSessionRecord): Promise<TinkerSession>;
}

const IDLE_MS = 5 * 60_000;

/** The sessions of all clients; sessions of an earlier server are restored on first use. */
export class TinkerSessions {
  readonly #parts: TinkerSessionsParts;
  readonly #sessions = new Map<string, TinkerSession>();
  /** Ids of sessions being ended: their records still exist, but must not be restored. */
  readonly #ending = new Set<string>();
  readonly #restoring = new Map<string, Promise<TinkerSession | null>>();

  constructor(parts: TinkerSessionsParts) {
    this.#parts = parts;
  }

  /** Creates a session. Throws an ApiError if the owner has too many. */
  async create(owner: string, labels: Record<string, unknown> | null): Promise<TinkerSession> {
    const session = new TinkerSession(owner);
    try {
      await this.#parts.store.ownedBy(owner).tinkerSessions.add(session.id, labels);
    } catch (error) {
      if (!(error instanceof StorageError && error.code === 'quota_exceeded')) throw error;
      throw new ApiError('unsupported_value', error.message);
    }
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Returns a session and records that its client is alive. Throws `not_found`. */
  async get(owner: string, id: string): Promise<TinkerSession> {
    if (this.#ending.has(id)) throw missing('session', id);
    const session = this.#sessions.get(id) ?? (await this.#restored(owner, id));
    if (session?.owner !== owner) throw missing('session', id);
    session.lastSeenAt = performance.now();
    return session;
  }

  /** Returns the session of a model, sampler or request; their ids begin with its id. Throws `not_found`. */
  ofId(owner: string, id: string): Promise<TinkerSession> {
    return this.get(owner, id.split(':', 1)[0]);
  }

  /** Returns a model and its session. Throws `not_found`. */
  async model(owner: string, id: string): Promise<{ session: TinkerSession; model: TrainedModel }> {
    const session = await this.ofId(owner, id);
    const model = session.models.get(id);
    if (model === undefined) throw missing('model', id);
    return { session, model };
  }

  /** Returns a sampler and its session. Throws `not_found`. */
  async sampler(owner: string, id: string): Promise<{ session: TinkerSession; sampler: Sampler }> {
    const session = await this.ofId(owner, id);
    const sampler = session.samplers.get(id);
    if (sampler === undefined) throw missing('sampling session', id);
    return { session, sampler };
  }

  /** Stores a sampler, and drops those beyond the limit. */
  async addSampler(session: TinkerSession, sampler: Sampler): Promise<void> {
    const { store, folder } = this.#parts;
    const { id, base, path, adapter } = sampler;
    // Weights saved under a name must not be removed with the sampler.
    const own = path === null ? (adapter?.folder ?? null) : null;
    const record = { id, session: session.id, baseModel: base.id, path, folder: own };
    const gone = await store.ownedBy(session.owner).tinkerSessions.addSampler(record);
    for (const one of gone.ids) session.samplers.delete(one);
    session.samplers.set(id, sampler);
    await removePaths(folder, gone.folders);
  }

  /** Ends a session and removes its data. */
  async finish(session: TinkerSession): Promise<void> {
    this.#ending.add(session.id);
    try {
      await this.#free(session);
      await this.#end(session.id);
    } finally {
      this.#ending.delete(session.id);
    }
  }

  /** Ends the sessions whose clients have been silent for a while, at every server. */
  async finishIdle(): Promise<void> {
    const records = this.#parts.store.tinkerSessions;
    const isIdle = ({ lastSeenAt }: TinkerSession) => performance.now() - lastSeenAt > IDLE_MS;
    const touchActive = () =>
      records.touch([...this.#sessions.values()].filter((session) => !isIdle(session)).map(({ id }) => id));
    await touchActive();
    // Clients may be at another server, or return while their models finish pending work.
    await Promise.all([...this.#sessions.values()].filter(isIdle).map((session) => this.#free(session)));
    await touchActive();
    for (const id of await records.idle(IDLE_MS)) await this.#end(id);
  }

  async #free(session: TinkerSession): Promise<void> {
    this.#sessions.delete(session.id);
    session.end.abort();
    await Promise.all([...session.models.values()].map((model) => model.close()));
  }

  async #end(id: string): Promise<void> {
    const { store, folder } = this.#parts;
    await removePaths(folder, await store.tinkerSessions.end(id));
  }

  #restored(owner: string, id: string): Promise<TinkerSession | null> {
    const known = this.#restoring.get(id);
    if (known !== undefined) return known;
    const restoring = this.#restore(owner, id).finally(() => this.#restoring.delete(id));
    this.#restoring.set(id, restoring);
    return restoring;
  }

  async #restore(owner: string, id: string): Promise<TinkerSession | null> {
    const { store, restore } = this.#parts;
    const record = await store.ownedBy(owner).tinkerSessions.get(id);
    if (record === null) return null;
    const session = await restore(record);
    this.#sessions.set(id, session);
    return session;
  }
}

function missing(what: string, id: string): ApiError {
  return new ApiError('not_found', `There is no ${what} '${id}' here, or its session has ended.`);
}
