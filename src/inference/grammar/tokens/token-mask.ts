import type { Frame, Frames } from '../machine/frames.ts';
import type { Terminal } from '../machine/node.ts';
import { type TokenSet, TokenTerminal } from '../machine/token-terminal.ts';
import type { TokenTrie } from './token-trie.ts';

/** What a terminal in one state makes of all tokens. */
interface TerminalMask {
  /** Tokens that lie within the terminal, bit t % 32 of word t / 32. */
  inside: Uint32Array;
  /** Nodes of the trie, with tokens below, at which the terminal may end. */
  crossings: Uint32Array;
}

/** Masks kept of one grammar. */
const MOST_KEPT_BYTES = 24 << 20;

/** Finds the tokens that may come next. What a terminal alone decides is kept, for it does not depend on the stack. */
export class TokenMasks {
  readonly #trie: TokenTrie;
  readonly #kept = new Map<Terminal, Map<number, TerminalMask>>();
  #left = MOST_KEPT_BYTES;

  constructor(trie: TokenTrie) {
    this.#trie = trie;
  }

  /**
   * [ceil(V / 32)] a bit for each token that the grammar allows after what `now` has read. The `hidden` ones are not
   * allowed for their text, but where the grammar names them.
   */
  next(frames: Frames, now: readonly Frame[], hidden: readonly number[]): Uint32Array {
    const mask = new Uint32Array(this.#trie.words);
    const named: number[] = [];
    for (const frame of frames.withEnded(now)) this.#add(frames, frame, mask, named);
    for (const id of hidden) mask[id >>> 5] &= ~(1 << (id & 31));
    for (const id of named) mask[id >>> 5] |= 1 << (id & 31);
    return mask;
  }

  #add(frames: Frames, frame: Frame, mask: Uint32Array, named: number[]): void {
    if (frame === frames.end) return;
    const terminal = frame.node as Terminal;
    if (terminal instanceof TokenTerminal) {
      if (frame.state === terminal.start) this.#addTokens(terminal.tokens, mask, named);
      return;
    }
    const { inside, crossings } = this.#terminalMask(terminal, frame.state);
    for (let word = 0; word < inside.length; word++) mask[word] |= inside[word];
    for (const node of crossings) {
      this.#walk(frames, frames.afterEnd(this.#endedAt(frames, frame, node)), node, mask);
    }
  }

  #addTokens(tokens: TokenSet, mask: Uint32Array, named: number[]): void {
    if ('only' in tokens) {
      named.push(tokens.only);
      return;
    }
    const allowed = this.#trie.all.slice();
    for (const id of tokens.but) allowed[id >>> 5] &= ~(1 << (id & 31));
    for (let word = 0; word < allowed.length; word++) mask[word] |= allowed[word];
  }

  /** The frame at the end of its terminal at `node`. What comes then depends on the way there only for captured text. */
  #endedAt(frames: Frames, frame: Frame, node: number): Frame {
    const terminal = frame.node as Terminal;
    if (!terminal.captured) return frame;
    const state = this.#trie.pathTo(node).reduce((at, byte) => terminal.step(at, byte), frame.state);
    return frames.intern(terminal, state, frame.next as Frame);
  }

  /** Allows the tokens below `root` that go on with one of `now` there. */
  #walk(frames: Frames, now: readonly Frame[], root: number, mask: Uint32Array): void {
    for (const frame of frames.withEnded(now)) {
      if (frame === frames.end) continue;
      const terminal = frame.node as Terminal;
      this.#scan(terminal, frame.state, root, (node, state) => {
        this.#allow(node, mask);
        if (!terminal.final(state) || this.#trie.ends[node] === node + 1) return;
        const ended = frames.intern(terminal, state, frame.next as Frame);
        this.#walk(frames, frames.afterEnd(ended), node, mask);
      });
    }
  }

  #terminalMask(terminal: Terminal, exact: number): TerminalMask {
    const state = terminal.maskState?.(exact, this.#trie.longestToken) ?? exact;
    let kept = this.#kept.get(terminal);
    if (kept === undefined) {
      kept = new Map();
      this.#kept.set(terminal, kept);
    }
    const known = kept.get(state);
    if (known) return known;
    const inside = new Uint32Array(this.#trie.words);
    const crossings: number[] = [];
    this.#scan(terminal, state, 0, (node, after) => {
      this.#allow(node, inside);
      if (terminal.final(after) && this.#trie.ends[node] > node + 1) crossings.push(node);
    });
    const made = { inside, crossings: Uint32Array.from(crossings) };
    this.#left -= inside.byteLength + made.crossings.byteLength;
    if (this.#left < 0) {
      this.#kept.clear();
      this.#left = MOST_KEPT_BYTES;
    } else kept.set(state, made);
    return made;
  }

  /** Visits the nodes below `root` that the terminal allows. */
  #scan(terminal: Terminal, start: number, root: number, visit: (node: number, state: number) => void): void {
    const { bytes, depths, ends } = this.#trie;
    const above = depths[root];
    const states = [start];
    for (let node = root + 1; node < ends[root]; ) {
      const depth = depths[node] - above;
      const state = terminal.step(states[depth - 1], bytes[node]);
      if (state < 0) {
        node = ends[node];
        continue;
      }
      states[depth] = state;
      visit(node, state);
      node += 1;
    }
  }

  #allow(node: number, mask: Uint32Array): void {
    const { tokens, tokensAt } = this.#trie;
    for (let at = tokensAt[node]; at < tokensAt[node + 1]; at++) mask[tokens[at] >>> 5] |= 1 << (tokens[at] & 31);
  }
}
