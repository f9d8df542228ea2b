import type { CharSet } from '../regular/char-set.ts';

/** The right side of a rule. */
export type RuleNode =
  | { type: 'text'; text: string }
  | { type: 'chars'; set: CharSet }
  /** What matches a regular expression from end to end. */
  | { type: 'regex'; source: string }
  | { type: 'rule'; name: string }
  | { type: 'sequence' | 'either'; parts: RuleNode[] }
  | { type: 'loop'; part: RuleNode; min: number; max: number };
