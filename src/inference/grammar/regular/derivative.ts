import { ANY_CHAR, type CharSet, hasChar, LAST_CODE_POINT, WORD } from './char-set.ts';
import { hasBoundary, isNullableAt, type Neighbour, type Term, type Terms } from './terms.ts';

/** Context of a position in the text, for the assertions of an `anchored` term. */
interface Place {
  before: Neighbour;
  after: Neighbour;
}

/** Placeholder for terms without assertions, whose derivative does not depend on the context. */
const ANYWHERE: Place = { before: 'other', after: 'other' };

/** Returns the Brzozowski derivative of `term` by the character `code`, which is read at `place`. */
function derivative(terms: Terms, term: Term, code: number, place: Place): Term {
  switch (term.kind) {
    case 'none':
    case 'empty':
    case 'assertion':
      return terms.none;
    case 'chars':
      return hasChar(term.set, code) ? terms.empty : terms.none;
    case 'then': {
      const through = terms.concat(derivative(terms, term.first, code, place), term.rest);
      const isPassed = isNullableAt(term.first, place.before, place.after);
      return isPassed ? terms.or([through, derivative(terms, term.rest, code, place)]) : through;
    }
    case 'loop': {
      // Repetitions may match the empty text here, so they can fill up the minimum count.
      const isFree = isNullableAt(term.part, place.before, place.after);
      const left = terms.loop(term.part, isFree ? 0 : Math.max(0, term.min - 1), term.max - 1);
      return terms.concat(derivative(terms, term.part, code, place), left);
    }
    case 'or':
      return terms.or(term.parts.map((part) => derivative(terms, part, code, place)));
    case 'and':
      return terms.and(term.parts.map((part) => derivative(terms, part, code, place)));
    case 'not':
      return terms.not(derivative(terms, term.part, code, place));
    case 'anchored': {
      const after = hasChar(WORD, code) ? 'word' : 'other';
      return terms.anchored(derivative(terms, term.part, code, { before: term.before, after }), after);
    }
  }
}

/** Collects the character sets on which the derivative of `term` depends. */
function firstSets(term: Term, found: Set<CharSet>): void {
  switch (term.kind) {
    case 'chars':
      found.add(term.set);
      break;
    case 'then':
      firstSets(term.first, found);
      if (term.first.nullable || term.first.assertions !== 0) firstSets(term.rest, found);
      break;
    case 'loop':
    case 'not':
      firstSets(term.part, found);
      break;
    case 'anchored':
      if (hasBoundary(term.part)) found.add(WORD);
      firstSets(term.part, found);
      break;
    case 'or':
    case 'and':
      for (const part of term.parts) firstSets(part, found);
  }
}

export interface Transition {
  low: number;
  high: number;
  term: Term;
}

/** Returns the derivatives of `term` by all characters, as sorted disjoint ranges. It omits those that are `none`. */
export function derivatives(terms: Terms, term: Term): Transition[] {
  const found = new Set<CharSet>();
  firstSets(term, found);
  const sets = [ANY_CHAR, ...found];
  const cuts = new Set<number>();
  for (const set of sets) for (let i = 0; i < set.length; i += 2) cuts.add(set[i]).add(set[i + 1] + 1);
  const edges = [...cuts].filter((cut) => cut <= LAST_CODE_POINT).sort((a, b) => a - b);
  // Characters in the same sets have the same derivative.
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
      target = derivative(terms, term, low, ANYWHERE);
      bySets.set(inside, target);
    }
    if (target.kind === 'none') return;
    const last = transitions.at(-1);
    if (last && last.term === target && last.high + 1 === low) last.high = high;
    else transitions.push({ low, high, term: target });
  });
  return transitions;
}
