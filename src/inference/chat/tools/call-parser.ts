import type { ToolFormat } from '../../../model/text/tool-format.ts';
import { CallHead } from './call-head.ts';
import { callHeads } from './call-heads.ts';
import { JsonScanner } from './json-scanner.ts';
import { ToolParser } from './tool-parser.ts';

export interface CallParserOptions {
  format: ToolFormat;
  /** Tools there are; what names another one is no call. */
  names: ReadonlySet<string>;
  /** Whether an answer that does not begin with a call has none: beside a form it is that form's then. */
  leading: boolean;
}

/** The name in a head, which is the JSON string after the first key of this name. */
const NAME = /"name"\s*:\s*("(?:[^"\\]|\\.)*")/;

type Place = 'text' | 'after call' | 'arguments' | 'close' | 'content only';

/**
 * Reads calls as `CALL_SPELLINGS` has them. A call is told of where its arguments begin, and these are passed on as
 * they come; they may be cut off, but are never broken, since the same spelling holds the answer. All else is content.
 */
export class CallParser extends ToolParser {
  readonly #first: CallHead;
  readonly #next: CallHead;
  readonly #close: CallHead;
  #leading: boolean;
  #place: Place = 'text';
  #arguments = new JsonScanner();

  constructor({ format, names, leading }: CallParserOptions) {
    super();
    const { first, next, close } = callHeads(format, names);
    this.#first = new CallHead(first);
    this.#next = new CallHead(next);
    this.#close = new CallHead(close);
    this.#leading = leading;
  }

  protected take(character: string): void {
    switch (this.#place) {
      case 'text':
        this.#takeHead(this.#first, character);
        break;
      case 'after call':
        this.#takeHead(this.#next, character);
        break;
      case 'arguments':
        this.arguments(character);
        if (this.#arguments.push(character) !== 'open') this.#place = 'close';
        break;
      case 'close':
        this.#takeClose(character);
        break;
      case 'content only':
        this.content(character);
    }
  }

  protected finish(): void {
    if (this.#place === 'text') this.content(this.#first.text);
    else if (this.#place === 'after call') this.content(this.#next.text);
  }

  #takeHead(head: CallHead, character: string): void {
    const state = head.push(character);
    if (state === 'open') return;
    const text = head.restart();
    if (state === 'broken') this.#noHead(text, character);
    else if (character === '{') this.#begin(text);
    else this.#place = 'text';
  }

  #begin(head: string): void {
    this.call(JSON.parse((NAME.exec(head) as RegExpExecArray)[1]) as string);
    this.#leading = false;
    this.#place = 'arguments';
    this.#arguments = new JsonScanner();
    this.take('{');
  }

  /** What looked like a head is none; but another may begin within it. */
  #noHead(text: string, character: string): void {
    const wasAfterCall = this.#place === 'after call';
    this.#place = this.#leading ? 'content only' : 'text';
    if (wasAfterCall) {
      for (const other of text + character) this.take(other);
      return;
    }
    const [released, ...rest] = text + character;
    this.content(released);
    for (const other of rest) this.take(other);
  }

  #takeClose(character: string): void {
    const state = this.#close.push(character);
    if (state === 'open') return;
    const text = this.#close.restart();
    this.#place = state === 'found' ? 'after call' : 'text';
    if (state === 'broken') for (const other of text + character) this.take(other);
  }
}
