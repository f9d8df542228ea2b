import { THOUGHTS_CLOSE, THOUGHTS_OPEN, type ThoughtStart, type Thoughts, ThoughtWatch } from '../grammar/thoughts.ts';

/** What a piece of an answer's text is: the model's thoughts, its answer, or a part of each. */
export interface Split {
  reasoning: string;
  content: string;
}

/** Tells a model's thoughts from its answer; the marks between them belong to neither, and nothing is trimmed. */
export interface ThoughtSplitter {
  /** Whether what comes next is, as far as one can tell, a thought. */
  readonly inReasoning: boolean;
  /** Is told of each token, and the text that it brings, before `push` gets that text, which may be later. */
  see(id: number, text: string): void;
  push(text: string): Split;
  /** What was withheld, when the answer ends. */
  end(): Split;
}

/** Before an opening mark; as grammars of answers know it. */
const SPACE = /^[\t-\r ]*/;

/**
 * Tells thoughts by their text, for models that spell `<think>...</think>` before their answer. An answer that does not
 * begin with `<think>`, where the prompt has not opened the thoughts, has none; one that ends without `</think>` has
 * nothing else.
 */
export class ReasoningSplitter implements ThoughtSplitter {
  #place: 'start' | 'reasoning' | 'content';
  /** Text that may yet turn out to be a tag. */
  #held = '';
  readonly #start: ThoughtStart;

  constructor(start: ThoughtStart) {
    this.#start = start;
    this.#place = start === 'closed' ? 'content' : 'start';
  }

  get inReasoning(): boolean {
    return this.#place === 'reasoning' || (this.#place === 'start' && this.#start === 'open');
  }

  /** The text alone tells. */
  see(): void {}

  push(text: string): Split {
    this.#held += text;
    if (this.#place === 'start' && !this.#begin()) return { reasoning: '', content: '' };
    const reasoning = this.#place === 'reasoning' ? this.#takeReasoning() : '';
    const content = this.#place === 'content' ? this.#takeHeld() : '';
    return { reasoning, content };
  }

  end(): Split {
    const thought = this.inReasoning;
    const text = this.#takeHeld();
    return thought ? { reasoning: text, content: '' } : { reasoning: '', content: text };
  }

  /** Whether the beginning tells what follows: white space may stand before a tag. */
  #begin(): boolean {
    const begun = this.#held.replace(SPACE, '');
    if (begun.startsWith(THOUGHTS_OPEN)) {
      this.#place = 'reasoning';
      this.#held = begun.slice(THOUGHTS_OPEN.length);
      return true;
    }
    if (THOUGHTS_OPEN.startsWith(begun)) return false;
    this.#place = this.#start === 'open' ? 'reasoning' : 'content';
    return true;
  }

  #takeReasoning(): string {
    const end = this.#held.indexOf(THOUGHTS_CLOSE);
    if (end >= 0) {
      const reasoning = this.#held.slice(0, end);
      this.#held = this.#held.slice(end + THOUGHTS_CLOSE.length);
      this.#place = 'content';
      return reasoning;
    }
    let kept = Math.min(THOUGHTS_CLOSE.length - 1, this.#held.length);
    while (!THOUGHTS_CLOSE.startsWith(this.#held.slice(this.#held.length - kept))) kept -= 1;
    const reasoning = this.#held.slice(0, this.#held.length - kept);
    this.#held = this.#held.slice(this.#held.length - kept);
    return reasoning;
  }

  #takeHeld(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

/** How the prompt, or the message that the model goes on with, leaves the thoughts of the answer. */
export function thoughtStart(prompt: string, continued: string | null): ThoughtStart {
  const text = continued ?? prompt.trimEnd();
  const [opened, closed] = [text.lastIndexOf(THOUGHTS_OPEN), text.lastIndexOf(THOUGHTS_CLOSE)];
  if (continued !== null) return opened > closed ? 'open' : closed >= 0 ? 'closed' : 'undecided';
  if (text.endsWith(THOUGHTS_OPEN)) return 'open';
  return text.endsWith(THOUGHTS_CLOSE) ? 'closed' : 'undecided';
}

interface Part {
  kind: 'undecided' | 'thinking' | 'answering' | 'mark';
  /** Characters of its text that have not come yet. */
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
