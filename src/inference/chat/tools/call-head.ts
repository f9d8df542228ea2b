import { Matcher } from '../../grammar/machine/matcher.ts';
import type { GrammarNode } from '../../grammar/machine/node.ts';

/** Whether a text may go on to be what is looked for, is it now, or cannot be it any more. */
export type HeadState = 'open' | 'found' | 'broken';

/** Reads one text character by character as a grammar that ends where it first can. */
export class CallHead {
  readonly #root: GrammarNode;
  #matcher: Matcher;
  #text = '';
  /** Characters that it cannot begin with: most of a text. */
  readonly #foreign = new Set<string>();

  constructor(root: GrammarNode) {
    this.#root = root;
    this.#matcher = new Matcher(root);
  }

  /** What has been read, unless the last character broke it. */
  get text(): string {
    return this.#text;
  }

  push(character: string): HeadState {
    const begins = this.#text === '';
    if (begins && this.#foreign.has(character)) return 'broken';
    if (!this.#matcher.accept(Buffer.from(character))) {
      if (begins) this.#foreign.add(character);
      return 'broken';
    }
    this.#text += character;
    return this.#matcher.canEnd ? 'found' : 'open';
  }

  /** Begins again with another text; what was read of this one. */
  restart(): string {
    const text = this.#text;
    if (text !== '') this.#matcher = new Matcher(this.#root);
    this.#text = '';
    return text;
  }
}
