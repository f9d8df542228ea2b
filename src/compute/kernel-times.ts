import type { Kernel } from './kernel.ts';

/** Typical throughput of kernels on an adapter: GFLOP/s, GB/s, and milliseconds that any dispatch takes. */
export interface Rates {
  gflops: number;
  gigabytes: number;
  dispatchMs: number;
}

/** Bytes moved and operations computed by a dispatch, for the roofline and for splitting long steps into submits. */
export interface Cost {
  bytes: number;
  flops: number;
}

/** A command whose time is estimated: a dispatch, or a copy, which takes almost none. */
type Timed = { kernel: Kernel; cost: Cost } | { kernel?: undefined };

/** Largest factor by which one measured piece may change a kernel's estimate. */
const BOUND = 1.5;

/** Estimates how long commands take, first from the adapter's rates, then from measured times of each kernel. */
export class KernelTimes {
  readonly #rates: Rates;
  /** Ratio of a kernel variant's time to its estimate at the adapter's rates. */
  readonly #factors = new Map<Kernel, number>();

  constructor(rates: Rates) {
    this.#rates = rates;
  }

  /** Returns the estimated milliseconds of all commands together. */
  estimate(commands: Timed[]): number {
    return commands.reduce((sum, command) => sum + this.estimateOf(command), this.#rates.dispatchMs);
  }

  estimateOf(command: Timed): number {
    if (!command.kernel) return this.#rates.dispatchMs;
    return this.#rates.dispatchMs + (this.#factors.get(command.kernel) ?? 1) * this.#atRates(command);
  }

  /**
   * Updates the estimates after the commands took `ms` together. Each kernel's estimate changes by its share of the
   * expected time. Ignores a piece with a kernel on its first run, because that time includes compilation.
   */
  record(commands: Timed[], ms: number): void {
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
