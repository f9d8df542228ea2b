/** What a terminal in one state makes of all tokens, whatever stands below it. */
export interface TerminalMask {
  /** [ceil(V / 32)] tokens that lie within the terminal, bit t % 32 of word t / 32. */
  readonly inside: Uint32Array;
  /** Nodes of the trie, with tokens below, at which the terminal may end. */
  readonly crossings: Uint32Array;
}

/** Each is of up to some hundred KB. */
const MOST_KEPT = 16;

/**
 * Masks of texts that many grammars have in common, by what they are of: free text before a call, any string. To make one
 * takes a walk over all tokens, and for most grammars is the longest part of their first step.
 */
export class MaskShelf {
  readonly #kept = new Map<string, TerminalMask>();

  /** The mask of `text`, made where it is not there; the one not asked for for longest goes first. */
  of(text: string, make: () => TerminalMask): TerminalMask {
    const mask = this.#kept.get(text) ?? make();
    this.#kept.delete(text);
    this.#kept.set(text, mask);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return mask;
  }
}
