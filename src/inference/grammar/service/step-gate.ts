/** How long one thread works while the device is at a step. */
const WORK_MS = 10;

/** How long none does then, at most. */
const MOST_REST_MS = 1_000;

const OPEN = 0;
const CLOSED = 1;
/** Where the shared words are. */
const STATE = 0;
const NEXT_AT = 1;

/**
 * Holds threads of grammars up while the device is at a step, where that is this machine's own processors: one of them works
 * at a time then, and only part of the time, so that a step takes hardly longer than alone and yet each comes to its end.
 * Between steps all may work.
 */
export class StepGate {
  /** Shared with the threads. */
  readonly words: Int32Array<SharedArrayBuffer>;

  constructor(words = new Int32Array(new SharedArrayBuffer(8))) {
    this.words = words;
  }

  /** A step begins. */
  close(): void {
    Atomics.store(this.words, STATE, CLOSED);
  }

  /** It is over. */
  open(): void {
    Atomics.store(this.words, STATE, OPEN);
    Atomics.notify(this.words, STATE);
  }

  /**
   * For one thread: a function to call while it works, which returns when it may go on. During a step, none works for
   * `restMs` after it has.
   */
  pass(restMs: number): () => void {
    let until = 0;
    return () => {
      const left = until - now();
      if (Atomics.load(this.words, STATE) === OPEN || (left > 0 && left <= WORK_MS)) return;
      until = this.#wait(Math.min(restMs, MOST_REST_MS));
    };
  }

  /** Until when the thread may work, whatever comes. */
  #wait(restMs: number): number {
    for (;;) {
      const time = now();
      const nextAt = Atomics.load(this.words, NEXT_AT);
      const left = nextAt - time;
      // What is further off is of the clock's last round.
      if (left <= 0 || left > WORK_MS + MOST_REST_MS) {
        const until = time + WORK_MS;
        if (Atomics.compareExchange(this.words, NEXT_AT, nextAt, until + restMs) === nextAt) return until;
      } else if (Atomics.wait(this.words, STATE, CLOSED, left) !== 'timed-out') return time;
    }
  }
}

/** Milliseconds of a clock that all threads share, as far as a word holds them. */
function now(): number {
  return Number((process.hrtime.bigint() / 1_000_000n) & 0x3fffffffn);
}
