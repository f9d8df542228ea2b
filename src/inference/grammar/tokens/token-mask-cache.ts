import type { Frame } from '../machine/matcher.ts';
import type { Terminal } from '../machine/node.ts';

/** Adaptive token mask of a terminal in one state, independent of the stack below it. Must not be modified. */
export interface TerminalMask {
  /** Bitmask [ceil(V / 32)] of context-independent tokens (those within the terminal): bit t % 32 of word t / 32. */
  readonly contextIndependent: Uint32Array;
  /** Trie nodes at which the terminal may end. Whether the tokens below them are allowed depends on the stack. */
  readonly contextDependent: Uint32Array;
}

/** Cached mask. */
export interface KeptMask extends TerminalMask {
  /** Bitmasks of the context-dependent tokens by the stack below, cached if `contextDependent` is long. */
  beyond: WeakMap<Frame, Uint32Array>;
}

/** Maximum bytes of all masks cached by terminal, over all grammars. */
const MAX_KEPT_BYTES = 48 * 2 ** 20;
/** Maximum number of masks cached by language name. Each takes up to some hundred KB. */
const MOST_COMMON = 16;
/** Maximum number of masks requested only once, so that one request cannot evict the common ones. */
const MAX_NEW = 4;
/** Maximum length of a language name (`commonText`). */
const MAX_CHARACTERS = 2_000;

/**
 * Adaptive token mask cache of all grammars over one vocabulary. It bounds the memory of the masks: they are typed
 * arrays, which the heap limit does not cover. Languages that many grammars share (free text before a tool call, any
 * JSON string) are cached by name. To compute such a mask takes a walk over all tokens, which is the longest part of
 * the first step for most grammars.
 */
export class TokenMaskCache {
  #kept = new WeakMap<Terminal, Map<number, KeptMask>>();
  #left = MAX_KEPT_BYTES;
  readonly #common = new Map<string, TerminalMask>();
  readonly #new = new Map<string, TerminalMask>();

  /** Returns the mask of `terminal` in `state`, and calls `make` on a miss. */
  of(terminal: Terminal, state: number, make: () => TerminalMask): KeptMask {
    const known = this.#kept.get(terminal)?.get(state);
    if (known) return known;
    const text = terminal.commonText?.(state);
    const mask = { ...(text === undefined ? make() : this.ofText(text, make)), beyond: new WeakMap() };
    this.#charge(mask.contextIndependent.byteLength + mask.contextDependent.byteLength);
    const masks = this.#kept.get(terminal) ?? new Map<number, KeptMask>();
    masks.set(state, mask);
    this.#kept.set(terminal, masks);
    return mask;
  }

  /** Caches the context-dependent tokens of `mask` for the stack `below`. */
  cacheContextDependent(mask: KeptMask, below: Frame, beyond: Uint32Array): void {
    this.#charge(beyond.byteLength);
    mask.beyond.set(below, beyond);
  }

  /** Returns the mask of a named language. Evicts the least recently used one. */
  ofText(text: string, make: () => TerminalMask): TerminalMask {
    if (text.length > MAX_CHARACTERS) return make();
    const known = this.#common.get(text) ?? this.#new.get(text);
    const mask = known ?? make();
    this.#new.delete(text);
    if (known === undefined) putLast(this.#new, text, mask, MAX_NEW);
    else putLast(this.#common, text, mask, MOST_COMMON);
    return mask;
  }

  /** Charges bytes to the budget. If it is exceeded, all masks by terminal are dropped. */
  #charge(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    this.#kept = new WeakMap();
    this.#left = MAX_KEPT_BYTES;
  }
}

function putLast(masks: Map<string, TerminalMask>, text: string, mask: TerminalMask, most: number): void {
  masks.delete(text);
  masks.set(text, mask);
  const [oldest] = masks.keys();
  if (masks.size > most) masks.delete(oldest);
}
