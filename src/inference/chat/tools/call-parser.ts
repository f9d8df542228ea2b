import type { ToolFormat } from '../../../model/text/template-formats.ts';
import type { ArgumentReader } from './argument-reader.ts';
import { CallHead, callHeads } from './call-heads.ts';
import { CALL_SPELLINGS, callsStandAlone } from './call-spelling.ts';

/**
 * What a parser finds in an answer, in order: text, a call that begins, and pieces of the newest call's arguments. The
 * pieces put together are the arguments: as the model wrote them where that is JSON, else as JSON of the same value.
 */
export type AnswerEvent =
  | { kind: 'content'; text: string }
  | { kind: 'call'; name: string }
  | { kind: 'arguments'; text: string };

interface CallParserOptions {
  format: ToolFormat;
  /** Tools there are; what names another one is no call. */
  names: ReadonlySet<string>;
  /** Their schemas, by name, where they are known: some formats do not tell a string from another value. */
  parameters?: ReadonlyMap<string, unknown>;
  /** Whether an answer that does not begin with a call has none: it is structured output then. */
  leading?: boolean;
}

type Place = 'text' | 'after call' | 'arguments' | 'close' | 'content only';

/**
 * Parses the text of one answer as it grows, for calls as `CALL_SPELLINGS` has them. A call is told of where its
 * arguments begin, and these are passed on as they come; they may be cut off, but are never broken, since the same
 * spelling constrains the answer. All else is content. However the text is cut into pieces, the events say the same;
 * neighbours of one kind are one event.
 */
export class CallParser {
  #events: AnswerEvent[] = [];
  /** The first half of a character beyond 16 bits whose other half is still to come. */
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

  /** What was withheld, when the answer ends. */
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

  /** What looked like a head is none; but another may begin within it. */
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
