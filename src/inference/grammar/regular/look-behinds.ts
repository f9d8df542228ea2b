import { WORD } from './character-classes.ts';
import type { Context } from './place.ts';
import { ANYTHING, type RegexNode } from './regex-node.ts';
import type { Term, Terms } from './terms.ts';

/** Where a context tells whether the round of the innermost loop has read nothing yet, and whether anything has. */
export const STILL = 0;
export const START = 1;

type LookNode = RegexNode & { type: 'look' };

/** The look-behinds of one pattern, by number; those that are equal are one. */
export class LookBehinds {
  /** Whether a look-behind is being read. */
  inside = false;
  readonly #terms: Terms;
  /** Reads a pattern of its own that has its look-behinds here too. */
  readonly #read: (node: RegexNode) => Term;
  readonly #context: Term[];
  readonly #numbers = new Map<RegexNode, number>();

  constructor(terms: Terms, read: (node: RegexNode) => Term) {
    this.#terms = terms;
    this.#read = read;
    this.#context = [terms.empty, terms.empty];
  }

  /** What those met so far are before anything is read. */
  context(): Context {
    return [...this.#context];
  }

  /** That of `\b`: the character before belongs to a word. */
  word(): number {
    return this.#enlist(this.#terms.concat(this.#terms.all, this.#terms.chars(WORD)));
  }

  number(node: LookNode): number {
    const known = this.#numbers.get(node);
    if (known !== undefined) return known;
    const outer = this.inside;
    this.inside = true;
    const number = this.#enlist(this.#read({ type: 'sequence', parts: [ANYTHING, node.part] }));
    this.inside = outer;
    this.#numbers.set(node, number);
    return number;
  }

  /** Those that a part of the pattern goes by. */
  of(node: RegexNode): number[] {
    switch (node.type) {
      case 'sequence':
      case 'either':
        return node.parts.flatMap((part) => this.of(part));
      case 'loop':
        return this.of(node.part);
      case 'look':
        return node.ahead ? this.of(node.part) : [this.number(node)];
      case 'start':
        return [START];
      case 'boundary':
        return [this.word()];
      default:
        return [];
    }
  }

  #enlist(behind: Term): number {
    const known = this.#context.indexOf(behind, START);
    return known >= 0 ? known : this.#context.push(behind) - 1;
  }
}
