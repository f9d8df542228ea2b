import { type Frame, Frames } from './frames.ts';
import { type GrammarNode, isTerminal } from './node.ts';

/** Frames after which the stacks still in use are copied and the others dropped. */
const MOST_FRAMES = 100_000;

/** Reads one text byte by byte, or token by token, against a grammar. */
export class Matcher {
  #frames = new Frames();
  #now: readonly Frame[];

  constructor(root: GrammarNode) {
    this.#now = this.#frames.begin(root);
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
