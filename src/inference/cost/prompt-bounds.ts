import { heapLimits } from './heap-limits.ts';

/** Resource limits of a process that renders templates and encodes texts. */
export interface ProcessBounds {
  /** JavaScript heap limit in MiB; a process that exceeds it dies. */
  mebibytes: number;
  /** Wall-clock limit of one job. */
  milliseconds: number;
  /** Scheduling niceness as in `nice`, 0 to 19. */
  niceness: number;
  /** Number of processes; further jobs wait for one. */
  processes: number;
  /** Idle time after which a process is ended; null keeps it. */
  idleMilliseconds: number | null;
}

const { text } = heapLimits();

/** Limits of prompt rendering and tokenization. */
export const promptBounds = {
  /** Most characters of a job for the quick processes: its chat or texts, without template and settings. */
  quickCharacters: 2 ** 16,
  /** For small prompts with the model's own template. Two, since with one process an owner could block all others. */
  quick: { mebibytes: text.quick, milliseconds: 10_000, niceness: 0, processes: 2, idleMilliseconds: null },
  /** For large prompts, and for long texts to encode; two for the same reason. */
  large: {
    mebibytes: text.large,
    milliseconds: 60_000,
    niceness: 10,
    processes: 2,
    idleMilliseconds: 15_000,
  },
  /** For templates that come with requests; two for the same reason. */
  request: {
    mebibytes: text.request,
    milliseconds: 10_000,
    niceness: 10,
    processes: 2,
    idleMilliseconds: 15_000,
  },
  /** Most characters that a request's template may render. */
  requestTemplateCharacters: 4_000_000,
} as const satisfies Record<string, number | ProcessBounds>;

/** Returns the most characters of a text that is encoded for a context of `contextLength` tokens. */
export function promptCharacters(contextLength: number): number {
  return 2 ** 21 + 32 * contextLength;
}
