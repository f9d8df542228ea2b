import { ANY_CHAR, type CharSet } from './char-set.ts';

/** A regular expression as it was written. */
export type RegexNode =
  | { type: 'chars'; set: CharSet }
  | { type: 'sequence' | 'either'; parts: RegexNode[] }
  | { type: 'loop'; part: RegexNode; min: number; max: number }
  | { type: 'start' | 'end' }
  | { type: 'boundary'; inside: boolean };

/** Any text, line ends too. */
export const ANYTHING: RegexNode = {
  type: 'loop',
  part: { type: 'chars', set: ANY_CHAR },
  min: 0,
  max: Number.POSITIVE_INFINITY,
};
