import type { GrammarNode } from '../machine/node.ts';
import type { TermAutomaton } from '../regular/automaton.ts';
import type { TypeName } from './keywords.ts';
import type { StringRules } from './string-rules.ts';

/** Values that a list of schemas allows together; what it is made of is found out after it is named. */
export interface ValueEntry {
  parts: ValuePart[];
  /** Whether any value fits. */
  possible: boolean;
  node: GrammarNode | undefined;
}

export interface ObjectPart {
  kind: 'object';
  named: { name: string; value: ValueEntry; required: boolean }[];
  others: { keys: TermAutomaton; size: number; value: ValueEntry }[];
  min: number;
  max: number;
}

export interface ArrayPart {
  kind: 'array';
  first: ValueEntry[];
  rest: ValueEntry;
  min: number;
  max: number;
}

/** What is written as one piece; strings have `text`, for forms that write them without quotes. */
export interface ScalarPart {
  kind: 'terminal';
  type: TypeName;
  node: GrammarNode;
  text?: StringRules;
}

export type ValuePart = ScalarPart | ObjectPart | ArrayPart;

/** Decides which entries have any value at all: the least fixpoint, as a value of endless depth is none. */
export function markPossible(entries: readonly ValueEntry[]): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (const entry of entries) {
      if (entry.possible || !entry.parts.some(isPossible)) continue;
      entry.possible = true;
      changed = true;
    }
  }
}

export function isPossible(part: ValuePart): boolean {
  if (part.kind === 'terminal') return true;
  if (part.kind === 'array') {
    if (part.min > part.max) return false;
    const needed = part.first.slice(0, part.min);
    return needed.every(({ possible }) => possible) && (part.min <= part.first.length || part.rest.possible);
  }
  const needed = part.named.filter(({ required }) => required);
  if (needed.length > part.max || !needed.every(({ value }) => value.possible)) return false;
  const named = part.named.filter(({ value }) => value.possible).length;
  const others = part.others.reduce((sum, { size, value }) => sum + (value.possible ? size : 0), 0);
  return named + others >= part.min && part.min <= part.max;
}
