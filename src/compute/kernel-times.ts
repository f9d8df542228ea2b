import type { Kernel } from './kernel.ts';

/** What kernels usually reach on an adapter: GFLOP/s, GB/s, ms for any dispatch. */
export interface Rates {
  gflops: number;
  gigabytes: number;
  dispatchMs: number;
}

/** What one dispatch moves and computes, for the roofline and for cutting long steps into submits. */
export interface Cost {
  bytes: number;
  flops: number;
}

/** A command as far as its time goes: a dispatch, or a copy, which takes next to none. */
type Timed = { kernel: Kernel; cost: Cost } | { kernel?: undefined };

/** How far one measured piece may move what is believed of a kernel. */
const BOUND = 1.5;

/** Foresees how long commands take: at the adapter's rates first, then by what each kernel has been seen to take. */
export class KernelTimes {
  readonly #rates: Rates;
  /** Times its estimate at the rates that a kernel variant takes. */
  readonly #factors = new Map<Kernel, number>();

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** About how many milliseconds the commands will take together. */
  estimate(commands: Timed[]): number {
    return commands.reduce((sum, command) => sum + this.estimateOf(command), this.#rates.dispatchMs);
  }

  estimateOf(command: Timed): number {
    if (!command.kernel) return this.#rates.dispatchMs;
    return this.#rates.dispatchMs + (this.#factors.get(command.kernel) ?? 1) * this.#atRates(command);
  }

  /**
   * Takes note that the commands took `ms` together: each kernel is held the slower by its share in what was expected.
   * A piece with a kernel that ran for the first time tells how long it took to compile, and so nothing.
   */
  learn(commands: Timed[], ms: number): void {
    const shares = new Map<Kernel, number>();
    let expected = this.#rates.dispatchMs;
    let compiled = true;
    for (const command of commands) {
      expected += this.estimateOf(command);
      if (!command.kernel) continue;
      const { kernel } = command;
      if (!this.#factors.has(kernel)) {
        compiled = false;
        this.#factors.set(kernel, 1);
      }
      shares.set(kernel, (shares.get(kernel) ?? 0) + (this.#factors.get(kernel) ?? 1) * this.#atRates(command));
    }
    if (!compiled) return;
    const ratio = ms / expected;
    for (const [kernel, share] of shares) {
      const step = Math.min(BOUND, Math.max(1 / BOUND, ratio ** (share / expected)));
      this.#factors.set(kernel, (this.#factors.get(kernel) ?? 1) * step);
    }
  }

  #atRates(command: Timed): number {
    if (!command.kernel) return 0;
    const { flops, bytes } = command.cost;
    return Math.max(flops / this.#rates.gflops, bytes / this.#rates.gigabytes) / 1e6;
  }
}
