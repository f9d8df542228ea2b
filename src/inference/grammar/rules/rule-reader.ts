import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import type { CharSet } from '../regular/char-set.ts';

/** Right-hand side of a rule. */
export type RuleNode =
  | { type: 'text'; text: string }
  | { type: 'chars'; set: CharSet }
  /** Text that matches the whole regular expression. */
  | { type: 'regex'; source: string }
  | { type: 'rule'; name: string }
  | { type: 'sequence' | 'either'; parts: RuleNode[] }
  | { type: 'loop'; part: RuleNode; min: number; max: number };

/** Cursor over the text of a grammar. Its errors have line and column. */
export class RuleReader {
  readonly text: string;
  at = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Consumes a match of a sticky expression at the cursor. Returns null, and consumes nothing, if there is none. */
  match(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.at;
    const match = form.exec(this.text);
    if (match) this.at += match[0].length;
    return match;
  }

  take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Reads alternatives while `bar` consumes a separator. Throws GrammarError if they are nested too deep. */
  either(sequence: () => RuleNode, bar: () => boolean): RuleNode {
    if (++this.#depth > GRAMMAR_LIMITS.depth) throw this.error(`more than ${GRAMMAR_LIMITS.depth} nested brackets`);
    const parts = [sequence()];
    while (bar()) parts.push(sequence());
    this.#depth -= 1;
    return parts.length === 1 ? parts[0] : { type: 'either', parts };
  }

  /** Applies a following `*`, `+`, `?` or `count` to `part`. Returns `part` itself if none follows. */
  repeated(part: RuleNode, count: () => [min: number, max: number] | null): RuleNode {
    if (this.take('*')) return { type: 'loop', part, min: 0, max: Number.POSITIVE_INFINITY };
    if (this.take('+')) return { type: 'loop', part, min: 1, max: Number.POSITIVE_INFINITY };
    if (this.take('?')) return { type: 'loop', part, min: 0, max: 1 };
    const found = count();
    if (found === null) return part;
    const [min, max] = found;
    if (min > max) throw this.error('the numbers of the count are out of order');
    const { repeats } = GRAMMAR_LIMITS;
    if (min > repeats || (max > repeats && max !== Number.POSITIVE_INFINITY)) {
      throw this.error(`a count is above ${repeats}, the limit`);
    }
    return { type: 'loop', part, min, max };
  }

  error(what: string): GrammarError {
    const lines = this.text.slice(0, this.at).split('\n');
    const column = lines[lines.length - 1].length + 1;
    return new GrammarError(`in the grammar, line ${lines.length}, column ${column}: ${what}`);
  }
}
