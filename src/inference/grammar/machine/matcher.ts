import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { type GrammarNode, isTerminal, type Move, type Terminal } from './node.ts';
import { TokenTerminal } from './token-terminals.ts';

/** Numbers below this are states of a node. */
const STATES = 2 ** 26;

/**
 * A stack of the pushdown automaton: a node that is being read, on top of those that go on after it. Equal stacks of
 * one `Frames` are one object.
 */
export class Frame {
  readonly node: GrammarNode | null;
  readonly state: number;
  readonly next: Frame | null;
  /** Stacks right above this one, by node and state. */
  readonly above = new Map<number, Frame>();
  /** What may come once this frame's terminal has ended. */
  popped: readonly Frame[] | undefined;

  constructor(node: GrammarNode | null, state: number, next: Frame | null) {
    this.node = node;
    this.state = state;
    this.next = next;
  }
}

/** The stacks of one matcher. A list of frames stands for all ways in which the text so far can be read. */
export class Frames {
  /** The bottom: the grammar is at its end. */
  readonly end = new Frame(null, 0, null);
  #made = 0;

  get size(): number {
    return this.#made;
  }

  /** The terminals that may come first. */
  begin(root: GrammarNode): readonly Frame[] {
    return this.#closure((add) => add({ child: root, after: undefined }, null, this.end));
  }

  /** The stacks after one more byte; none when it is not allowed. */
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

  /** The stacks after the token `id`, where parts that are about whole tokens allow it. */
  take(frames: readonly Frame[], id: number, hasText: boolean): readonly Frame[] {
    const found = new Set<Frame>();
    for (const { node, state, next } of this.withEnded(frames)) {
      if (!(node instanceof TokenTerminal)) continue;
      const after = node.take(state, id, hasText);
      if (after >= 0) found.add(this.intern(node, after, next as Frame));
    }
    return [...found];
  }

  /** The stacks after bytes that make up a token; none where no token may end there. */
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

  /** `frames`, and those that come after them where their terminals may end here. */
  withEnded(frames: readonly Frame[]): ReadonlySet<Frame> {
    const all = new Set(frames);
    for (const frame of all) {
      if (frame === this.end || !(frame.node as Terminal).final(frame.state)) continue;
      for (const after of this.afterEnd(frame)) all.add(after);
    }
    return all;
  }

  /** What may come when the frame's terminal, which must be final, ends here. */
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

  /** The same stack among these frames, from another `Frames`. */
  copy(frame: Frame): Frame {
    const path: Frame[] = [];
    for (let at: Frame | null = frame; at?.node; at = at.next) path.push(at);
    return path.reduceRight((next, { node, state }) => this.intern(node as GrammarNode, state, next), this.end);
  }

  /** Follows controls until terminals, or the end, are on top. */
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

/** Frames after which the stacks still in use are copied and the others dropped. */
const MOST_FRAMES = 100_000;

/** A pushdown automaton that reads one text byte by byte, or token by token, in all ways that the grammar allows. */
export class Matcher {
  #frames: Frames;
  #now: readonly Frame[];

  /** Begins at a grammar's root, or goes on apart from another matcher. */
  constructor(from: GrammarNode | Matcher) {
    // Two may share stacks: these only grow, and each drops those that it does not use by copying the others.
    this.#frames = from instanceof Matcher ? from.#frames : new Frames();
    this.#now = from instanceof Matcher ? from.#now : this.#frames.begin(from);
  }

  /** The stacks in which the text so far can be read, and what they are made of. */
  get stacks(): { frames: Frames; now: readonly Frame[] } {
    return { frames: this.#frames, now: this.#now };
  }

  /** Whether the text may end here. */
  get canEnd(): boolean {
    return this.#frames.canEnd(this.#now);
  }

  canEndAfter(bytes: Iterable<number>): boolean {
    return this.#frames.canEnd(this.#after(bytes));
  }

  /** False, with nothing changed, where the grammar does not allow the bytes. */
  accept(bytes: Iterable<number>): boolean {
    return this.#goOn(this.#after(bytes));
  }

  /** Takes a whole token; without `bytes` it is a special one. False, with nothing changed, where it is not allowed. */
  acceptToken(id: number, bytes: Uint8Array): boolean {
    const hasText = bytes.length > 0;
    const spelled = hasText ? this.#frames.tokenEnd(this.#after(bytes)) : [];
    return this.#goOn([...new Set([...spelled, ...this.#frames.take(this.#now, id, hasText)])]);
  }

  #after(bytes: Iterable<number>): readonly Frame[] {
    let now = this.#now;
    for (const byte of bytes) {
      now = this.#frames.step(now, byte);
      if (now.length === 0) break;
    }
    return now;
  }

  #goOn(now: readonly Frame[]): boolean {
    if (now.length === 0) return false;
    const settled = now.filter(isSettled);
    this.#now = settled.length > 0 ? settled : now;
    if (this.#frames.size > MOST_FRAMES) this.#compact();
    return true;
  }

  #compact(): void {
    const frames = new Frames();
    this.#now = this.#now.map((frame) => (frame.node === null ? frames.end : frames.copy(frame)));
    this.#frames = frames;
  }
}

function isSettled({ node, state }: Frame): boolean {
  return node !== null && isTerminal(node) && (node.settles?.(state) ?? false);
}
