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

/** What answers a client's samples. */
export interface Sampler {
  id: string;
  base: ServedModel;
  /** Null for the base model itself. */
  adapter: SampledAdapter | null;
  /** Its `tinker://` path; null for the base model and for weights that were not saved under one. */
  path: string | null;
}

export interface SampledAdapter {
  id: string;
  /** Relative to the data folder. */
  folder: string;
  /** Lends the files, which stay until what it gives is disposed of. Throws StorageError where they are gone. */
  files(): Promise<AdapterFiles & Disposable>;
}

/** One client of the Tinker API. */
export class TinkerSession {
  readonly id: string;
  readonly owner: string;
  readonly futures = new Futures();
  readonly models = new Map<string, TrainedModel>();
  readonly samplers = new Map<string, Sampler>();
  /** Aborts when the session ends. */
  readonly end = new AbortController();
  heard = performance.now();

  constructor(owner: string, id: string = randomUUID()) {
    this.owner = owner;
    this.id = id;
  }
}

export interface TinkerSessionsParts {
  store: Store;
  folder: DataFolder;
  /** Makes a session of what is stored of it. */
  restore(record: TinkerSessionRecord): Promise<TinkerSession>;
}

const IDLE_MS = 5 * 60_000;

/** The sessions of all clients; those of an earlier server are taken up when they are asked for. */
export class TinkerSessions {
  readonly #parts: TinkerSessionsParts;
  readonly #sessions = new Map<string, TinkerSession>();
  /** What is stored of them is there still, and is not to be taken up again. */
  readonly #ending = new Set<string>();
  readonly #restoring = new Map<string, Promise<TinkerSession | null>>();

  constructor(parts: TinkerSessionsParts) {
    this.#parts = parts;
  }

  /** Throws an ApiError where the owner has too many. */
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

  /** Throws `not_found`. */
  async get(owner: string, id: string): Promise<TinkerSession> {
    if (this.#ending.has(id)) throw missing('session', id);
    const session = this.#sessions.get(id) ?? (await this.#restored(owner, id));
    if (session?.owner !== owner) throw missing('session', id);
    session.heard = performance.now();
    return session;
  }

  /** The session that an id of a model, of a sampler or of a request begins with. Throws `not_found`. */
  ofId(owner: string, id: string): Promise<TinkerSession> {
    return this.get(owner, id.split(':', 1)[0]);
  }

  /** Throws `not_found`. */
  async model(owner: string, id: string): Promise<{ session: TinkerSession; model: TrainedModel }> {
    const session = await this.ofId(owner, id);
    const model = session.models.get(id);
    if (model === undefined) throw missing('model', id);
    return { session, model };
  }

  /** Throws `not_found`. */
  async sampler(owner: string, id: string): Promise<{ session: TinkerSession; sampler: Sampler }> {
    const session = await this.ofId(owner, id);
    const sampler = session.samplers.get(id);
    if (sampler === undefined) throw missing('sampling session', id);
    return { session, sampler };
  }

  /** Makes a sampler known, and forgets those that are too many. */
  async addSampler(session: TinkerSession, sampler: Sampler): Promise<void> {
    const { store, folder } = this.#parts;
    const { id, base, path, adapter } = sampler;
    // Weights that were saved under a name are not this sampler's to remove.
    const own = path === null ? (adapter?.folder ?? null) : null;
    const record = { id, session: session.id, baseModel: base.id, path, folder: own };
    const gone = await store.ownedBy(session.owner).tinkerSessions.addSampler(record);
    for (const one of gone.ids) session.samplers.delete(one);
    session.samplers.set(id, sampler);
    await removePaths(folder, gone.folders);
  }

  /** Ends a session and removes what only it has. */
  async finish(session: TinkerSession): Promise<void> {
    this.#ending.add(session.id);
    try {
      await this.#free(session);
      await this.#end(session.id);
    } finally {
      this.#ending.delete(session.id);
    }
  }

  /** Ends those whose clients were not heard of for a while, at whichever server. */
  async finishIdle(): Promise<void> {
    const records = this.#parts.store.tinkerSessions;
    const isIdle = ({ heard }: TinkerSession) => performance.now() - heard > IDLE_MS;
    const noteHeard = () =>
      records.noteHeard([...this.#sessions.values()].filter((session) => !isIdle(session)).map(({ id }) => id));
    await noteHeard();
    // Their clients may be at another server, or come back while their models do what is left to do.
    await Promise.all([...this.#sessions.values()].filter(isIdle).map((session) => this.#free(session)));
    await noteHeard();
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
