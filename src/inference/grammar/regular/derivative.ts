import { ANY_CHAR, type CharSet, hasChar, LAST_CODE_POINT } from './char-set.ts';
import type { Term, Terms } from './terms.ts';

/** The texts that complete `code` to a text of `term`; `known` are those of this `code`. */
function derivative(terms: Terms, term: Term, code: number, known: Map<Term, Term>): Term {
  // Conjunctions and references share much of what is in them; the other kinds are quicker than a look-up.
  if (term.kind !== 'and' && term.kind !== 'reference') return found(terms, term, code, known);
  let result = known.get(term);
  if (result === undefined) {
    result = found(terms, term, code, known);
    known.set(term, result);
  }
  return result;
}

function found(terms: Terms, term: Term, code: number, known: Map<Term, Term>): Term {
  switch (term.kind) {
    case 'none':
    case 'empty':
      return terms.none;
    case 'chars':
      return hasChar(term.set, code) ? terms.empty : terms.none;
    case 'then': {
      const through = terms.concat(derivative(terms, term.first, code, known), term.rest);
      return term.first.nullable ? terms.or([through, derivative(terms, term.rest, code, known)]) : through;
    }
    case 'loop': {
      const left = terms.loop(term.part, Math.max(0, term.min - 1), term.max - 1);
      return terms.concat(derivative(terms, term.part, code, known), left);
    }
    case 'or':
      return terms.or(term.parts.map((part) => derivative(terms, part, code, known)));
    case 'and':
      return terms.and(term.parts.map((part) => derivative(terms, part, code, known)));
    case 'not':
      return terms.not(derivative(terms, term.part, code, known));
    case 'reference':
      return derivative(terms, term.term, code, known);
  }
}

/** The sets that decide about the first character of `term`. */
function firstSets(term: Term, found: Set<CharSet>, seen: Set<Term>): void {
  if (term.kind === 'and' || term.kind === 'reference') {
    if (seen.has(term)) return;
    seen.add(term);
  }
  switch (term.kind) {
    case 'chars':
      found.add(term.set);
      break;
    case 'then':
      firstSets(term.first, found, seen);
      if (term.first.nullable) firstSets(term.rest, found, seen);
      break;
    case 'loop':
    case 'not':
      firstSets(term.part, found, seen);
      break;
    case 'or':
    case 'and':
      for (const part of term.parts) firstSets(part, found, seen);
      break;
    case 'reference':
      firstSets(term.term, found, seen);
  }
}

export interface Transition {
  low: number;
  high: number;
  term: Term;
}

/** Where each character leads, as disjoint ranges in order; `none` is left out. */
export function derivatives(terms: Terms, term: Term): Transition[] {
  const found = new Set<CharSet>();
  firstSets(term, found, new Set());
  const sets = [ANY_CHAR, ...found];
  const cuts = new Set<number>();
  for (const set of sets) for (let i = 0; i < set.length; i += 2) cuts.add(set[i]).add(set[i + 1] + 1);
  const edges = [...cuts].filter((cut) => cut <= LAST_CODE_POINT).sort((a, b) => a - b);
  // Characters that lie in the same sets have the same derivative.
  const bySets = new Map<string, Term>();
  const places = sets.map(() => 0);
  const transitions: Transition[] = [];
  edges.forEach((low, i) => {
    const high = (edges[i + 1] ?? LAST_CODE_POINT + 1) - 1;
    let inside = '';
    sets.forEach((set, s) => {
      while (places[s] < set.length && set[places[s] + 1] < low) places[s] += 2;
      inside += places[s] < set.length && set[places[s]] <= low ? '1' : '0';
    });
    if (inside[0] === '0') return;
    let target = bySets.get(inside);
    if (target === undefined) {
      target = derivative(terms, term, low, new Map());
      bySets.set(inside, target);
    }
    if (target.kind === 'none') return;
    const last = transitions.at(-1);
    if (last && last.term === target && last.high + 1 === low) last.high = high;
    else transitions.push({ low, high, term: target });
  });
  return transitions;
}
