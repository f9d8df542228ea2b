import { Matcher } from '../machine/matcher.ts';
import type { GrammarNode } from '../machine/node.ts';
import { TokenMasks } from './token-mask.ts';
import { TokenTrie } from './token-trie.ts';
import { tokenOf, type Vocabulary } from './vocabulary.ts';

/** A compiled grammar over one vocabulary, for any number of answers. */
export class TokenGrammar {
  readonly root: GrammarNode;
  readonly vocabulary: Vocabulary;
  readonly masks: TokenMasks;

  constructor(root: GrammarNode, vocabulary: Vocabulary, trie = new TokenTrie(vocabulary)) {
    this.root = root;
    this.vocabulary = vocabulary;
    this.masks = new TokenMasks(trie);
  }
}

/** One answer, token by token. */
export class TokenMatcher {
  readonly #grammar: TokenGrammar;
  readonly #matcher: Matcher;

  constructor(grammar: TokenGrammar) {
    this.#grammar = grammar;
    this.#matcher = new Matcher(grammar.root);
  }

  get canEnd(): boolean {
    return this.#matcher.canEnd;
  }

  /** False where the grammar does not allow the token. */
  accept(id: number): boolean {
    return this.#matcher.acceptToken(id, tokenOf(this.#grammar.vocabulary, id));
  }

  /** [ceil(V / 32)] the tokens that may come next, those that end the answer aside; `hidden` ones only where named. */
  mask(hidden: readonly number[] = []): Uint32Array {
    const { frames, now } = this.#matcher.stacks;
    return this.#grammar.masks.next(frames, now, hidden);
  }
}
