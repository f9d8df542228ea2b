import { Matcher } from '../machine/matcher.ts';
import type { GrammarNode } from '../machine/node.ts';
import { ClaimedChoice } from '../machine/nonterminals.ts';
import { TokenMasks } from './token-mask.ts';
import { TokenMaskCache } from './token-mask-cache.ts';
import { tokenOf, type Vocabulary } from './tokenizer-info.ts';

/** A compiled grammar over one vocabulary, for any number of answers. Grammars of that vocabulary may share a cache. */
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

/** One answer, token by token. */
export class GrammarMatcher {
  readonly #grammar: CompiledGrammar;
  /** What the answer may be, or the way that may claim it; null once it cannot be that any more. */
  #first: Matcher | null;
  /** The other ways; null where there are none, or none any more. */
  #others: Matcher | null = null;
  /** Reads on until the claim is made, or cannot be. */
  #claim: Matcher | null = null;

  /** At the beginning of a grammar, or going on apart from another matcher. */
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

  /** One that goes on from here apart from this one. */
  fork(): GrammarMatcher {
    return new GrammarMatcher(this);
  }

  get canEnd(): boolean {
    return (this.#first?.canEnd || this.#others?.canEnd) ?? false;
  }

  /** False where the grammar does not allow the token. */
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

  /** [ceil(V / 32)] the tokens that may come next, those that end the answer aside; `hidden` ones only where named. */
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

  /** Whether the claim is made in these bytes, the last ones or not. */
  #claims(bytes: Uint8Array): boolean {
    return this.#claim?.canEndAfter(bytes) ?? false;
  }

  /** Takes the tokens in which the claim is made out of the mask of the other ways. */
  #dropClaiming(mask: Uint32Array): void {
    if (this.#claim === null) return;
    const { frames, now } = this.#claim.stacks;
    for (const [word, bits] of this.#grammar.masks.ending(frames, now).entries()) mask[word] &= ~bits;
  }
}
