import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { type GrammarNode, isTerminal, type Move, type Terminal } from './node.ts';
import { TokenTerminal } from './token-terminals.ts';

/** Exclusive upper bound of a node's states, for the keys of `Frame.above`. */
const STATES = 2 ** 26;

/**
 * Stack of the pushdown automaton, as a linked list: the current node and its state on top of the nodes that resume
 * after it. Equal stacks within one `Frames` are the same object.
 */
export class Frame {
  readonly node: GrammarNode | null;
  readonly state: number;
  readonly next: Frame | null;
  /** Stacks with one more frame than this one, by node and state. */
  readonly above = new Map<number, Frame>();
  /** Cached result of `Frames.afterEnd`. */
  popped: readonly Frame[] | undefined;

  constructor(node: GrammarNode | null, state: number, next: Frame | null) {
    this.node = node;
    this.state = state;
    this.next = next;
  }
}

/** Interned stacks. A list of frames represents all parses of the text so far. */
export class Frames {
  /** Empty stack: the grammar has ended. */
  readonly end = new Frame(null, 0, null);
  #made = 0;

  get size(): number {
    return this.#made;
  }

  /** Returns the initial stacks, each with a terminal on top. */
  begin(root: GrammarNode): readonly Frame[] {
    return this.#closure((add) => add({ child: root, after: undefined }, null, this.end));
  }

  /** Returns the stacks after one more byte; none if the byte is not allowed. */
  step(frames: readonly Frame[], byte: number): readonly Frame[] {
    const found = new Set<Frame>();
    for (const frame of this.withEnded(frames)) {
      if (frame === this.end) continue;
      const terminal = frame.node as Terminal;
      const state = terminal.step(frame.state, byte);
      if (state >= 0) found.add(this.intern(terminal, state, frame.next as Frame));
    }
    return [...found];
  }

  /** Returns the stacks after the whole token `id`, for those `TokenTerminal`s that allow it. */
  take(frames: readonly Frame[], id: number, hasText: boolean): readonly Frame[] {
    const found = new Set<Frame>();
    for (const { node, state, next } of this.withEnded(frames)) {
      if (!(node instanceof TokenTerminal)) continue;
      const after = node.take(state, id, hasText);
      if (after >= 0) found.add(this.intern(node, after, next as Frame));
    }
    return [...found];
  }

  /** Returns the stacks after the last byte of a token; none if no token may end there. */
  tokenEnd(frames: readonly Frame[]): readonly Frame[] {
    return frames.flatMap((frame) => {
      const { node, state, next } = frame;
      if (node === null || !isTerminal(node) || !node.tokenEnd) return [frame];
      const after = node.tokenEnd(state);
      return after < 0 ? [] : [this.intern(node, after, next as Frame)];
    });
  }

  canEnd(frames: readonly Frame[]): boolean {
    return this.withEnded(frames).has(this.end);
  }

  /** Returns `frames` and the stacks that follow each whose terminal may end here, transitively. */
  withEnded(frames: readonly Frame[]): ReadonlySet<Frame> {
    const all = new Set(frames);
    for (const frame of all) {
      if (frame === this.end || !(frame.node as Terminal).final(frame.state)) continue;
      for (const after of this.afterEnd(frame)) all.add(after);
    }
    return all;
  }

  /** Returns the stacks after the frame's terminal, which must be in a final state, ends. */
  afterEnd(frame: Frame): readonly Frame[] {
    if (frame.popped) return frame.popped;
    const terminal = frame.node as Terminal;
    let below = frame.next as Frame;
    if (terminal.captured && below.node && !isTerminal(below.node) && below.node.received) {
      const state = below.node.received(below.state, terminal.captured(frame.state));
      below = this.intern(below.node, state, below.next as Frame);
    }
    frame.popped = this.#closure((_, resume) => resume(below));
    return frame.popped;
  }

  intern(node: GrammarNode, state: number, next: Frame): Frame {
    const key = node.id * STATES + state;
    let frame = next.above.get(key);
    if (frame === undefined) {
      frame = new Frame(node, state, next);
      next.above.set(key, frame);
      this.#made += 1;
    }
    return frame;
  }

  /** Copies a stack of another `Frames` into this one. */
  copy(frame: Frame): Frame {
    const path: Frame[] = [];
    for (let at: Frame | null = frame; at?.node; at = at.next) path.push(at);
    return path.reduceRight((next, { node, state }) => this.intern(node as GrammarNode, state, next), this.end);
  }

  /** Expands nonterminals until a terminal or the end is on top of every stack. */
  #closure(
    first: (
      enter: (move: Move, control: GrammarNode | null, next: Frame) => void,
      resume: (frame: Frame) => void,
    ) => void,
  ): readonly Frame[] {
    const found = new Set<Frame>();
    const open: Frame[] = [];
    let steps = 0;
    const resume = (frame: Frame): void => {
      if (found.has(frame)) return;
      found.add(frame);
      if (frame.node !== null && !isTerminal(frame.node)) open.push(frame);
    };
    const enter = ({ child, childState, after }: Move, control: GrammarNode | null, next: Frame): void => {
      const below = after === undefined || control === null ? next : this.intern(control, after, next);
      resume(this.intern(child, childState ?? (isTerminal(child) ? child.start : 0), below));
    };
    first(enter, resume);
    for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
      if (++steps > GRAMMAR_LIMITS.expansions) {
        throw new GrammarError(`the grammar takes more than ${GRAMMAR_LIMITS.expansions} steps for one character`);
      }
      const { node, state, next } = frame;
      if (node === null || isTerminal(node)) continue;
      for (const move of node.moves(state)) {
        if (move === null) resume(next as Frame);
        else enter(move, node, next as Frame);
      }
    }
    return [...found].filter((frame) => frame.node === null || isTerminal(frame.node));
  }
}

/** Number of frames above which the stacks in use are copied and all others dropped. */
const MAX_FRAMES = 100_000;

/** Nondeterministic pushdown automaton that reads one text, by bytes or by tokens. */
export class Matcher {
  #frames: Frames;
  #now: readonly Frame[];

  /** Starts at a grammar's root, or forks another matcher. */
  constructor(from: GrammarNode | Matcher) {
    // Forks may share one `Frames`: it only grows, and a matcher drops stacks by copying its own to a new one.
    this.#frames = from instanceof Matcher ? from.#frames : new Frames();
    this.#now = from instanceof Matcher ? from.#now : this.#frames.begin(from);
  }

  /** Current stacks, and the `Frames` that interns them. */
  get stacks(): { frames: Frames; now: readonly Frame[] } {
    return { frames: this.#frames, now: this.#now };
  }

  /** Returns whether the text may end here. */
  get canEnd(): boolean {
    return this.#frames.canEnd(this.#now);
  }

  canEndAfter(bytes: Iterable<number>): boolean {
    return this.#frames.canEnd(this.#after(bytes));
  }

  /** Consumes bytes. Returns false, and changes nothing, if the grammar does not allow them. */
  accept(bytes: Iterable<number>): boolean {
    return this.#advanceFrame(this.#after(bytes));
  }

  /** Consumes a token; a special token has no `bytes`. Returns false, and changes nothing, if it is not allowed. */
  acceptToken(id: number, bytes: Uint8Array): boolean {
    const hasText = bytes.length > 0;
    const spelled = hasText ? this.#frames.tokenEnd(this.#after(bytes)) : [];
    return this.#advanceFrame([...new Set([...spelled, ...this.#frames.take(this.#now, id, hasText)])]);
  }

  #after(bytes: Iterable<number>): readonly Frame[] {
    let now = this.#now;
    for (const byte of bytes) {
      now = this.#frames.step(now, byte);
      if (now.length === 0) break;
    }
    return now;
  }

  #advanceFrame(now: readonly Frame[]): boolean {
    if (now.length === 0) return false;
    const settled = now.filter(isSettled);
    this.#now = settled.length > 0 ? settled : now;
    if (this.#frames.size > MAX_FRAMES) this.#compact();
    return true;
  }

  #compact(): void {
    const frames = new Frames();
    this.#now = this.#now.map((frame) => (frame.node === null ? frames.end : frames.copy(frame)));
    this.#frames = frames;
  }
}

function isSettled({ node, state }: Frame): boolean {
  return node !== null && isTerminal(node) && (node.isDefinitive?.(state) ?? false);
}
