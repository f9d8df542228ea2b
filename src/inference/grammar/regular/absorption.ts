import type { Term } from './term.ts';

/** Leaves out the alternatives that others hold: `x` and `y` where there is `x`. */
export function withoutAbsorbed(alternatives: readonly Term[]): readonly Term[] {
  const [joint, single] = [new Set<Term>(), new Set<Term>()];
  for (const term of alternatives) (term.kind === 'and' && term.recursive ? joint : single).add(term);
  // Only what distributing made has many of them.
  if (joint.size === 0) return alternatives;
  const left = [...joint].filter((term) => !partsOf(term).some((part) => single.has(part)));
  const sets = left.map((term) => new Set(partsOf(term)));
  const holds = (small: Set<Term>, large: Set<Term>) => {
    return small.size < large.size && [...small].every((term) => large.has(term));
  };
  return [...single, ...left.filter((_, i) => !sets.some((other) => holds(other, sets[i])))];
}

function partsOf(term: Term): readonly Term[] {
  return term.kind === 'and' ? term.parts : [term];
}
