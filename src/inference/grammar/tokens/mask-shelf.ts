/** What a terminal in one state makes of all tokens, whatever stands below it. Not to be changed. */
export interface TerminalMask {
  /** [ceil(V / 32)] tokens that lie within the terminal, bit t % 32 of word t / 32. */
  readonly inside: Uint32Array;
  /** Nodes of the trie, with tokens below, at which the terminal may end. */
  readonly crossings: Uint32Array;
}

/** Each is of up to some hundred KB. */
const MOST_KEPT = 16;
/** Those that were asked for once, so that no request's own texts push out what many have. */
const MOST_NEW = 4;
/** Of a text that is kept. */
const MOST_LETTERS = 2_000;

/**
 * Masks of texts that many grammars have in common, by what they are of: free text before a call, any string. To make one
 * takes a walk over all tokens, and for most grammars is the longest part of their first step.
 */
export class MaskShelf {
  readonly #kept = new Map<string, TerminalMask>();
  readonly #new = new Map<string, TerminalMask>();

  /** The mask of `text`, made where it is not there; the one not asked for for longest goes first. */
  of(text: string, make: () => TerminalMask): TerminalMask {
    if (text.length > MOST_LETTERS) return make();
    const known = this.#kept.get(text) ?? this.#new.get(text);
    const mask = known ?? make();
    this.#new.delete(text);
    if (known === undefined) putLast(this.#new, text, mask, MOST_NEW);
    else putLast(this.#kept, text, mask, MOST_KEPT);
    return mask;
  }
}

function putLast(masks: Map<string, TerminalMask>, text: string, mask: TerminalMask, most: number): void {
  masks.delete(text);
  masks.set(text, mask);
  const [oldest] = masks.keys();
  if (masks.size > most) masks.delete(oldest);
}
