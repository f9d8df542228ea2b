import { Matcher } from '../machine/matcher.ts';
import type { GrammarNode } from '../machine/node.ts';
import { ClaimedChoice } from '../machine/nonterminals.ts';
import { TokenMasks } from './token-mask.ts';
import { TokenMaskCache } from './token-mask-cache.ts';
import { tokenOf, type Vocabulary } from './tokenizer-info.ts';

/** Compiled grammar over one vocabulary, for any number of matchers. Grammars of one vocabulary may share a cache. */
export class CompiledGrammar {
  readonly root: GrammarNode;
  readonly vocabulary: Vocabulary;
  readonly masks: TokenMasks;

  constructor(root: GrammarNode, vocabulary: Vocabulary, cache = new TokenMaskCache()) {
    this.root = root;
    this.vocabulary = vocabulary;
    this.masks = new TokenMasks(vocabulary.trie, cache);
  }
}

/** Matcher of one answer, token by token. */
export class GrammarMatcher {
  readonly #grammar: CompiledGrammar;
  /** Matcher of the grammar, or of a `ClaimedChoice`'s first alternative; null once it is ruled out. */
  #first: Matcher | null;
  /** Matcher of the other alternatives; null if there are none or all are ruled out. */
  #others: Matcher | null = null;
  /** Matcher of the claim; null once the claim has matched or cannot match. */
  #claim: Matcher | null = null;

  /** Starts at the beginning of a grammar, or forks another matcher. */
  constructor(from: CompiledGrammar | GrammarMatcher) {
    if (from instanceof GrammarMatcher) {
      this.#grammar = from.#grammar;
      this.#first = from.#first && new Matcher(from.#first);
      this.#others = from.#others && new Matcher(from.#others);
      this.#claim = from.#claim && new Matcher(from.#claim);
      return;
    }
    this.#grammar = from;
    const { root } = from;
    this.#first = new Matcher(root instanceof ClaimedChoice ? root.first : root);
    if (!(root instanceof ClaimedChoice)) return;
    this.#others = new Matcher(root.others);
    this.#claim = new Matcher(root.claim);
  }

  /** Returns an independent copy of this matcher in its current state. */
  fork(): GrammarMatcher {
    return new GrammarMatcher(this);
  }

  get canEnd(): boolean {
    return (this.#first?.canEnd || this.#others?.canEnd) ?? false;
  }

  /** Consumes a token. Returns false, and changes nothing, if the grammar does not allow it. */
  acceptToken(id: number): boolean {
    const bytes = tokenOf(this.#grammar.vocabulary, id);
    const claims = this.#claims(bytes);
    const first = this.#first?.acceptToken(id, bytes) ?? false;
    const others = !claims && (this.#others?.acceptToken(id, bytes) ?? false);
    if (!first && !others) return false;
    if (!first) this.#first = null;
    if (!others) this.#others = null;
    if (!others || !this.#claim?.accept(bytes)) this.#claim = null;
    return true;
  }

  /**
   * Returns the bitmask [ceil(V / 32)] of the next token, without stop tokens. `hidden` tokens are allowed only if the
   * grammar names them.
   */
  nextTokenBitmask(hidden: readonly number[] = []): Uint32Array {
    const first = this.#maskOf(this.#first, hidden);
    if (this.#others === null) return first;
    const mask = this.#maskOf(this.#others, hidden);
    this.#dropClaiming(mask);
    return mask.map((word, i) => word | first[i]);
  }

  #maskOf(matcher: Matcher | null, hidden: readonly number[]): Uint32Array {
    const { masks, vocabulary } = this.#grammar;
    if (matcher === null) return new Uint32Array(Math.ceil((vocabulary.offsets.length - 1) / 32));
    const { frames, now } = matcher.stacks;
    return masks.next(frames, now, hidden);
  }

  /** Returns whether the claim matches after these bytes or a prefix of them. */
  #claims(bytes: Uint8Array): boolean {
    return this.#claim?.canEndAfter(bytes) ?? false;
  }

  /** Removes the tokens that complete the claim from the mask of the other alternatives. */
  #dropClaiming(mask: Uint32Array): void {
    if (this.#claim === null) return;
    const { frames, now } = this.#claim.stacks;
    for (const [word, bits] of this.#grammar.masks.ending(frames, now).entries()) mask[word] &= ~bits;
  }
}
