import { allocate } from '../../src/compute/buffer.ts';
import type { Command, RecordedDispatch } from '../../src/compute/command.ts';
import type { Device } from '../../src/compute/device.ts';
import { piecesOf } from '../../src/compute/pieces.ts';
import { encodeDispatch, encodeTransfer, Recorder } from '../../src/compute/recorder.ts';
import { kernelKeyOf } from './kernel-key.ts';
import { TimestampQueries } from './timestamp-queries.ts';

/** A dispatch, and the seconds that it took by itself. */
export interface TimedDispatch {
  dispatch: RecordedDispatch;
  seconds: number;
}

/** A step, dispatch by dispatch, and the seconds that it took when it was submitted as always. */
export interface TimedStep {
  dispatches: TimedDispatch[];
  wholeSeconds: number;
}

/** Dispatches that do nothing, of which the fastest tells what any dispatch takes. */
const IDLE = 64;
/** What no dispatch is faster than, whatever a clock says. */
const LEAST_SECONDS = 1e-8;
/** Without timestamps, dispatches of a kind are repeated for so long, and for as long as so many submits take. */
const REPEATED_MS = 20;
const SUBMITS = 20;
const MOST_REPEATED = 2 ** 16;

/**
 * Times each dispatch of what it is asked to submit: between two timestamps where the adapter has them, else all of a
 * kind behind one another, many times.
 */
export class TimedRecorder extends Recorder {
  readonly #queries: TimestampQueries | null;
  #taken: Command[] = [];
  /** Seconds of each dispatch taken, where there are timestamps. */
  #seconds: number[] = [];
  #wholeSeconds = 0;

  constructor(device: Device, clock: Clock = clockOf(device)) {
    super(device);
    this.#queries = clock === 'timestamps' ? new TimestampQueries(device) : null;
  }

  /** What `step` submits, the median of `runs` runs. It must submit the same each time; the first run compiles. */
  async time(runs: number, step: () => Promise<void>): Promise<TimedStep> {
    await this.#begin(step);
    const count = this.#taken.length;
    const whole: number[] = [];
    const times: number[][] = [];
    for (let run = 0; run < runs; run++) {
      await this.#begin(step);
      if (this.#taken.length !== count) throw new Error('the runs of the step are not alike');
      whole.push(this.#wholeSeconds);
      if (this.#queries) times.push(this.#seconds);
    }
    const dispatches = this.#taken.filter((command) => command.kernel !== undefined);
    const seconds = this.#queries
      ? dispatches.map((_, i) => median(times.map((run) => run[i])))
      : await this.#repeated(dispatches, runs);
    return {
      dispatches: dispatches.map((dispatch, i) => ({ dispatch, seconds: Math.max(LEAST_SECONDS, seconds[i]) })),
      wholeSeconds: median(whole),
    };
  }

  /** Seconds of a dispatch that does nothing, by the same clock. */
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

  /** Submits everything recorded twice, as always and with each dispatch timed, and waits for it. */
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

  /** Seconds of each dispatch: those of a kind follow one another, so that none finds its weights in a cache. */
  async #repeated(dispatches: RecordedDispatch[], runs: number): Promise<number[]> {
    const submitSeconds = await this.#medianOf(runs, []);
    const least = Math.max(REPEATED_MS / 1000, SUBMITS * submitSeconds);
    const seconds = new Map<string, number>();
    for (const [kind, members] of Map.groupBy(dispatches, kernelKeyOf)) {
      let repeated = members;
      while (repeated.length < MOST_REPEATED && (await this.#secondsOf(repeated)) < least) {
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

  /** Seconds from one submit of the commands until they are known to be done. */
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

/** How the dispatches of a device can be timed. */
export function clockOf({ gpu }: Device): Clock {
  return gpu.features.has('timestamp-query') ? 'timestamps' : 'repeats';
}

/** Pieces of about 50 ms, as drivers end what takes seconds; no dispatch is cut. */
function wholePieces({ times }: Device, commands: Command[]): Iterable<Command[]> {
  const uncut = commands.map((command) => (command.kernel ? { ...command, cut: undefined } : command));
  return piecesOf(uncut, (command) => times.estimateOf(command));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
