import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import { mayTakePlaces } from '../inference/fair-places.ts';
import { type GenerateRequest, MAX_WAITING } from '../inference/generate-request.ts';
import type { AdapterFiles } from '../model/model-files.ts';
import { Generation } from '../worker/client/generation.ts';
import { WorkerDown, WorkerError } from '../worker/client/worker-error.ts';
import { type AdapterPlaces, withAdapter } from './adapter-places.ts';
import { type Bus, BusError, type BusMessage } from './bus.ts';
import type { CallEnd, CallNews, CallReply, NewsMessage, WorkerRequest } from './call-messages.ts';
import { LIMITED_TRIES, loadLimit, pickWorker } from './chat-router.ts';
import type { LiveWorker } from './live-worker.ts';
import { LiveWorkers } from './live-workers.ts';
import { eachPacked } from './packed-tokens.ts';
import { type CallPlace, RemoteCall } from './remote-call.ts';
import { HEARTBEAT_MS, type HeartbeatModel, subjects } from './worker-heartbeat.ts';

/** Time in which a worker must accept or refuse a call. */
const ACCEPT_MS = 2_000;
/** Silence after which the worker is asked about a call. */
const SILENT_MS = 2_000;
/** How long calls wait for a lost bus. */
const BUS_TIMEOUT_MS = 10_000;
/** How long a call waits if all workers of its model have just fallen silent, as on an overloaded machine. */
const WORKER_TIMEOUT_MS = 5_000;
/** Most workers that one call may lose, one after another. */
const MAX_MOVES = 3;
const RETRY_AFTER_SECONDS = 5;

const NO_WORKERS: ReadonlySet<string> = new Set();
const NO_TOKENS = new Float64Array();

/**
 * State of a search for a worker: workers that refused or did not answer, the subset that may have refused only because
 * of the load limit, and how long a call that was moved keeps asking.
 */
interface WorkerSearch {
  refused: Set<string>;
  limited: Set<string>;
  /** When the search ends, by the monotonic clock. */
  until: number;
}

/** Counts since the pool was created. */
export interface PoolCounts {
  /** Calls sent to another worker because the first was full or did not answer. */
  rerouted: number;
  /** Calls that were moved to another worker. */
  moved: number;
}

/**
 * The workers of a cluster as one API replica calls them, with the interface of `ComputeClient`. If a worker dies,
 * another worker of its class continues the sequence with the same tokens.
 */
export class WorkerPool {
  readonly workers: LiveWorkers;
  readonly counts: PoolCounts = { rerouted: 0, moved: 0 };
  readonly #bus: Bus;
  readonly #adapters: Pick<AdapterPlaces, 'storedPath'>;
  readonly #replica: string = randomUUID();
  readonly #calls = new Map<string, RemoteCall>();
  /** Calls by their numbers. */
  readonly #numbered = new Map<number, RemoteCall>();
  #lastNumber = 0;
  /** Ids and numbers of calls that workers were told to stop within the last second. */
  readonly #stopped = new Set<string | number>();
  /** Ids of calls with an unanswered `resend` request. */
  readonly #pendingResends = new Set<string>();
  readonly #openOf = new Map<string, number>();
  readonly #ends: (() => void)[];
  #open = 0;

  /** Calls go only to workers of this database. */
  constructor(bus: Bus, adapters: Pick<AdapterPlaces, 'storedPath'>, database?: string) {
    this.#bus = bus;
    this.#adapters = adapters;
    this.workers = new LiveWorkers(bus, (incarnation) => this.#moveAll(incarnation), database);
    const heartbeatTimer = setInterval(
      () => bus.publish(subjects.replicaHeartbeats, this.#replica),
      HEARTBEAT_MS,
    ).unref();
    const silenceTimer = setInterval(() => this.#checkSilentCalls(), HEARTBEAT_MS).unref();
    this.#ends = [
      bus.subscribe(subjects.answers(this.#replica), (message) => this.#receive(message)),
      () => clearInterval(heartbeatTimer),
      () => clearInterval(silenceTimer),
      () => this.workers.close(),
    ];
  }

  /**
   * Throws `WorkerError` `queue_full` if the owner has no room for these sequences, and `WorkerDown` if there is no
   * worker. Call it before the first sequence begins, so that all are served or none.
   */
  checkRoom(sequences: number, owner = ''): void {
    if (!this.workers.isAnyReady() && !this.#isSilent(() => true)) throw noWorker();
    const own = this.#openOf.get(owner) ?? 0;
    if (mayTakePlaces({ places: 2 * MAX_WAITING, taken: this.#open, own }, sequences)) return;
    throw new WorkerError('queue_full', `${this.#open} sequences are already waiting, ${own} of them from one owner`);
  }

  /** Streams one sequence. Aborting `signal`, or leaving the iteration, also stops its computation. */
  generate(request: GenerateRequest, signal?: AbortSignal): Generation {
    const generation = new Generation(() => this.#cancel(call));
    const call = RemoteCall.generate(this.#stored(request), generation);
    void this.#begin(call, request.owner, signal);
    return generation;
  }

  /** Runs a beam search. Aborting `signal` ends it with code `aborted`. */
  search(request: BeamRequest, signal: AbortSignal): Promise<BeamReport> {
    const { promise, resolve, reject } = Promise.withResolvers<BeamReport>();
    void this.#begin(RemoteCall.search(this.#stored(request), resolve, reject), request.owner, signal);
    return promise;
  }

  /** Closes the pool. Running calls reject. */
  close(): void {
    for (const end of this.#ends) end();
    for (const call of [...this.#calls.values()]) this.#cancel(call);
  }

  #stored<Request extends { adapter: AdapterFiles | null }>(request: Request): Request {
    return request.adapter === null ? request : withAdapter(request, this.#adapters.storedPath(request.adapter.folder));
  }

  async #begin(call: RemoteCall, owner = '', signal?: AbortSignal): Promise<void> {
    const leave = (): void => this.#cancel(call);
    const count = (change: number): void => {
      this.#open += change;
      this.#openOf.set(owner, (this.#openOf.get(owner) ?? 0) + change);
      if (this.#openOf.get(owner) === 0) this.#openOf.delete(owner);
    };
    count(call.sequences);
    signal?.addEventListener('abort', leave, { once: true });
    if (signal?.aborted) leave();
    await this.#place(call);
    await call.over;
    signal?.removeEventListener('abort', leave);
    count(-call.sequences);
  }

  /** Finds a worker that accepts the call, or fails the call. */
  async #place(call: RemoteCall): Promise<void> {
    const until = performance.now() + WORKER_TIMEOUT_MS;
    await this.#waitForWorker(call);
    const refused = new Set<string>();
    /** Workers among `refused` that may have refused only because of the load limit. */
    const limited = new Set<string>();
    const { route } = call;
    let isFull = false;
    for (let tries = 0; !call.isOver; tries++) {
      const fitting = this.workers.fitting.of(call, refused);
      const chosen = pickWorker(route, fitting);
      if (chosen === null) {
        if (await this.#mayAskAgain(call, { refused, limited, until })) continue;
        call.fail(isFull || fitting.length > 0 ? full() : noWorker());
        return;
      }
      if (tries > 0) this.counts.rerouted += 1;
      // The only worker left has no less busy alternative.
      const isLimited = tries < LIMITED_TRIES && fitting.length > 1;
      const limit = isLimited ? loadLimit(fitting) : null;
      const reply = await this.#offer(call, chosen.worker, limit);
      if (reply === 'accepted') return;
      isFull ||= reply === 'busy';
      if (reply === 'busy' && isLimited) limited.add(chosen.worker.heartbeat.incarnation);
      refused.add(chosen.worker.heartbeat.incarnation);
    }
  }

  /**
   * Decides what follows if no worker accepts. Workers that refused because of the load limit are asked once more. A
   * call that was moved gives workers that did not answer more time.
   */
  async #mayAskAgain(call: RemoteCall, { refused, limited, until }: WorkerSearch): Promise<boolean> {
    if (limited.size === 0) {
      const isWaiting = call.moves > 0 && performance.now() < until;
      if (!isWaiting || this.workers.fitting.of(call, NO_WORKERS).length === 0) return false;
      await sleep(250);
      refused.clear();
    }
    for (const one of limited) refused.delete(one);
    limited.clear();
    return true;
  }

  async #waitForWorker(call: RemoteCall): Promise<void> {
    const end = performance.now() + WORKER_TIMEOUT_MS;
    const fits = (one: HeartbeatModel): boolean => one.id === call.model && (call.class ?? one.class) === one.class;
    const isAway = () => this.workers.fitting.of(call, NO_WORKERS).length === 0 && this.#isSilent(fits);
    while (!call.isOver && isAway() && performance.now() < end) await sleep(100);
  }

  /** Returns whether a worker with a fitting model was ready in its last heartbeat and may be heard again. */
  #isSilent(fits: (model: HeartbeatModel) => boolean): boolean {
    const wereReady = this.workers.all().filter(({ heartbeat }) => heartbeat.state === 'ready');
    return this.#bus.lostMs === 0 && wereReady.some(({ heartbeat }) => heartbeat.models.some(fits));
  }

  /**
   * Offers the call to a worker. Also returns 'accepted' if no other worker should be asked, because the call has ended
   * or was moved meanwhile.
   */
  async #offer(call: RemoteCall, worker: LiveWorker, limit: number | null): Promise<'accepted' | 'busy' | 'gone'> {
    const { incarnation } = worker.heartbeat;
    const number = ++this.#lastNumber;
    const place = call.assignTo(worker, number);
    const { id } = place;
    this.#calls.set(id, call);
    this.#numbered.set(number, call);
    /** False once the worker was lost or the caller left during the offer. */
    const isHere = () => this.#calls.has(id);
    worker.sent += call.sequences;
    try {
      const asked: WorkerRequest = { ...call.asked(), call: id, replica: this.#replica, limit, number };
      const reply = (await this.#bus.request(subjects.calls(incarnation), asked, ACCEPT_MS)) as CallReply;
      if (!isHere()) this.#cancelAt(call, place);
      if (reply.accepted || !isHere()) return 'accepted';
      this.#forget(call, place);
      return 'busy';
    } catch (error) {
      const wasHere = isHere();
      // A worker that did not answer in time may have begun; this stops it.
      this.#cancelAt(call, place);
      if (error instanceof BusError && error.code === 'no_responders') this.workers.remove(incarnation);
      return wasHere ? 'gone' : 'accepted';
    }
  }

  #cancelAt(call: RemoteCall, place: CallPlace): void {
    this.#forget(call, place);
    this.#bus.publish(subjects.calls(place.worker.heartbeat.incarnation), { kind: 'cancel', call: place.id });
  }

  #receive({ value }: BusMessage): void {
    const { incarnation, news, packed } = value as NewsMessage;
    const take = (one: CallNews): void => {
      const call = this.#calls.get(one.call);
      if (call !== undefined) this.#apply(call, one);
      else this.#stop(incarnation, one.call);
    };
    for (const one of news) if (one.kind !== 'end') take(one);
    eachPacked(packed ?? NO_TOKENS, ({ number, place, token }) => {
      const call = this.#numbered.get(number);
      if (call === undefined) this.#stop(incarnation, number);
      else if (!call.receiveToken(place, token)) void this.#requestResend(call);
    });
    for (const one of news) if (one.kind === 'end') take(one);
  }

  /** Tells a worker to stop a call that this pool no longer has, at most once a second. `known` is its id or number. */
  #stop(incarnation: string, known: string | number): void {
    if (this.#stopped.has(known)) return;
    this.#stopped.add(known);
    const call = typeof known === 'string' ? { call: known } : { call: '', replica: this.#replica, number: known };
    this.#bus.publish(subjects.calls(incarnation), { kind: 'cancel', ...call } satisfies WorkerRequest);
  }

  #apply(call: RemoteCall, news: CallNews): void {
    const isWhole = call.receive(news);
    if (!isWhole) void this.#requestResend(call);
    else if (news.kind === 'end') this.#finish(call, news.end);
  }

  #finish(call: RemoteCall, end: CallEnd): void {
    const place = call.place!;
    this.#bus.publish(subjects.calls(place.worker.heartbeat.incarnation), { kind: 'done', call: place.id });
    this.#forget(call, place);
    // The worker is reachable, but its compute process is gone or it is about to stop.
    if (end.kind === 'failed' && (end.code === 'worker_down' || end.code === 'device_lost')) void this.#move(call);
    else call.end(end);
  }

  #forget(call: RemoteCall, { id, number, worker }: CallPlace): void {
    if (!this.#calls.delete(id)) return;
    this.#numbered.delete(number);
    worker.sent -= call.sequences;
  }

  #cancel(call: RemoteCall): void {
    if (call.isOver) return;
    const at = call.place;
    call.fail(new WorkerError('aborted', 'the request was aborted by its caller'));
    if (at !== null && this.#calls.has(at.id)) this.#cancelAt(call, at);
  }

  #moveAll(incarnation: string): void {
    for (const call of [...this.#calls.values()]) {
      if (call.place?.worker.heartbeat.incarnation !== incarnation) continue;
      this.#forget(call, call.place);
      void this.#move(call);
    }
  }

  async #move(call: RemoteCall): Promise<void> {
    if (call.isOver) return;
    call.moves += 1;
    this.counts.moved += 1;
    if (call.moves > MAX_MOVES) call.fail(noWorker());
    else await this.#place(call);
  }

  /** Asks the worker to resend missing news. If it no longer knows the call, another worker continues it. */
  async #requestResend(call: RemoteCall): Promise<void> {
    const place = call.place!;
    const { id, worker } = place;
    const { incarnation } = worker.heartbeat;
    if (this.#pendingResends.has(id)) return;
    this.#pendingResends.add(id);
    try {
      const asked: WorkerRequest = { kind: 'resend', call: id, have: call.receivedTokens };
      const isKnown = await this.#bus.request(subjects.calls(incarnation), asked, ACCEPT_MS);
      if (isKnown || this.#calls.get(id) !== call) return;
      this.#forget(call, place);
      void this.#move(call);
    } catch (error) {
      if (error instanceof BusError && error.code === 'no_responders') this.workers.remove(incarnation);
    } finally {
      this.#pendingResends.delete(id);
    }
  }

  #checkSilentCalls(): void {
    this.#stopped.clear();
    if (this.#bus.lostMs > BUS_TIMEOUT_MS) this.#failAll(noBus());
    const now = performance.now();
    for (const call of this.#calls.values()) {
      if (now - call.lastNewsAt < SILENT_MS) continue;
      call.lastNewsAt = now;
      void this.#requestResend(call);
    }
  }

  #failAll(error: WorkerDown): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#numbered.clear();
    for (const call of calls) call.fail(error);
  }
}

function noBus(): WorkerDown {
  return new WorkerDown('The servers of the cluster cannot reach each other. Try again later.', RETRY_AFTER_SECONDS);
}

function noWorker(): WorkerDown {
  return new WorkerDown('No worker serves this model now. Try again in a few seconds.', RETRY_AFTER_SECONDS);
}

function full(): WorkerError {
  return new WorkerError('queue_full', 'the queues of all workers of this model are full');
}
