import { THOUGHTS_CLOSE, THOUGHTS_OPEN, type ThoughtStart, type Thoughts, ThoughtWatch } from '../grammar/thoughts.ts';

/** A piece of an answer's text, split into the model's thoughts and its answer. */
export interface Split {
  reasoning: string;
  content: string;
}

/** Separates a model's thoughts from its answer. The marks between them belong to neither, and nothing is trimmed. */
export interface ThoughtSplitter {
  /** Whether the next text is a thought, as far as is known. */
  readonly inReasoning: boolean;
  /** Receives each token and its text before `push` receives that text, perhaps later. */
  see(id: number, text: string): void;
  push(text: string): Split;
  /** Returns the withheld text at the end of the answer. */
  end(): Split;
}

/** White space that may precede an opening mark; the same set as in the grammars of answers. */
const SPACE = /^[\t-\r ]*/;

/**
 * Recognises thoughts by their text, for models that write `<think>...</think>` before their answer. An answer has no
 * thoughts if it does not begin with `<think>` and the prompt has not opened them. If thoughts do not end with
 * `</think>`, the whole answer is thoughts.
 */
export class ReasoningSplitter implements ThoughtSplitter {
  #place: 'start' | 'reasoning' | 'content';
  /** Text that may turn out to be a mark. */
  #held = '';
  readonly #start: ThoughtStart;

  constructor(start: ThoughtStart) {
    this.#start = start;
    this.#place = start === 'closed' ? 'content' : 'start';
  }

  get inReasoning(): boolean {
    return this.#place === 'reasoning' || (this.#place === 'start' && this.#start === 'open');
  }

  /** Does nothing: this splitter uses only the text. */
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

  /** Decides whether the answer begins with thoughts; returns false if it needs more text. */
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

/** Returns the state of the thoughts at the end of the prompt, or of the message that the answer continues. */
export function thoughtStart(prompt: string, continued: string | null): ThoughtStart {
  const text = continued ?? prompt.trimEnd();
  const [opened, closed] = [text.lastIndexOf(THOUGHTS_OPEN), text.lastIndexOf(THOUGHTS_CLOSE)];
  if (continued !== null) return opened > closed ? 'open' : closed >= 0 ? 'closed' : 'undecided';
  if (text.endsWith(THOUGHTS_OPEN)) return 'open';
  return text.endsWith(THOUGHTS_CLOSE) ? 'closed' : 'undecided';
}

interface Part {
  kind: 'undecided' | 'thinking' | 'answering' | 'mark';
  /** Characters of its text that `push` has not yet received. */
  length: number;
}

/** Recognises thoughts by their tokens, as the grammar of an answer does, so that both see the same end. */
export class TokenSplitter implements ThoughtSplitter {
  readonly #watch: ThoughtWatch;
  /** Kinds and lengths of the pending text, in order. */
  #parts: Part[] = [];
  /** Text whose kind is not yet decided. */
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
    // A mark's text may include the end of an incomplete character before it. It is empty if the mark ends the answer.
    const markLength = Math.min(mark.length, text.length);
    this.#parts.push({ kind: isMark ? before : place, length: text.length - markLength });
    this.#parts.push({ kind: 'mark', length: markLength });
    // White space before the thoughts belongs to neither part.
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
