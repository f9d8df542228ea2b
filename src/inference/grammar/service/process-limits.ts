import { availableParallelism, totalmem } from 'node:os';

/** What grammar processes may take; times are by the clock. */
export interface ProcessLimits {
  /** How many there are, for all models together: two at least, so that what is slow keeps nothing else waiting. */
  processes: number;
  /** Time of the first try of a compilation, and of each step of a grammar that was quick to compile. */
  sliceMs: number;
  /** Time of one compilation, once it was not quick. */
  compileMs: number;
  /** Time to find the tokens that may come next, once that was not quick. */
  stepMs: number;
  /** Heap of one process. */
  heapMiB: number;
}

const PROCESS_MIB = { least: 320, most: 704 };
/** What a process has beside its heap: code, the vocabularies, masks. */
const BESIDE_HEAP_MIB = 192;

/** The limits on a machine with so many processors, where all processes together may take so many MiB. */
export function processLimits(cores = availableParallelism(), mebibytes = totalmem() / 8 / 2 ** 20): ProcessLimits {
  const most = Math.min(4, cores - 1, Math.floor(mebibytes / PROCESS_MIB.least));
  const processes = Math.max(2, most);
  const part = Math.floor(mebibytes / processes);
  const heapMiB = Math.min(PROCESS_MIB.most, Math.max(PROCESS_MIB.least, part)) - BESIDE_HEAP_MIB;
  return { processes, sliceMs: 100, compileMs: 10_000, stepMs: 5_000, heapMiB };
}
