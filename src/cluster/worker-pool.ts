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
import { BEAT_MS, type BeatModel, subjects } from './worker-beat.ts';

/** How long a worker may take to say whether it takes a call. */
const ACCEPT_MS = 2_000;
/** A call of which nothing has come for so long is asked after. */
const SILENT_MS = 2_000;
/** Calls wait so long for a bus that is lost. */
const BUS_PATIENCE_MS = 10_000;
/** A call waits so long where the workers of its model have just fallen silent, as on a machine that is busy. */
const WORKER_PATIENCE_MS = 5_000;
/** Workers that one call may lose, one after the other. */
const MOST_MOVES = 3;
const RETRY_AFTER_SECONDS = 5;

const NOBODY: ReadonlySet<string> = new Set();
const NO_TOKENS = new Float64Array();

/** Workers that did not take a call, those of them that left it to others, and how long a sequence goes on asking. */
interface Asking {
  refused: Set<string>;
  limited: Set<string>;
  /** By the monotonic clock. */
  until: number;
}

/** Figures of a pool since it began. */
export interface PoolCounts {
  /** Calls that went to another worker because the first was full or did not answer. */
  rerouted: number;
  /** Calls that another worker went on with. */
  moved: number;
}

/**
 * The workers of a cluster, as one API replica calls them: with the calls of `ComputeClient`. A sequence whose worker
 * dies goes on at another one of its class, with the tokens that it would have had.
 */
export class WorkerPool {
  readonly workers: LiveWorkers;
  readonly counts: PoolCounts = { rerouted: 0, moved: 0 };
  readonly #bus: Bus;
  readonly #adapters: Pick<AdapterPlaces, 'stored'>;
  readonly #replica: string = randomUUID();
  readonly #calls = new Map<string, RemoteCall>();
  /** The same by their numbers. */
  readonly #numbered = new Map<number, RemoteCall>();
  #lastNumber = 0;
  /** Ids and numbers of calls that workers were told to end within the last second. */
  readonly #stopped = new Set<string | number>();
  /** Ids of calls whose worker was asked for what is missing, and has not answered. */
  readonly #asking = new Set<string>();
  readonly #openOf = new Map<string, number>();
  readonly #ends: (() => void)[];
  #open = 0;

  /** Calls go to workers of this database alone. */
  constructor(bus: Bus, adapters: Pick<AdapterPlaces, 'stored'>, database?: string) {
    this.#bus = bus;
    this.#adapters = adapters;
    this.workers = new LiveWorkers(bus, (incarnation) => this.#moveAll(incarnation), database);
    const beat = setInterval(() => bus.publish(subjects.replicaBeats, this.#replica), BEAT_MS).unref();
    const look = setInterval(() => this.#askAfterSilent(), BEAT_MS).unref();
    this.#ends = [
      bus.subscribe(subjects.answers(this.#replica), (message) => this.#hear(message)),
      () => clearInterval(beat),
      () => clearInterval(look),
      () => this.workers.close(),
    ];
  }

  /**
   * Throws WorkerError `queue_full` where so many more sequences of an owner would be more than may wait, and
   * `WorkerDown` where no worker is there. To be asked before the first of them is begun, so that either all are served
   * or none.
   */
  checkRoom(sequences: number, owner = ''): void {
    if (!this.workers.isAnyReady() && !this.#isSilent(() => true)) throw noWorker();
    const own = this.#openOf.get(owner) ?? 0;
    if (mayTakePlaces({ places: 2 * MAX_WAITING, taken: this.#open, own }, sequences)) return;
    throw new WorkerError('queue_full', `${this.#open} sequences are waiting already, ${own} of them of one owner`);
  }

  /** Streams one sequence. An aborted `signal`, or leaving the iteration, stops the arithmetic too. */
  generate(request: GenerateRequest, signal?: AbortSignal): Generation {
    const generation = new Generation(() => this.#leave(call));
    const call = RemoteCall.generate(this.#stored(request), generation);
    void this.#begin(call, request.owner, signal);
    return generation;
  }

  /** Searches with beams. An aborted `signal` ends it with code `aborted`. */
  search(request: BeamRequest, signal: AbortSignal): Promise<BeamReport> {
    const { promise, resolve, reject } = Promise.withResolvers<BeamReport>();
    void this.#begin(RemoteCall.search(this.#stored(request), resolve, reject), request.owner, signal);
    return promise;
  }

  /** Calls that still run reject. */
  close(): void {
    for (const end of this.#ends) end();
    for (const call of [...this.#calls.values()]) this.#leave(call);
  }

  #stored<Request extends { adapter: AdapterFiles | null }>(request: Request): Request {
    return request.adapter === null ? request : withAdapter(request, this.#adapters.stored(request.adapter.folder));
  }

  async #begin(call: RemoteCall, owner = '', signal?: AbortSignal): Promise<void> {
    const leave = (): void => this.#leave(call);
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

  /** Finds a worker that takes the call, or ends it. */
  async #place(call: RemoteCall): Promise<void> {
    const until = performance.now() + WORKER_PATIENCE_MS;
    await this.#untilHeard(call);
    const refused = new Set<string>();
    /** Those of them that would take it, had the others not more room. */
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
      // The last one has no other beside it that may be less busy.
      const isLimited = tries < LIMITED_TRIES && fitting.length > 1;
      const limit = isLimited ? loadLimit(fitting) : null;
      const reply = await this.#offer(call, chosen.worker, limit);
      if (reply === 'accepted') return;
      isFull ||= reply === 'busy';
      if (reply === 'busy' && isLimited) limited.add(chosen.worker.beat.incarnation);
      refused.add(chosen.worker.beat.incarnation);
    }
  }

  /**
   * Where no worker takes it: those that left it to others are asked once more, and a sequence that has begun has time
   * for those that did not answer.
   */
  async #mayAskAgain(call: RemoteCall, { refused, limited, until }: Asking): Promise<boolean> {
    if (limited.size === 0) {
      const isWaiting = call.moves > 0 && performance.now() < until;
      if (!isWaiting || this.workers.fitting.of(call, NOBODY).length === 0) return false;
      await sleep(250);
      refused.clear();
    }
    for (const one of limited) refused.delete(one);
    limited.clear();
    return true;
  }

  async #untilHeard(call: RemoteCall): Promise<void> {
    const end = performance.now() + WORKER_PATIENCE_MS;
    const fits = (one: BeatModel): boolean => one.id === call.model && (call.class ?? one.class) === one.class;
    const isAway = () => this.workers.fitting.of(call, NOBODY).length === 0 && this.#isSilent(fits);
    while (!call.isOver && isAway() && performance.now() < end) await sleep(100);
  }

  /** Whether a worker with such a model was ready when it was heard last, and may be heard again. */
  #isSilent(fits: (model: BeatModel) => boolean): boolean {
    const wereReady = this.workers.all().filter(({ beat }) => beat.state === 'ready');
    return this.#bus.lostMs === 0 && wereReady.some(({ beat }) => beat.models.some(fits));
  }

  /** 'accepted' also where no other is to be asked: the call was moved while it was offered, or is over. */
  async #offer(call: RemoteCall, worker: LiveWorker, limit: number | null): Promise<'accepted' | 'busy' | 'gone'> {
    const { incarnation } = worker.beat;
    const number = ++this.#lastNumber;
    const place = call.beginAt(worker, number);
    const { id } = place;
    this.#calls.set(id, call);
    this.#numbered.set(number, call);
    /** Not any more where its worker was lost, or its caller left, while it was offered. */
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
      // One that did not answer in time may have begun: should it, nobody listens.
      this.#cancelAt(call, place);
      if (error instanceof BusError && error.code === 'no_responders') this.workers.lost(incarnation);
      return wasHere ? 'gone' : 'accepted';
    }
  }

  #cancelAt(call: RemoteCall, place: CallPlace): void {
    this.#forget(call, place);
    this.#bus.publish(subjects.calls(place.worker.beat.incarnation), { kind: 'cancel', call: place.id });
  }

  #hear({ value }: BusMessage): void {
    const { incarnation, news, packed } = value as NewsMessage;
    const take = (one: CallNews): void => {
      const call = this.#calls.get(one.call);
      if (call !== undefined) this.#take(call, one);
      else this.#stop(incarnation, one.call);
    };
    for (const one of news) if (one.kind !== 'end') take(one);
    eachPacked(packed ?? NO_TOKENS, ({ number, place, token }) => {
      const call = this.#numbered.get(number);
      if (call === undefined) this.#stop(incarnation, number);
      else if (!call.takeToken(place, token)) void this.#askAgain(call);
    });
    for (const one of news) if (one.kind === 'end') take(one);
  }

  /** Has a worker end a call that is none of ours any more, by its id or its number; once a second at most. */
  #stop(incarnation: string, known: string | number): void {
    if (this.#stopped.has(known)) return;
    this.#stopped.add(known);
    const call = typeof known === 'string' ? { call: known } : { call: '', replica: this.#replica, number: known };
    this.#bus.publish(subjects.calls(incarnation), { kind: 'cancel', ...call } satisfies WorkerRequest);
  }

  #take(call: RemoteCall, news: CallNews): void {
    const isWhole = call.take(news);
    if (!isWhole) void this.#askAgain(call);
    else if (news.kind === 'end') this.#finish(call, news.end);
  }

  #finish(call: RemoteCall, end: CallEnd): void {
    const place = call.at!;
    this.#bus.publish(subjects.calls(place.worker.beat.incarnation), { kind: 'done', call: place.id });
    this.#forget(call, place);
    // The worker is there, and what it computes with is not, or it is about to leave.
    if (end.kind === 'failed' && (end.code === 'worker_down' || end.code === 'device_lost')) void this.#move(call);
    else call.end(end);
  }

  #forget(call: RemoteCall, { id, number, worker }: CallPlace): void {
    if (!this.#calls.delete(id)) return;
    this.#numbered.delete(number);
    worker.sent -= call.sequences;
  }

  #leave(call: RemoteCall): void {
    if (call.isOver) return;
    const at = call.at;
    call.fail(new WorkerError('aborted', 'the request was ended by its caller'));
    if (at !== null && this.#calls.has(at.id)) this.#cancelAt(call, at);
  }

  #moveAll(incarnation: string): void {
    for (const call of [...this.#calls.values()]) {
      if (call.at?.worker.beat.incarnation !== incarnation) continue;
      this.#forget(call, call.at);
      void this.#move(call);
    }
  }

  async #move(call: RemoteCall): Promise<void> {
    if (call.isOver) return;
    call.moves += 1;
    this.counts.moved += 1;
    if (call.moves > MOST_MOVES) call.fail(noWorker());
    else await this.#place(call);
  }

  /** Has what is missing sent again; where the worker has lost the call, another goes on with it. */
  async #askAgain(call: RemoteCall): Promise<void> {
    const place = call.at!;
    const { id, worker } = place;
    const { incarnation } = worker.beat;
    if (this.#asking.has(id)) return;
    this.#asking.add(id);
    try {
      const asked: WorkerRequest = { kind: 'resend', call: id, have: call.have };
      const isKnown = await this.#bus.request(subjects.calls(incarnation), asked, ACCEPT_MS);
      if (isKnown || this.#calls.get(id) !== call) return;
      this.#forget(call, place);
      void this.#move(call);
    } catch (error) {
      if (error instanceof BusError && error.code === 'no_responders') this.workers.lost(incarnation);
    } finally {
      this.#asking.delete(id);
    }
  }

  #askAfterSilent(): void {
    this.#stopped.clear();
    if (this.#bus.lostMs > BUS_PATIENCE_MS) this.#failAll(noBus());
    const now = performance.now();
    for (const call of this.#calls.values()) {
      if (now - call.heard < SILENT_MS) continue;
      call.heard = now;
      void this.#askAgain(call);
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
  return new WorkerDown('The servers of the cluster do not reach each other. Try again later.', RETRY_AFTER_SECONDS);
}

function noWorker(): WorkerDown {
  return new WorkerDown('No worker of this model is there. Try again in a few seconds.', RETRY_AFTER_SECONDS);
}

function full(): WorkerError {
  return new WorkerError('queue_full', 'all workers of this model are full');
}
