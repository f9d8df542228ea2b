import type { ToolFormat } from '../../../model/text/template-formats.ts';
import type { ArgumentReader } from './argument-reader.ts';
import { CallHead, callHeads } from './call-heads.ts';
import { CALL_SPELLINGS, callsStandAlone } from './call-spelling.ts';

/**
 * Events of a parser, in the order of the answer: text, the beginning of a call, and pieces of the newest call's
 * arguments. The joined pieces are the arguments, as the model wrote them if that is JSON, else converted to JSON.
 */
export type AnswerEvent =
  | { kind: 'content'; text: string }
  | { kind: 'call'; name: string }
  | { kind: 'arguments'; text: string };

interface CallParserOptions {
  format: ToolFormat;
  /** Names of the tools; text that names another tool is not a call. */
  names: ReadonlySet<string>;
  /** Schemas of the tools by name, if known: some formats do not distinguish strings from other values. */
  parameters?: ReadonlyMap<string, unknown>;
  /** Whether an answer has calls only if it begins with one; else it is structured output. */
  leading?: boolean;
}

type Place = 'text' | 'after call' | 'arguments' | 'close' | 'content only';

/**
 * Parses the text of one growing answer for calls in the formats of `CALL_SPELLINGS`. It emits a call when the call's
 * arguments begin, then the arguments as they arrive. These may be truncated, but are never invalid, since the same
 * spelling constrains the answer. All other text is content. The result does not depend on how the text is divided into
 * pieces. Adjacent events of the same kind are merged.
 */
export class CallParser {
  #events: AnswerEvent[] = [];
  /** High surrogate whose low surrogate has not arrived. */
  #half = '';
  readonly #first: CallHead;
  readonly #next: CallHead;
  readonly #close: CallHead;
  readonly #spelling: (typeof CALL_SPELLINGS)[ToolFormat];
  readonly #parameters: ReadonlyMap<string, unknown>;
  #leading: boolean;
  #place: Place = 'text';
  #arguments: ArgumentReader;

  constructor({ format, names, parameters = new Map(), leading = false }: CallParserOptions) {
    const { first, next, close } = callHeads(format, names);
    this.#first = new CallHead(first);
    this.#next = new CallHead(next);
    this.#close = new CallHead(close);
    this.#spelling = CALL_SPELLINGS[format];
    this.#parameters = parameters;
    this.#arguments = this.#spelling.arguments.reader(undefined);
    this.#leading = leading || callsStandAlone(format);
  }

  push(text: string): AnswerEvent[] {
    const all = this.#half + text;
    const last = all.charCodeAt(all.length - 1);
    this.#half = last >= 0xd800 && last < 0xdc00 ? all.slice(-1) : '';
    for (const character of all.slice(0, all.length - this.#half.length)) this.#take(character);
    return this.#drain();
  }

  /** Returns the withheld events at the end of the answer. */
  end(): AnswerEvent[] {
    if (this.#half !== '') this.#take(this.#half);
    if (this.#place === 'text') this.#content(this.#first.text);
    else if (this.#place === 'after call') this.#content(this.#next.text);
    return this.#drain();
  }

  #take(character: string): void {
    switch (this.#place) {
      case 'text':
        this.#takeHead(this.#first, character);
        break;
      case 'after call':
        this.#takeHead(this.#next, character);
        break;
      case 'arguments':
        this.#takeArguments(character);
        break;
      case 'close':
        this.#takeClose(character);
        break;
      case 'content only':
        this.#content(character);
    }
  }

  #takeHead(head: CallHead, character: string): void {
    const state = head.push(character);
    if (state === 'open') return;
    const text = head.restart();
    if (state === 'broken') this.#noHead(text, character);
    else if (character === this.#spelling.arguments.opens) this.#begin(text);
    else this.#place = 'text';
  }

  #begin(head: string): void {
    const name = this.#spelling.name.read(head);
    this.#add({ kind: 'call', name });
    this.#leading = false;
    this.#place = 'arguments';
    this.#arguments = this.#spelling.arguments.reader(this.#parameters.get(name));
    this.#take(this.#spelling.arguments.opens);
  }

  #takeArguments(character: string): void {
    const { state, json } = this.#arguments.push(character);
    this.#add({ kind: 'arguments', text: json });
    if (state !== 'open') this.#place = this.#spelling.any.close === '' ? 'after call' : 'close';
  }

  /** Releases text that turned out not to be a head. Another head may begin within it. */
  #noHead(text: string, character: string): void {
    const wasAfterCall = this.#place === 'after call';
    this.#place = this.#leading ? 'content only' : 'text';
    if (wasAfterCall) {
      for (const other of text + character) this.#take(other);
      return;
    }
    const [released, ...rest] = text + character;
    this.#content(released);
    for (const other of rest) this.#take(other);
  }

  #takeClose(character: string): void {
    const state = this.#close.push(character);
    if (state === 'open') return;
    const text = this.#close.restart();
    this.#place = state === 'found' ? 'after call' : 'text';
    if (state === 'broken') for (const other of text + character) this.#take(other);
  }

  #content(text: string): void {
    this.#add({ kind: 'content', text });
  }

  #add(event: AnswerEvent): void {
    if (event.kind === 'call') this.#events.push(event);
    else if (event.text !== '') {
      const last = this.#events.at(-1);
      if (last?.kind === event.kind) last.text += event.text;
      else this.#events.push(event);
    }
  }

  #drain(): AnswerEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
