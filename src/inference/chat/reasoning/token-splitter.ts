import { THOUGHTS_CLOSE, THOUGHTS_OPEN, type Thoughts, ThoughtWatch } from '../../grammar/thoughts.ts';
import type { Split, ThoughtSplitter } from './thought-splitter.ts';

interface Part {
  kind: 'undecided' | 'thinking' | 'answering' | 'mark';
  /** Of its text that has not come yet. */
  length: number;
}

/** Tells thoughts by their tokens, as the grammar of an answer does, so that both end them at the same place. */
export class TokenSplitter implements ThoughtSplitter {
  readonly #watch: ThoughtWatch;
  /** What the text to come is. */
  #parts: Part[] = [];
  /** Text of which it is not decided what it is. */
  #held = '';

  constructor(thoughts: Thoughts) {
    this.#watch = new ThoughtWatch(thoughts);
  }

  get inReasoning(): boolean {
    return this.#watch.place === 'thinking';
  }

  see(id: number, text: string): void {
    const before = this.#watch.place;
    const isMark = this.#watch.accept(id);
    const { place } = this.#watch;
    const mark = isMark ? (place === 'thinking' ? THOUGHTS_OPEN : THOUGHTS_CLOSE) : '';
    // A mark may show the end of a broken character before it, or, where it ends the answer, nothing at all.
    const markLength = Math.min(mark.length, text.length);
    this.#parts.push({ kind: isMark ? before : place, length: text.length - markLength });
    this.#parts.push({ kind: 'mark', length: markLength });
    // White space before the thoughts is part of nothing either.
    if (place !== 'undecided') this.#decide(place === 'thinking' ? 'mark' : 'answering');
  }

  push(text: string): Split {
    this.#held += text;
    const split = { reasoning: '', content: '' };
    while (this.#held !== '' && this.#parts.length > 0 && this.#parts[0].kind !== 'undecided') {
      const [part] = this.#parts;
      const taken = this.#held.slice(0, part.length);
      this.#held = this.#held.slice(taken.length);
      part.length -= taken.length;
      if (part.length === 0) this.#parts.shift();
      if (part.kind === 'thinking') split.reasoning += taken;
      if (part.kind === 'answering') split.content += taken;
    }
    return split;
  }

  end(): Split {
    this.#decide('answering');
    return this.push('');
  }

  #decide(kind: 'mark' | 'answering'): void {
    for (const part of this.#parts) if (part.kind === 'undecided') part.kind = kind;
  }
}
