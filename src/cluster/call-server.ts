import { setTimeout as sleep } from 'node:timers/promises';
import type { BeamReport, BeamRequest } from '../inference/beam-request.ts';
import type { GeneratedToken, GenerateRequest, PromptReport } from '../inference/generate-request.ts';
import type { Generation } from '../worker/client/generation.ts';
import { WorkerError } from '../worker/client/worker-error.ts';
import { type AdapterPlaces, withAdapter } from './adapter-places.ts';
import type { Bus, BusMessage } from './bus.ts';
import type { CallEnd, CallNews, CallReply, NewsMessage, WorkerRequest } from './call-messages.ts';
import { isPackable, PackedTokens } from './packed-tokens.ts';
import { HEARTBEAT_MS, subjects } from './worker-heartbeat.ts';

/** Silence, in ms, after which a replica counts as gone and its calls are stopped. */
const REPLICA_GONE_MS = 5_000;
/** Most times that the end of a call is sent, once a second, until the replica confirms it. */
const MAX_RESENDS = 10;

/** Runs the calls: the compute process of this machine. */
export interface CallCompute {
  generate(request: GenerateRequest, signal: AbortSignal): Generation;
  search(request: BeamRequest, signal: AbortSignal): Promise<BeamReport>;
}

export interface CallServerParts {
  bus: Bus;
  compute: CallCompute;
  incarnation: string;
  /** Most sequences at once. */
  places: number;
  adapters: Pick<AdapterPlaces, 'fetchLocal'>;
}

/** A call that its replica has not confirmed with `done`. */
interface ServedCall {
  replica: string;
  /** Short id of the call in packed tokens; absent in older versions. */
  number?: number;
  sequences: number;
  prompt: PromptReport | null;
  tokens: GeneratedToken[];
  end: CallEnd | null;
  readonly stopping: AbortController;
}

type Call = Extract<WorkerRequest, { kind: 'generate' | 'search' }>;

/**
 * Serves the calls of API replicas in a worker. All news of one step for one replica travel in one message. Messages
 * may be lost, so it keeps each call until the replica confirms that it has everything.
 */
export class CallServer {
  readonly #parts: CallServerParts;
  readonly #calls = new Map<string, ServedCall>();
  readonly #news = new Map<string, CallNews[]>();
  readonly #replicas = new Map<string, number>();
  readonly #ends: (() => void)[];
  #draining = false;
  #sending: NodeJS.Immediate | undefined;

  constructor(parts: CallServerParts) {
    this.#parts = parts;
    const { bus, incarnation } = parts;
    const timer = setInterval(() => this.#dropCallsOfGone(), HEARTBEAT_MS).unref();
    this.#ends = [
      bus.subscribe(subjects.calls(incarnation), (message) => this.#receive(message)),
      bus.subscribe(subjects.replicaHeartbeats, ({ value }) => this.#replicas.set(String(value), performance.now())),
      () => clearInterval(timer),
    ];
  }

  /** Number of sequences that run or wait. */
  get load(): number {
    return [...this.#calls.values()].reduce((sum, { end, sequences }) => sum + (end === null ? sequences : 0), 0);
  }

  /** Stops accepting calls. Resolves when the running calls have ended, or when `signal` aborts. */
  async drain(signal: AbortSignal): Promise<void> {
    this.#draining = true;
    while (this.load > 0 && !signal.aborted) {
      await sleep(50, undefined, { signal }).catch(() => {});
    }
  }

  /** Stops all calls and reports that; replicas continue them on other workers. */
  close(): void {
    for (const end of this.#ends) end();
    const calls = [...this.#calls];
    this.#calls.clear();
    for (const [call, { replica, tokens, stopping }] of calls) {
      const end: CallEnd = { kind: 'failed', code: 'worker_down', message: 'the worker is stopping' };
      this.#enqueue(replica, { kind: 'end', call, tokens: tokens.length, end });
      stopping.abort();
    }
    clearImmediate(this.#sending);
    this.#send();
  }

  #receive({ value, answer }: BusMessage): void {
    const request = value as WorkerRequest;
    if (request.kind === 'generate' || request.kind === 'search') answer?.(this.#begin(request));
    else if (request.kind === 'resend') this.#resend(request.call, request.have, answer);
    else if (request.kind === 'cancel' && request.call === '') this.#cancelNumbered(request);
    else this.#cancel(request.call);
  }

  #begin(call: Call): CallReply {
    const sequences = call.kind === 'search' ? call.request.width : 1;
    if (this.#draining) return { accepted: false, reason: 'draining' };
    const { load } = this;
    const isFull = load > 0 && load + sequences > this.#parts.places;
    if (isFull || (call.limit !== null && load >= call.limit)) return { accepted: false, reason: 'busy' };
    this.#replicas.set(call.replica, performance.now());
    const stopping = new AbortController();
    const { replica, number } = call;
    const served: ServedCall = { replica, number, sequences, prompt: null, tokens: [], end: null, stopping };
    this.#calls.set(call.call, served);
    void this.#serve(call, served);
    return { accepted: true };
  }

  async #serve(call: Call, served: ServedCall): Promise<void> {
    served.end = await this.#compute(call, served).catch(endOfFailure);
    for (let times = 0; times < MAX_RESENDS && this.#calls.get(call.call) === served; times++) {
      this.#enqueue(served.replica, { kind: 'end', call: call.call, tokens: served.tokens.length, end: served.end });
      await sleep(1_000, undefined, { ref: false });
    }
    if (this.#calls.get(call.call) === served) this.#calls.delete(call.call);
  }

  async #compute(call: Call, served: ServedCall): Promise<CallEnd> {
    const { adapter } = call.request;
    const folder = adapter === null ? '' : await this.#parts.adapters.fetchLocal(adapter.folder);
    if (served.stopping.signal.aborted) throw new WorkerError('aborted', 'the request was aborted by its caller');
    return call.kind === 'generate'
      ? this.#generate(call.call, withAdapter(call.request, folder), served)
      : this.#search(withAdapter(call.request, folder), served);
  }

  async #generate(call: string, request: GenerateRequest, served: ServedCall): Promise<CallEnd> {
    const generation = this.#parts.compute.generate(request, served.stopping.signal);
    let preempted = 0;
    for await (const token of generation) {
      if (served.prompt === null && generation.prompt !== null) {
        served.prompt = generation.prompt;
        this.#enqueue(served.replica, { kind: 'prompt', call, prompt: generation.prompt });
      }
      const from = served.tokens.push(token) - 1;
      const preemptions = generation.preemptions - preempted;
      preempted += preemptions;
      this.#enqueue(served.replica, { kind: 'tokens', call, from, tokens: [token], preemptions });
    }
    if (generation.cause === null) throw new WorkerError('internal', 'a sequence ended without a reason');
    return { kind: 'finished', cause: generation.cause };
  }

  async #search(request: BeamRequest, { stopping }: ServedCall): Promise<CallEnd> {
    return { kind: 'found', report: await this.#parts.compute.search(request, stopping.signal) };
  }

  #resend(call: string, have: number, answer: BusMessage['answer']): void {
    const served = this.#calls.get(call);
    answer?.(served !== undefined);
    if (served === undefined) return;
    const { replica, prompt, tokens, end } = served;
    if (prompt !== null) this.#enqueue(replica, { kind: 'prompt', call, prompt });
    if (have < tokens.length) {
      this.#enqueue(replica, { kind: 'tokens', call, from: have, tokens: tokens.slice(have), preemptions: 0 });
    }
    if (end !== null) this.#enqueue(replica, { kind: 'end', call, tokens: tokens.length, end });
  }

  #cancel(call: string): void {
    const served = this.#calls.get(call);
    this.#calls.delete(call);
    served?.stopping.abort();
  }

  #cancelNumbered({ replica, number }: { replica?: string; number?: number }): void {
    const isIt = (served: ServedCall) => served.replica === replica && served.number === number;
    const found = [...this.#calls].find(([, served]) => isIt(served));
    if (found !== undefined) this.#cancel(found[0]);
  }

  /** Queues news; all news queued in this turn of the event loop travel in one message. */
  #enqueue(replica: string, news: CallNews): void {
    const waiting = this.#news.get(replica);
    if (waiting === undefined) this.#news.set(replica, [news]);
    else if (!joins(waiting[waiting.length - 1], news)) waiting.push(news);
    this.#sending ??= setImmediate(() => this.#send());
  }

  #send(): void {
    this.#sending = undefined;
    for (const [replica, news] of this.#news) {
      this.#parts.bus.publish(subjects.answers(replica), this.#messageOf(news));
    }
    this.#news.clear();
  }

  #messageOf(all: readonly CallNews[]): NewsMessage {
    const packed = new PackedTokens();
    /**
     * Calls with tokens that cannot be packed. Packed tokens are read after the other news, so to keep the order of a
     * call none of its tokens are packed.
     */
    const plain = new Set<string>();
    for (const one of all) {
      if (one.kind === 'tokens' && (one.preemptions > 0 || !isPackable(one.tokens))) plain.add(one.call);
    }
    const news = all.filter((one) => {
      const number = this.#calls.get(one.call)?.number;
      if (one.kind !== 'tokens' || plain.has(one.call) || number === undefined) return true;
      packed.add(number, one.from, one.tokens);
      return false;
    });
    const message: NewsMessage = { incarnation: this.#parts.incarnation, news };
    return packed.isEmpty ? message : { ...message, packed: packed.packed };
  }

  #dropCallsOfGone(): void {
    if (this.#parts.bus.connectedMs < REPLICA_GONE_MS) return;
    const now = performance.now();
    for (const [call, { replica }] of this.#calls) {
      if (now - (this.#replicas.get(replica) ?? 0) > REPLICA_GONE_MS) this.#cancel(call);
    }
    for (const [replica, at] of this.#replicas) if (now - at > 60_000) this.#replicas.delete(replica);
  }
}

/** Appends the tokens of `next` to `last`, which waits to be sent, if they follow it. Returns whether it did. */
function joins(last: CallNews, next: CallNews): boolean {
  if (last.kind !== 'tokens' || next.kind !== 'tokens' || last.call !== next.call) return false;
  if (last.from + last.tokens.length !== next.from) return false;
  last.tokens.push(...next.tokens);
  last.preemptions += next.preemptions;
  return true;
}

function endOfFailure(error: unknown): CallEnd {
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', code: error instanceof WorkerError ? error.code : 'internal', message };
}
