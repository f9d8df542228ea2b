import { allocate } from '../../src/compute/buffer.ts';
import type { Command, RecordedDispatch } from '../../src/compute/command.ts';
import type { Device } from '../../src/compute/device.ts';
import { piecesOf } from '../../src/compute/pieces.ts';
import { encodeDispatch, encodeTransfer, Recorder } from '../../src/compute/recorder.ts';
import { kernelKeyOf } from './kernel-key.ts';
import { TimestampQueries } from './timestamp-queries.ts';

/** Dispatch, and the seconds that it took alone. */
export interface TimedDispatch {
  dispatch: RecordedDispatch;
  seconds: number;
}

/** Step by dispatches, and its seconds when submitted normally. */
export interface TimedStep {
  dispatches: TimedDispatch[];
  wholeSeconds: number;
}

/** Number of empty dispatches; the fastest gives the fixed cost of a dispatch. */
const IDLE = 64;
/** Lower bound on a dispatch's time, against clock errors. */
const MIN_SECONDS = 1e-8;
/**
 * Without timestamps, dispatches of a kind are repeated for at least this long, and for at least the time of this many
 * submits.
 */
const REPEATED_MS = 20;
const SUBMITS = 20;
const MAX_REPEATED = 2 ** 16;

/**
 * Times each submitted dispatch: with timestamps if the adapter supports them, else by repeating all dispatches of a
 * kind many times.
 */
export class TimedRecorder extends Recorder {
  readonly #queries: TimestampQueries | null;
  #taken: Command[] = [];
  /** Seconds of each recorded dispatch, if there are timestamps. */
  #seconds: number[] = [];
  #wholeSeconds = 0;

  constructor(device: Device, clock: Clock = clockOf(device)) {
    super(device);
    this.#queries = clock === 'timestamps' ? new TimestampQueries(device) : null;
  }

  /**
   * Times what `step` submits, as the median of `runs` runs. `step` must submit the same each time; the first run
   * compiles.
   */
  async time(runs: number, step: () => Promise<void>): Promise<TimedStep> {
    await this.#begin(step);
    const count = this.#taken.length;
    const whole: number[] = [];
    const times: number[][] = [];
    for (let run = 0; run < runs; run++) {
      await this.#begin(step);
      if (this.#taken.length !== count) throw new Error('runs of the step recorded different commands');
      whole.push(this.#wholeSeconds);
      if (this.#queries) times.push(this.#seconds);
    }
    const dispatches = this.#taken.filter((command) => command.kernel !== undefined);
    const seconds = this.#queries
      ? dispatches.map((_, i) => median(times.map((run) => run[i])))
      : await this.#repeated(dispatches, runs);
    return {
      dispatches: dispatches.map((dispatch, i) => ({ dispatch, seconds: Math.max(MIN_SECONDS, seconds[i]) })),
      wholeSeconds: median(whole),
    };
  }

  /** Returns the seconds of an empty dispatch, by the same clock. */
  async idleSeconds(): Promise<number> {
    const y = await allocate(this.device, 1024, 'idle');
    const { dispatches } = await this.time(5, async () => {
      for (let i = 0; i < IDLE; i++) {
        this.dispatch('bench/fma_peak', {
          knobs: { LANES: this.device.class.lanes, CHAINS: 1 },
          buffers: { Y: y },
          sizes: { rounds: 1, seed: 1 },
          grid: [1, 1, 1],
          cost: { flops: 0, bytes: 0 },
        });
      }
      await this.submitInPieces();
    });
    this.reset();
    y.gpu.destroy();
    return Math.min(...dispatches.map(({ seconds }) => seconds));
  }

  /** Submits everything recorded twice, normally and with each dispatch timed, and waits for it. */
  override async submitInPieces(): Promise<void> {
    const commands = this.take();
    for (const piece of wholePieces(this.device, commands)) {
      this.#wholeSeconds += await this.#secondsOf(piece);
      if (this.#queries) this.#seconds.push(...(await this.#queries.time(piece)));
    }
    this.#taken.push(...commands);
  }

  async #begin(step: () => Promise<void>): Promise<void> {
    this.#taken = [];
    this.#seconds = [];
    this.#wholeSeconds = 0;
    await step();
  }

  /**
   * Returns the seconds of each dispatch. All dispatches of a kind are repeated in turn, so that no weights are cached.
   */
  async #repeated(dispatches: RecordedDispatch[], runs: number): Promise<number[]> {
    const submitSeconds = await this.#medianOf(runs, []);
    const least = Math.max(REPEATED_MS / 1000, SUBMITS * submitSeconds);
    const seconds = new Map<string, number>();
    for (const [kind, members] of Map.groupBy(dispatches, kernelKeyOf)) {
      let repeated = members;
      while (repeated.length < MAX_REPEATED && (await this.#secondsOf(repeated)) < least) {
        repeated = [...repeated, ...repeated];
      }
      seconds.set(kind, ((await this.#medianOf(runs, repeated)) - submitSeconds) / repeated.length);
    }
    return dispatches.map((dispatch) => seconds.get(kernelKeyOf(dispatch)) as number);
  }

  async #medianOf(runs: number, commands: readonly Command[]): Promise<number> {
    const measured: number[] = [];
    for (let run = 0; run < runs; run++) measured.push(await this.#secondsOf(commands));
    return median(measured);
  }

  /** Returns the seconds from submit to completion of the commands. */
  async #secondsOf(commands: readonly Command[]): Promise<number> {
    const encoder = this.device.gpu.createCommandEncoder();
    let pass: GPUComputePassEncoder | undefined;
    for (const command of commands) {
      if (command.kernel) {
        pass ??= encoder.beginComputePass();
        pass.setPipeline(command.kernel.pipeline);
        encodeDispatch(pass, command);
      } else {
        pass?.end();
        pass = undefined;
        encodeTransfer(encoder, command);
      }
    }
    pass?.end();
    const encoded = encoder.finish();
    const started = performance.now();
    this.device.gpu.queue.submit([encoded]);
    await this.device.waiter.after(0);
    this.device.check();
    return (performance.now() - started) / 1000;
  }
}

export type Clock = 'timestamps' | 'repeats';

/** Returns how the dispatches of a device can be timed. */
export function clockOf({ gpu }: Device): Clock {
  return gpu.features.has('timestamp-query') ? 'timestamps' : 'repeats';
}

/**
 * Splits commands into pieces of about 50 ms, since drivers abort work that takes seconds; does not split dispatches.
 */
function wholePieces({ times }: Device, commands: Command[]): Iterable<Command[]> {
  const uncut = commands.map((command) => (command.kernel ? { ...command, cut: undefined } : command));
  return piecesOf(uncut, (command) => times.estimateOf(command));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
