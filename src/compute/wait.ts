import { setImmediate as nextIteration, setTimeout as sleep } from 'node:timers/promises';

const FIRST_RATIO = 0.25;

/**
 * How many waits are remembered: the second shortest of them is expected next. One that others held up, or that
 * compiled its kernels, tells nothing, nor does one whose beginning was seen too late.
 */
const REMEMBERED = 8;

/** How many times as much as the last time is expected at most: too little costs a few checks, too much the step. */
const MOST_GROWTH = 1.3;

/** Share of the expected time that is slept through: all of it where the device has other work behind this. */
const ASLEEP = { alone: 0.85, followed: 1 };

/** Found done this soon after waking, or by so much of the time slept later, the work had been done before. */
const FOUND_DONE = { ms: 0.5, share: 0.05 };

/** What an estimate loses when the work was done before we woke; twice that the next time in a row. */
const LATE = 1 / 32;

/** How long the event loop stands still between two checks of a pending promise: little beside any step. */
const CHECK_EVERY = { ms: 0.25, share: 0.01, mostMs: 1 };

/**
 * Waits for the queue without burning a core. Dawn's Node binding spins the main thread while a promise is pending,
 * which on a CPU adapter takes 30-45 % of the arithmetic; so we sleep for most of the time the work is expected to
 * take, attach the promise only then, and hold the spinning loop up briefly in each of its iterations.
 */
export class SleepingWaiter {
  readonly #queue: GPUQueue;
  readonly #sleeps: boolean;
  readonly #clock: Clock;
  /** How many times its estimate work of each kind has taken lately, the last first. */
  readonly #ratios = new Map<string, number[]>();
  /** How many times its estimate work of each kind is expected to take. */
  readonly #expected = new Map<string, number>();
  /** What the estimate of each kind is to lose the next time that we wake too late. */
  readonly #late = new Map<string, number>();

  constructor(queue: GPUQueue, sleeps: boolean, clock: Clock = new SystemClock()) {
    this.#queue = queue;
    this.#sleeps = sleeps;
    this.#clock = clock;
  }

  /**
   * Resolves when everything submitted so far is done, or what `work` waits for. `estimateMs` need only be proportional
   * to the truth within one `kind` of work: the factor is learned.
   */
  async done(kind: string, estimateMs: number, work?: Work): Promise<void> {
    const expected = this.#expected.get(kind) ?? FIRST_RATIO;
    const { ms, late } = await this.#wait(expected * estimateMs, work ?? this.#everything());
    const loss = late ? (this.#late.get(kind) ?? LATE) : 0;
    this.#late.set(kind, late ? Math.min(2 * loss, 0.5) : LATE);
    const measured = ((1 - loss) * ms) / estimateMs;
    const ratios = [measured, ...(this.#ratios.get(kind) ?? [])].slice(0, REMEMBERED);
    this.#ratios.set(kind, ratios);
    this.#expected.set(kind, Math.min(secondLeast(ratios), MOST_GROWTH * expected));
  }

  /**
   * Resolves when everything submitted so far is done, or what `work` waits for, with the milliseconds that it took.
   * `expectedMs` is what it should take; where that was too much, the result is a guess below it.
   */
  async after(expectedMs: number, work: Work = this.#everything()): Promise<number> {
    const { ms, late } = await this.#wait(expectedMs, work);
    // Work that was done before we woke took at most as long as we slept: halve, so that the estimate falls fast.
    return late ? 0.5 * ms : ms;
  }

  /**
   * The milliseconds from the work's beginning until we knew its end; `late`: it had ended while we slept, no later.
   */
  async #wait(expectedMs: number, { started, finished, followed }: Work): Promise<{ ms: number; late: boolean }> {
    const wakeMs = ASLEEP[followed ? 'followed' : 'alone'] * expectedMs;
    const sleepMs = wakeMs - (this.#clock.now() - started);
    const sleeps = this.#sleeps && sleepMs > 2;
    if (sleeps) await this.#clock.sleep(sleepMs);
    const woke = this.#clock.now() - started;
    const pending = finished();
    const checkEveryMs = Math.min(CHECK_EVERY.mostMs, Math.max(CHECK_EVERY.ms, CHECK_EVERY.share * expectedMs));
    await (this.#sleeps ? this.#unhurried(pending, checkEveryMs) : pending);
    const ended = this.#clock.now() - started;
    // Finding out takes a check or two and reading the results, which a long sleep is not to be kept up by.
    const late = woke > 1 && ended - woke < FOUND_DONE.ms + FOUND_DONE.share * woke;
    // That others held our waking up says nothing about the work.
    return { ms: late ? (sleeps ? Math.min(woke, wakeMs) : woke) : ended, late };
  }

  /**
   * `pending`, while the loop that Dawn's binding spins for it makes a few iterations a millisecond instead of
   * hundreds.
   */
  async #unhurried(pending: Promise<unknown>, checkEveryMs: number): Promise<void> {
    let open = true;
    const close = () => {
      open = false;
    };
    pending.then(close, close);
    while (open) {
      await nextIteration();
      if (open) this.#clock.hold(checkEveryMs);
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

/** The time, and what lets it pass. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Holds up the event loop. */
  hold(ms: number): void;
}

class SystemClock implements Clock {
  readonly #never = new Int32Array(new SharedArrayBuffer(4));

  now(): number {
    return performance.now();
  }

  async sleep(ms: number): Promise<void> {
    await sleep(ms);
  }

  hold(ms: number): void {
    Atomics.wait(this.#never, 0, 0, ms);
  }
}

/** What there is to wait for. */
interface Work {
  /** When the device began it, by the waiter's clock. */
  started: number;
  /** Whether the device has more to do after it, so that it costs nothing to wake a little late. */
  followed?: boolean;
  finished(): Promise<unknown>;
}
