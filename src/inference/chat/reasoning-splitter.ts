import {
  REASONING_CLOSE,
  REASONING_OPEN,
  type ReasoningMarkers,
  type ReasoningStart,
  ReasoningTracker,
} from '../grammar/reasoning.ts';

/** A piece of an answer's text, split into the reasoning and the answer. */
export interface Split {
  reasoning: string;
  content: string;
}

/** Separates a model's reasoning from its answer. The marks between them belong to neither, and nothing is trimmed. */
export interface ReasoningSplitter {
  /** Whether the next text is reasoning, as far as is known. */
  readonly inReasoning: boolean;
  /** Receives each token and its text before `push` receives that text, perhaps later. */
  acceptToken(id: number, text: string): void;
  push(text: string): Split;
  /** Returns the withheld text at the end of the answer. */
  end(): Split;
}

/** White space that may precede an opening mark; the same set as in the grammars of answers. */
const SPACE = /^[\t-\r ]*/;

/**
 * Recognises reasoning by its text, for models that write `<think>...</think>` before their answer. An answer has no
 * reasoning if it does not begin with `<think>` and the prompt has not opened it. If reasoning does not end with
 * `</think>`, the whole answer is reasoning.
 */
export class TextReasoningSplitter implements ReasoningSplitter {
  #place: 'start' | 'reasoning' | 'content';
  /** Text that may turn out to be a mark. */
  #held = '';
  readonly #start: ReasoningStart;

  constructor(start: ReasoningStart) {
    this.#start = start;
    this.#place = start === 'closed' ? 'content' : 'start';
  }

  get inReasoning(): boolean {
    return this.#place === 'reasoning' || (this.#place === 'start' && this.#start === 'open');
  }

  /** Does nothing: this splitter uses only the text. */
  acceptToken(): void {}

  push(text: string): Split {
    this.#held += text;
    if (this.#place === 'start' && !this.#begin()) return { reasoning: '', content: '' };
    const reasoning = this.#place === 'reasoning' ? this.#takeReasoning() : '';
    const content = this.#place === 'content' ? this.#takeHeld() : '';
    return { reasoning, content };
  }

  end(): Split {
    const isReasoning = this.inReasoning;
    const text = this.#takeHeld();
    return isReasoning ? { reasoning: text, content: '' } : { reasoning: '', content: text };
  }

  /** Decides whether the answer begins with reasoning; returns false if it needs more text. */
  #begin(): boolean {
    const begun = this.#held.replace(SPACE, '');
    if (begun.startsWith(REASONING_OPEN)) {
      this.#place = 'reasoning';
      this.#held = begun.slice(REASONING_OPEN.length);
      return true;
    }
    if (REASONING_OPEN.startsWith(begun)) return false;
    this.#place = this.#start === 'open' ? 'reasoning' : 'content';
    return true;
  }

  #takeReasoning(): string {
    const end = this.#held.indexOf(REASONING_CLOSE);
    if (end >= 0) {
      const reasoning = this.#held.slice(0, end);
      this.#held = this.#held.slice(end + REASONING_CLOSE.length);
      this.#place = 'content';
      return reasoning;
    }
    let kept = Math.min(REASONING_CLOSE.length - 1, this.#held.length);
    while (!REASONING_CLOSE.startsWith(this.#held.slice(this.#held.length - kept))) kept -= 1;
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

/** Returns the state of the reasoning at the end of the prompt, or of the message that the answer continues. */
export function reasoningStart(prompt: string, continued: string | null): ReasoningStart {
  const text = continued ?? prompt.trimEnd();
  const [opened, closed] = [text.lastIndexOf(REASONING_OPEN), text.lastIndexOf(REASONING_CLOSE)];
  if (continued !== null) return opened > closed ? 'open' : closed >= 0 ? 'closed' : 'undecided';
  if (text.endsWith(REASONING_OPEN)) return 'open';
  return text.endsWith(REASONING_CLOSE) ? 'closed' : 'undecided';
}

interface Part {
  kind: 'undecided' | 'thinking' | 'answering' | 'mark';
  /** Characters of its text that `push` has not yet received. */
  length: number;
}

/** Recognises reasoning by its tokens, as the grammar of an answer does, so that both see the same end. */
export class TokenReasoningSplitter implements ReasoningSplitter {
  readonly #watch: ReasoningTracker;
  /** Kinds and lengths of the pending text, in order. */
  #parts: Part[] = [];
  /** Text whose kind is not yet decided. */
  #held = '';

  constructor(markers: ReasoningMarkers) {
    this.#watch = new ReasoningTracker(markers);
  }

  get inReasoning(): boolean {
    return this.#watch.place === 'thinking';
  }

  acceptToken(id: number, text: string): void {
    const before = this.#watch.place;
    const isMark = this.#watch.accept(id);
    const { place } = this.#watch;
    const mark = isMark ? (place === 'thinking' ? REASONING_OPEN : REASONING_CLOSE) : '';
    // A mark's text may include the end of an incomplete character before it. It is empty if the mark ends the answer.
    const markLength = Math.min(mark.length, text.length);
    this.#parts.push({ kind: isMark ? before : place, length: text.length - markLength });
    this.#parts.push({ kind: 'mark', length: markLength });
    // White space before the reasoning belongs to neither part.
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
