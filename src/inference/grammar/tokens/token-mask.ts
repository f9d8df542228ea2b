import type { Frame, Frames } from '../machine/matcher.ts';
import type { Terminal } from '../machine/node.ts';
import { type TokenSet, TokenTerminal } from '../machine/token-terminals.ts';
import type { KeptMask, TerminalMask, TokenMaskCache } from './token-mask-cache.ts';
import { pathTo, type TokenTrie } from './token-trie.ts';

/** Maximum of context-dependent nodes to walk uncached. Free text has nearly all nodes, a JSON string a few hundred. */
const FEW_CONTEXT_DEPENDENT = 512;

/** Computes token masks. The context-independent part of a mask depends only on its terminal and is cached. */
export class TokenMasks {
  readonly #trie: TokenTrie;
  readonly #cache: TokenMaskCache;
  /** Cached `withEnded` of the stacks after a terminal, which recur at thousands of trie nodes. */
  readonly #ended = new WeakMap<readonly Frame[], ReadonlySet<Frame>>();

  constructor(trie: TokenTrie, cache: TokenMaskCache) {
    this.#trie = trie;
    this.#cache = cache;
  }

  /**
   * Returns a bitmask [ceil(V / 32)] of the tokens that the grammar allows in the stacks `now`. `hidden` tokens do not
   * match by their text, only if the grammar names them.
   */
  next(frames: Frames, now: readonly Frame[], hidden: readonly number[]): Uint32Array {
    const mask = new Uint32Array(this.#trie.words);
    const named: number[] = [];
    for (const frame of frames.withEnded(now)) this.#add(frames, frame, mask, named);
    for (const id of hidden) mask[id >>> 5] &= ~(1 << (id & 31));
    for (const id of named) mask[id >>> 5] |= 1 << (id & 31);
    return mask;
  }

  /** Returns a bitmask [ceil(V / 32)] of the tokens after which `now` may end. No terminal in `now` may capture. */
  ending(frames: Frames, now: readonly Frame[]): Uint32Array {
    const mask = new Uint32Array(this.#trie.words);
    this.#walkToEnds(frames, now, 0, mask);
    return mask;
  }

  #add(frames: Frames, frame: Frame, mask: Uint32Array, named: number[]): void {
    if (frame === frames.end) return;
    const terminal = frame.node as Terminal;
    if (terminal instanceof TokenTerminal) {
      if (frame.state === terminal.start) this.#addTokens(terminal.tokens, mask, named);
      return;
    }
    const known = this.#terminalMask(terminal, frame.state);
    for (let word = 0; word < mask.length; word++) mask[word] |= known.contextIndependent[word];
    // The stacks after captured text depend on the text; other stacks only on the frames below.
    if (terminal.captured || known.contextDependent.length <= FEW_CONTEXT_DEPENDENT)
      this.#addContextDependent(frames, frame, known, mask);
    else {
      const beyond = this.#beyond(frames, frame, known);
      for (let word = 0; word < mask.length; word++) mask[word] |= beyond[word];
    }
  }

  /** Allows the tokens within which the terminal of `frame` ends and the stack below continues. */
  #addContextDependent(frames: Frames, frame: Frame, { contextDependent }: TerminalMask, mask: Uint32Array): void {
    for (const node of contextDependent) {
      this.#walk(frames, frames.afterEnd(this.#endedAt(frames, frame, node)), node, mask);
    }
  }

  #beyond(frames: Frames, frame: Frame, known: KeptMask): Uint32Array {
    const below = frame.next as Frame;
    const kept = known.beyond.get(below);
    if (kept) return kept;
    const mask = new Uint32Array(this.#trie.words);
    this.#walkFromMany(frames, frames.afterEnd(frame), known.contextDependent, mask);
    this.#cache.cacheContextDependent(known, below, mask);
    return mask;
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

  /**
   * Returns the frame with its terminal in its final state at `node`. Only captured text requires that state; other
   * terminals can use the frame as it is.
   */
  #endedAt(frames: Frames, frame: Frame, node: number): Frame {
    const terminal = frame.node as Terminal;
    if (!terminal.captured) return frame;
    const state = pathTo(this.#trie, node).reduce((at, byte) => terminal.step(at, byte), frame.state);
    return frames.intern(terminal, state, frame.next as Frame);
  }

  /** Allows the tokens below `root` that one of the stacks `now` reads on from there. */
  #walk(frames: Frames, now: readonly Frame[], root: number, mask: Uint32Array): void {
    for (const frame of this.#withEnded(frames, now)) {
      if (frame === frames.end) continue;
      this.#scan(frame.node as Terminal, frame.state, root, (node, state) =>
        this.#reach(frames, frame, node, state, mask),
      );
    }
  }

  /**
   * Does the work of `#walk` for many `roots` at once. Few bytes can follow free text, so it visits only the trie nodes
   * that these bytes lead to, and not all nodes below the roots.
   */
  #walkFromMany(frames: Frames, now: readonly Frame[], roots: Uint32Array, mask: Uint32Array): void {
    const { byteAt, byByte, parents } = this.#trie;
    const isRoot = new Uint8Array(parents.length);
    for (const root of roots) isRoot[root] = 1;
    for (const frame of this.#withEnded(frames, now)) {
      if (frame === frames.end) continue;
      const terminal = frame.node as Terminal;
      const reach = (node: number, state: number) => this.#reach(frames, frame, node, state, mask);
      for (let byte = 0; byte < 256; byte++) {
        const state = terminal.step(frame.state, byte);
        if (state < 0) continue;
        for (const node of byByte.subarray(byteAt[byte], byteAt[byte + 1])) {
          if (isRoot[parents[node]] === 0) continue;
          reach(node, state);
          this.#scan(terminal, state, node, reach);
        }
      }
    }
  }

  /**
   * Allows the tokens that end at `node`, where the terminal of `frame` is in `state`. If that is a final state, it
   * also allows the longer tokens that the stack below continues.
   */
  #reach(frames: Frames, frame: Frame, node: number, state: number, mask: Uint32Array): void {
    const terminal = frame.node as Terminal;
    if (mayRest(terminal, state)) this.#allow(node, mask);
    if (!terminal.final(state) || this.#trie.ends[node] === node + 1) return;
    const last = frames.intern(terminal, state, frame.next as Frame);
    this.#walk(frames, frames.afterEnd(last), node, mask);
  }

  /** Allows the tokens below `root` after which one of the stacks `now`, read from there, may end. */
  #walkToEnds(frames: Frames, now: readonly Frame[], root: number, mask: Uint32Array): void {
    for (const frame of this.#withEnded(frames, now)) {
      if (frame === frames.end) continue;
      const terminal = frame.node as Terminal;
      const after = frames.afterEnd(frame);
      const mayEnd = this.#withEnded(frames, after).has(frames.end);
      if (root === 0 && !mayEnd) {
        for (const node of this.#terminalMask(terminal, frame.state).contextDependent) {
          this.#walkToEnds(frames, after, node, mask);
        }
        continue;
      }
      this.#scan(terminal, frame.state, root, (node, state) => {
        if (!terminal.final(state)) return;
        if (mayEnd) this.#allow(node, mask);
        if (this.#trie.ends[node] > node + 1) this.#walkToEnds(frames, after, node, mask);
      });
    }
  }

  #withEnded(frames: Frames, now: readonly Frame[]): ReadonlySet<Frame> {
    let ended = this.#ended.get(now);
    if (ended === undefined) {
      ended = frames.withEnded(now);
      this.#ended.set(now, ended);
    }
    return ended;
  }

  #terminalMask(terminal: Terminal, exact: number): KeptMask {
    const state = terminal.maskState?.(exact, this.#trie.longestToken) ?? exact;
    return this.#cache.of(terminal, state, () => this.#makeMask(terminal, state));
  }

  #makeMask(terminal: Terminal, state: number): TerminalMask {
    const contextIndependent = new Uint32Array(this.#trie.words);
    const contextDependent: number[] = [];
    this.#scan(terminal, state, 0, (node, after) => {
      if (mayRest(terminal, after)) this.#allow(node, contextIndependent);
      if (terminal.final(after) && this.#trie.ends[node] > node + 1) contextDependent.push(node);
    });
    return { contextIndependent, contextDependent: Uint32Array.from(contextDependent) };
  }

  /** Calls `visit` for each trie node below `root` that the terminal allows. */
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

/** Returns whether a token may end in `state`. */
function mayRest(terminal: Terminal, state: number): boolean {
  return !terminal.tokenEnd || terminal.tokenEnd(state) >= 0;
}
