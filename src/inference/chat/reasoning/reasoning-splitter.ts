import { THOUGHTS_CLOSE as CLOSE, THOUGHTS_OPEN as OPEN, type ThoughtStart } from '../../grammar/thoughts.ts';
import type { Split, ThoughtSplitter } from './thought-splitter.ts';

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
    if (begun.startsWith(OPEN)) {
      this.#place = 'reasoning';
      this.#held = begun.slice(OPEN.length);
      return true;
    }
    if (OPEN.startsWith(begun)) return false;
    this.#place = this.#start === 'open' ? 'reasoning' : 'content';
    return true;
  }

  #takeReasoning(): string {
    const end = this.#held.indexOf(CLOSE);
    if (end >= 0) {
      const reasoning = this.#held.slice(0, end);
      this.#held = this.#held.slice(end + CLOSE.length);
      this.#place = 'content';
      return reasoning;
    }
    let kept = Math.min(CLOSE.length - 1, this.#held.length);
    while (!CLOSE.startsWith(this.#held.slice(this.#held.length - kept))) kept -= 1;
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
  const [opened, closed] = [text.lastIndexOf(OPEN), text.lastIndexOf(CLOSE)];
  if (continued !== null) return opened > closed ? 'open' : closed >= 0 ? 'closed' : 'undecided';
  if (text.endsWith(OPEN)) return 'open';
  return text.endsWith(CLOSE) ? 'closed' : 'undecided';
}
