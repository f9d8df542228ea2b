import { heapLimits } from './heap-limits.ts';

/** What a process that renders templates and encodes texts may take. */
export interface ProcessBounds {
  /** JavaScript heap. One that would grow beyond it dies. */
  mebibytes: number;
  /** Wall-clock time of one job. */
  milliseconds: number;
  /** How much it lets others go first, from 0 to 19, as `nice` has it. */
  niceness: number;
  /** Processes at a time; further jobs wait for one. */
  processes: number;
  /** One that has had nothing to do for so long is ended; null keeps it. */
  idleMilliseconds: number | null;
}

const { text } = heapLimits();

/** The bounds of what is made of a request's prompt before it reaches the model. */
export const promptBounds = {
  /** Characters of a job that the quick process takes: what it is given, template and settings aside. */
  quickCharacters: 2 ** 16,
  /** For small prompts by the model's own template. With fewer than two, one owner could keep all others waiting. */
  quick: { mebibytes: text.quick, milliseconds: 10_000, niceness: 0, processes: 2, idleMilliseconds: null },
  /** For large ones, and for long texts to encode; two for the same reason. */
  large: {
    mebibytes: text.large,
    milliseconds: 60_000,
    niceness: 10,
    processes: 2,
    idleMilliseconds: 15_000,
  },
  /** For templates of requests; two for the same reason. */
  request: {
    mebibytes: text.request,
    milliseconds: 10_000,
    niceness: 10,
    processes: 2,
    idleMilliseconds: 15_000,
  },
  /** The longest text that a request's template may render. */
  requestTemplateCharacters: 4_000_000,
} as const satisfies Record<string, number | ProcessBounds>;

/** Characters of a text that is encoded for a context of so many tokens. */
export function promptCharacters(contextLength: number): number {
  return 2 ** 21 + 32 * contextLength;
}
