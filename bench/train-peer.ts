import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { presentEnvironment, pythonEnvironment } from '../scripts/python-environment.mjs';
import { run } from '../scripts/run.mjs';

/** Result of one step of the peer; times in seconds. */
export interface PeerStep {
  loss: number;
  gradNorm: number;
  forward: number;
  backward: number;
  optimizer: number;
}

/** First line of the peer's output. */
interface PeerDevice {
  device: string;
  matmul: number;
}

/** transformers and PEFT in their own process, training the same adapter of the same model. */
export class TrainPeer implements AsyncDisposable {
  /** `cpu`, or `cuda` (AMD's too) or `mps` with the card's name. */
  readonly device: string;
  /** FLOP/s of a large f32 matmul with PyTorch on that device. */
  readonly matmulFlops: number;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(
    child: ChildProcessByStdio<Writable, Readable, null>,
    lines: AsyncIterator<string>,
    { device, matmul }: PeerDevice,
  ) {
    this.#child = child;
    this.#lines = lines;
    this.device = device;
    this.matmulFlops = matmul;
  }

  /**
   * Starts the peer. `python`: as returned by `installPeft`; `model`: a folder or a GGUF file; `adapter`: a PEFT
   * folder.
   */
  static async start(python: string, model: string, adapter: string): Promise<TrainPeer> {
    const threads = String(availableParallelism());
    const quiet = { TRANSFORMERS_VERBOSITY: 'error', PYTHONWARNINGS: 'ignore', TQDM_DISABLE: '1' };
    const env = { ...process.env, ...quiet, OMP_NUM_THREADS: threads };
    const script = join(import.meta.dirname, 'train-peer.py');
    const child = spawn(python, [script, model, adapter, threads], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    return new TrainPeer(child, lines, (await nextLine(lines)) as PeerDevice);
  }

  async step(sequences: readonly Uint32Array[]): Promise<PeerStep> {
    this.#child.stdin.write(`${JSON.stringify(sequences.map((ids) => [...ids]))}\n`);
    return (await nextLine(this.#lines)) as PeerStep;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.stdin.end();
    await gone;
  }
}

const ENVIRONMENT = 'oracle';
const REQUIREMENTS = 'scripts/oracle/requirements.txt';

/** Returns the interpreter of the environment with PyTorch, transformers and PEFT that `npm run oracle` also uses. */
export function installPeft(): Promise<string> {
  return pythonEnvironment(ENVIRONMENT, REQUIREMENTS, { bytes: 8e9 });
}

/**
 * Returns the interpreter of that environment if it is installed, else one on the PATH that has all three, else null.
 */
export async function presentPeft(): Promise<string | null> {
  const present = presentEnvironment(ENVIRONMENT, REQUIREMENTS);
  if (present !== null) return present;
  for (const python of ['python3', 'python']) {
    const works = run(python, ['-c', 'import torch, transformers, peft']).then(
      () => true,
      () => false,
    );
    if (await works) return python;
  }
  return null;
}

async function nextLine(lines: AsyncIterator<string>): Promise<unknown> {
  const { value, done } = await lines.next();
  if (done) throw new Error('the PyTorch peer exited; its last output is above');
  return JSON.parse(value);
}
