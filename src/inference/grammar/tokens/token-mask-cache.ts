import type { Frame } from '../machine/matcher.ts';
import type { Terminal } from '../machine/node.ts';

/** An adaptive token mask: which tokens a terminal in one state allows, whatever stands below it. Not to be changed. */
export interface TerminalMask {
  /** [ceil(V / 32)] the context-independent tokens, which lie within the terminal: bit t % 32 of word t / 32. */
  readonly contextIndependent: Uint32Array;
  /** Nodes of the trie at which the terminal may end: whether the tokens below are allowed depends on the stack. */
  readonly contextDependent: Uint32Array;
}

/** A mask that is kept. */
export interface KeptMask extends TerminalMask {
  /** Tokens that go on after the terminal with what stands below it, where there are many contextDependent. */
  beyond: WeakMap<Frame, Uint32Array>;
}

/** Bytes of all masks that are kept by terminal, as they are of all grammars together. */
const MOST_KEPT_BYTES = 48 * 2 ** 20;
/** Masks of common texts; each is of up to some hundred KB. */
const MOST_COMMON = 16;
/** Those that were asked for once, so that no request's own texts push out what many have. */
const MOST_NEW = 4;
/** The length of a common text's name. */
const MOST_CHARACTERS = 2_000;

/**
 * The adaptive token mask cache of all grammars over one vocabulary. Typed arrays lie outside the heap and its limit,
 * so that this is what bounds them. Those of texts that many grammars have in common (free text before a call, any
 * string) are kept by the text: to make one takes a walk over all tokens, and for most grammars is the longest part of
 * their first step.
 */
export class TokenMaskCache {
  #kept = new WeakMap<Terminal, Map<number, KeptMask>>();
  #left = MOST_KEPT_BYTES;
  readonly #common = new Map<string, TerminalMask>();
  readonly #new = new Map<string, TerminalMask>();

  /** The mask of `terminal` in `state`, made where it is not there. */
  of(terminal: Terminal, state: number, make: () => TerminalMask): KeptMask {
    const known = this.#kept.get(terminal)?.get(state);
    if (known) return known;
    const text = terminal.commonText?.(state);
    const mask = { ...(text === undefined ? make() : this.ofText(text, make)), beyond: new WeakMap() };
    this.#spend(mask.contextIndependent.byteLength + mask.contextDependent.byteLength);
    const masks = this.#kept.get(terminal) ?? new Map<number, KeptMask>();
    masks.set(state, mask);
    this.#kept.set(terminal, masks);
    return mask;
  }

  /** Keeps what goes on after `mask` with what stands below it. */
  keepBeyond(mask: KeptMask, below: Frame, beyond: Uint32Array): void {
    this.#spend(beyond.byteLength);
    mask.beyond.set(below, beyond);
  }

  /** The mask of a common text; the one not asked for for longest goes first. */
  ofText(text: string, make: () => TerminalMask): TerminalMask {
    if (text.length > MOST_CHARACTERS) return make();
    const known = this.#common.get(text) ?? this.#new.get(text);
    const mask = known ?? make();
    this.#new.delete(text);
    if (known === undefined) putLast(this.#new, text, mask, MOST_NEW);
    else putLast(this.#common, text, mask, MOST_COMMON);
    return mask;
  }

  /** Where that is too much, all is forgotten. */
  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    this.#kept = new WeakMap();
    this.#left = MOST_KEPT_BYTES;
  }
}

function putLast(masks: Map<string, TerminalMask>, text: string, mask: TerminalMask, most: number): void {
  masks.delete(text);
  masks.set(text, mask);
  const [oldest] = masks.keys();
  if (masks.size > most) masks.delete(oldest);
}
