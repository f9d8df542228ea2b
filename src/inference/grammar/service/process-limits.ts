import { availableParallelism, totalmem } from 'node:os';

/** Limits of the grammar processes. Times are wall-clock. */
export interface ProcessLimits {
  /** Number of processes for all models together. At least two, one per tier, so that slow jobs block no others. */
  processes: number;
  /** Time limit of a job in the quick tier: the first attempt of a compilation, or a step. */
  sliceMs: number;
  /** Time limit of a compilation in the slow tier. */
  compileMs: number;
  /** Time limit of a step, which computes the next mask, in the slow tier. */
  stepMs: number;
  /** Heap limit of one process. */
  heapMiB: number;
}

const PROCESS_MIB = { least: 320, most: 704 };
/** Memory of a process outside its heap: code, vocabularies and masks. */
const BESIDE_HEAP_MIB = 192;

/** Returns the limits for a machine with `cores` processors, where all processes together may use `mebibytes` MiB. */
export function processLimits(cores = availableParallelism(), mebibytes = totalmem() / 8 / 2 ** 20): ProcessLimits {
  const most = Math.min(4, cores - 1, Math.floor(mebibytes / PROCESS_MIB.least));
  const processes = Math.max(2, most);
  const part = Math.floor(mebibytes / processes);
  const heapMiB = Math.min(PROCESS_MIB.most, Math.max(PROCESS_MIB.least, part)) - BESIDE_HEAP_MIB;
  return { processes, sliceMs: 100, compileMs: 10_000, stepMs: 5_000, heapMiB };
}
