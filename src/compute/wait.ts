import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

const FIRST_RATIO = 0.25;

/**
 * Number of recent waits to remember; the second shortest is the next estimate. A wait is too long if other work or
 * kernel compilation delayed it, and too short if its start was seen too late.
 */
const REMEMBERED = 8;

/**
 * Largest growth factor of an estimate per wait. Too short an estimate costs a few checks, too long delays the step.
 */
const MAX_GROWTH = 1.3;

/** Share of the expected time to sleep: all of it if more work is queued on the device. */
const SLEEP_SHARE = { alone: 0.85, followed: 1 };

/**
 * Bounds for a sleep that was too long: after waking, the work is found done within `ms` plus `share` of the time since
 * it started.
 */
const FOUND_DONE = { ms: 0.5, share: 0.05 };

/** Share by which an estimate shrinks if the work ended during the sleep. Doubles each time in a row. */
const LATE = 1 / 32;

/** Time that the event loop is blocked between two checks of a pending promise: short compared to any step. */
const CHECK_EVERY = { ms: 0.25, share: 0.01, mostMs: 1 };

/**
 * Waits for the queue without spinning a core. Dawn's Node binding spins the main thread while a promise is pending,
 * which takes 30-45 % of the arithmetic on a CPU adapter. So this class sleeps for most of the expected time, attaches
 * the promise only then, and blocks the spinning loop briefly in each iteration.
 */
export class SleepingWaiter {
  readonly #queue: GPUQueue;
  readonly #sleeps: boolean;
  readonly #clock: Clock;
  /** Recent ratios of measured to estimated time by kind of work, the latest first. */
  readonly #ratios = new Map<string, number[]>();
  /** Expected ratio of measured to estimated time by kind of work. */
  readonly #expected = new Map<string, number>();
  /** Share by which the ratio shrinks at the next sleep that is too long, by kind of work. */
  readonly #late = new Map<string, number>();

  constructor(queue: GPUQueue, sleeps: boolean, clock: Clock = new SystemClock()) {
    this.#queue = queue;
    this.#sleeps = sleeps;
    this.#clock = clock;
  }

  /**
   * Resolves when `work`, by default everything submitted so far, is done. `estimateMs` need only be proportional to
   * the real time within one `kind` of work: the factor is learned.
   */
  async done(kind: string, estimateMs: number, work?: Work): Promise<void> {
    const expected = this.#expected.get(kind) ?? FIRST_RATIO;
    const { ms, late } = await this.#wait(expected * estimateMs, work ?? this.#everything());
    const loss = late ? (this.#late.get(kind) ?? LATE) : 0;
    this.#late.set(kind, late ? Math.min(2 * loss, 0.5) : LATE);
    const measured = ((1 - loss) * ms) / estimateMs;
    const ratios = [measured, ...(this.#ratios.get(kind) ?? [])].slice(0, REMEMBERED);
    this.#ratios.set(kind, ratios);
    this.#expected.set(kind, Math.min(secondLeast(ratios), MAX_GROWTH * expected));
  }

  /**
   * Resolves when `work`, by default everything submitted so far, is done, with the milliseconds that it took. If the
   * work ended during the sleep, the result is a guess below `expectedMs`.
   */
  async after(expectedMs: number, work: Work = this.#everything()): Promise<number> {
    const { ms, late } = await this.#wait(expectedMs, work);
    // Work that ended during the sleep took at most that long. Halving makes the estimate fall fast.
    return late ? 0.5 * ms : ms;
  }

  /**
   * Returns the milliseconds from the start of the work until its end was seen. `late`: the work ended during the
   * sleep, so `ms` is an upper bound.
   */
  async #wait(expectedMs: number, { started, finished, followed }: Work): Promise<{ ms: number; late: boolean }> {
    const wakeMs = SLEEP_SHARE[followed ? 'followed' : 'alone'] * expectedMs;
    const sleepMs = wakeMs - (this.#clock.now() - started);
    const sleeps = this.#sleeps && sleepMs > 2;
    if (sleeps) await this.#clock.sleep(sleepMs);
    const woke = this.#clock.now() - started;
    const pending = finished();
    const checkEveryMs = Math.min(CHECK_EVERY.mostMs, Math.max(CHECK_EVERY.ms, CHECK_EVERY.share * expectedMs));
    await (this.#sleeps ? this.#pollSlowly(pending, checkEveryMs) : pending);
    const ended = this.#clock.now() - started;
    // Detecting the end takes a check or two and a read of the results. A sleep that is too long counts as late in
    // spite of that delay.
    const late = woke > 1 && ended - woke < FOUND_DONE.ms + FOUND_DONE.share * woke;
    // A delayed wake-up says nothing about the work.
    return { ms: late ? (sleeps ? Math.min(woke, wakeMs) : woke) : ended, late };
  }

  /**
   * Awaits `pending` while slowing the loop that Dawn's binding spins, from hundreds of iterations per millisecond to a
   * few.
   */
  async #pollSlowly(pending: Promise<unknown>, checkEveryMs: number): Promise<void> {
    let open = true;
    const close = () => {
      open = false;
    };
    pending.then(close, close);
    while (open) {
      await nextIteration();
      if (open) this.#clock.block(checkEveryMs);
    }
    await pending;
  }

  #everything(): Work {
    return { started: this.#clock.now(), finished: () => this.#queue.onSubmittedWorkDone() };
  }
}

function secondLeast(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.min(1, values.length - 1)];
}

/** Time source with two ways to wait. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Blocks the event loop. */
  block(ms: number): void;
}

class SystemClock implements Clock {
  readonly #never = new Int32Array(new SharedArrayBuffer(4));

  now(): number {
    return performance.now();
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms);
  }

  block(ms: number): void {
    Atomics.wait(this.#never, 0, 0, ms);
  }
}

/** Submitted work to wait for. */
interface Work {
  /** Time at which the device started the work, by the waiter's clock. */
  started: number;
  /** Whether more work is queued behind it, so that waking a little late costs nothing. */
  followed?: boolean;
  finished(): Promise<unknown>;
}
