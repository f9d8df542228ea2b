import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

const FIRST_RATIO = 0.25;

/**
 * Of so many waits the second shortest is expected next: one that others held up, or that compiled its kernels, tells
 * nothing, nor does one whose beginning was seen too late.
 */
const REMEMBERED = 8;

/** Share of the expected time that is slept through: all of it where the device has other work behind this. */
const ASLEEP = { alone: 0.85, followed: 1 };

/** What an estimate loses when the work was done before we woke; twice that the next time in a row. */
const LATE = 1 / 32;

/** How long the event loop stands still between two looks at a pending promise: little beside any step. */
const LOOK_EVERY_MS = 0.25;

/**
 * Waits for the queue without burning a core. Dawn's Node binding spins the main thread while a promise is pending,
 * which on a CPU adapter takes 30-45 % of the arithmetic; so we sleep for most of the time the work is expected to
 * take, attach the promise only then, and hold the spinning loop up for a moment in each of its turns.
 */
export class SleepingWaiter {
  readonly #queue: GPUQueue;
  readonly #sleeps: boolean;
  readonly #pause = new Int32Array(new SharedArrayBuffer(4));
  /** How many times its estimate work of each kind has taken lately, the last first. */
  readonly #ratios = new Map<string, number[]>();
  /** What the estimate of each kind is to lose the next time that we wake too late. */
  readonly #late = new Map<string, number>();

  constructor(queue: GPUQueue, sleeps: boolean) {
    this.#queue = queue;
    this.#sleeps = sleeps;
  }

  /**
   * Resolves when everything submitted so far is done, or what `work` waits for. `estimateMs` need only be proportional to
   * the truth within one `kind` of work: the factor is learned.
   */
  async done(kind: string, estimateMs: number, work?: Work): Promise<void> {
    const ratios = this.#ratios.get(kind) ?? [FIRST_RATIO];
    const { ms, late } = await this.#wait(secondLeast(ratios) * estimateMs, work ?? this.#everything());
    const loss = late ? (this.#late.get(kind) ?? LATE) : 0;
    this.#late.set(kind, late ? Math.min(2 * loss, 0.5) : LATE);
    const measured = ((1 - loss) * ms) / estimateMs;
    this.#ratios.set(kind, [measured, ...ratios].slice(0, REMEMBERED));
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

  /** The milliseconds from the work's beginning until we knew its end, and whether it had ended while we slept. */
  async #wait(expectedMs: number, { started, finished, followed }: Work): Promise<{ ms: number; late: boolean }> {
    const sleepMs = ASLEEP[followed ? 'followed' : 'alone'] * expectedMs - (performance.now() - started);
    if (this.#sleeps && sleepMs > 2) await sleep(sleepMs);
    const woke = performance.now();
    await (this.#sleeps ? this.#unhurried(finished()) : finished());
    const now = performance.now();
    const late = now - woke < 0.5 && woke - started > 1;
    return { ms: (late ? woke : now) - started, late };
  }

  /** `pending`, while the loop that Dawn's binding spins for it makes a few turns a millisecond instead of hundreds. */
  async #unhurried(pending: Promise<unknown>): Promise<void> {
    let open = true;
    const close = () => {
      open = false;
    };
    pending.then(close, close);
    while (open) {
      await nextTurn();
      if (open) Atomics.wait(this.#pause, 0, 0, LOOK_EVERY_MS);
    }
    await pending;
  }

  #everything(): Work {
    return { started: performance.now(), finished: () => this.#queue.onSubmittedWorkDone() };
  }
}

function secondLeast(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.min(1, values.length - 1)];
}

/** What there is to wait for. */
interface Work {
  /** When the device began it, by `performance.now()`. */
  started: number;
  /** Whether the device has more to do after it, so that it costs nothing to wake a little late. */
  followed?: boolean;
  finished(): Promise<unknown>;
}
