import { CallObject } from './call-object.ts';
import { MarkerSearch } from './marker-search.ts';
import { ToolParser } from './tool-parser.ts';

const OPEN = '<tool_call>';
const CLOSE = '</tool_call>';
const SPACE = /\s/;

type Place = 'text' | 'before call' | 'call' | 'after call' | 'broken arguments' | 'rest of call';

/**
 * `<tool_call>{"name": ..., "arguments": {...}}</tool_call>`, repeated, or a list of such objects between the tags
 * (SmolLM2). The closing tag may be missing. Where the JSON breaks off before the call has a name and arguments, it is
 * content; where it breaks later, all up to the closing tag is arguments, for the caller to judge.
 */
export class HermesParser extends ToolParser {
  readonly #names: ReadonlySet<string>;
  readonly #opening = new MarkerSearch(OPEN);
  readonly #closing = new MarkerSearch(CLOSE);
  #place: Place = 'text';
  #object: CallObject | null = null;
  #inList = false;
  /** What was read since the opening tag or the last call, in case it is no call. */
  #raw = '';

  constructor(names: ReadonlySet<string>) {
    super();
    this.#names = names;
  }

  protected take(character: string): void {
    switch (this.#place) {
      case 'text':
        this.#takeText(character);
        break;
      case 'before call':
        this.#takeBefore(character);
        break;
      case 'call':
        this.#takeCall(character);
        break;
      case 'after call':
        this.#takeAfter(character);
        break;
      default:
        this.#takeRest(character);
    }
  }

  protected finish(): void {
    if (this.#place === 'text') this.content(this.#opening.end());
    else if (this.#place === 'before call' || (this.#place === 'call' && !this.#object?.told)) this.content(this.#raw);
    else if (this.#place === 'broken arguments') this.arguments(this.#closing.end());
  }

  #takeText(character: string): void {
    const { text, found } = this.#opening.push(character);
    this.content(text);
    if (!found) return;
    this.#place = 'before call';
    this.#inList = false;
    this.#raw = OPEN;
  }

  #takeBefore(character: string): void {
    if (character === '[' && !this.#inList) this.#inList = true;
    else if (character === '{') this.#begin();
    else if (!SPACE.test(character)) {
      this.#noCall(character);
      return;
    }
    if (this.#place === 'call') this.#takeCall(character);
    else this.#raw += character;
  }

  #begin(): void {
    this.#place = 'call';
    this.#object = new CallObject({
      names: this.#names,
      mayLackArguments: true,
      onCall: (name) => this.call(name),
      onArguments: (text) => this.arguments(text),
    });
  }

  #takeCall(character: string): void {
    const object = this.#object as CallObject;
    const state = object.push(character);
    if (state === 'closed') {
      this.#place = 'after call';
      this.#raw = '';
    } else if (state === 'open') this.#raw += character;
    else if (!object.told) this.#noCall(character);
    else {
      this.#place = object.complete ? 'rest of call' : 'broken arguments';
      this.#takeRest(character);
    }
  }

  /** What came since the tag is content after all; the character that told so may begin another tag. */
  #noCall(character: string): void {
    this.content(this.#raw);
    this.#place = 'text';
    this.#takeText(character);
  }

  #takeAfter(character: string): void {
    if (this.#closing.held === '') {
      if (SPACE.test(character) || (this.#inList && character === ']')) return;
      if (this.#inList && character === ',') {
        this.#place = 'before call';
        return;
      }
    }
    const { text, found } = this.#closing.push(character);
    if (text === '' && !found) return;
    this.#place = 'text';
    for (const other of text + this.#closing.end()) this.#takeText(other);
  }

  #takeRest(character: string): void {
    const { text, found } = this.#closing.push(character);
    if (this.#place === 'broken arguments') this.arguments(text);
    if (found) this.#place = 'text';
  }
}
