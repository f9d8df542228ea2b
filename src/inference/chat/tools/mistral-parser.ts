import { CallObject } from './call-object.ts';
import { JsonScanner } from './json-scanner.ts';
import { MarkerSearch } from './marker-search.ts';
import { ToolParser } from './tool-parser.ts';

export const TOOL_CALLS = '[TOOL_CALLS]';
const SPACE = /\s/;
/** A name, then the markers that newer models put between it and the arguments. */
const HEAD = /^\s*([\w.:/-]+?)\s*(?:\[CALL_ID\]\s*\w+\s*)?(?:\[ARGS\]\s*)?$/;

type Place = 'text' | 'after marker' | 'in list' | 'object' | 'head' | 'arguments' | 'broken arguments';

/**
 * `[TOOL_CALLS][{"name": ..., "arguments": {...}}, ...]`, and the form of newer models, `[TOOL_CALLS]NAME{...}` or
 * `[TOOL_CALLS]NAME[ARGS]{...}` for each call. What is no call of a known tool is content.
 */
export class MistralParser extends ToolParser {
  readonly #names: ReadonlySet<string>;
  readonly #marker = new MarkerSearch(TOOL_CALLS);
  #place: Place = 'text';
  #inList = false;
  #object: CallObject | null = null;
  #scanner: JsonScanner | null = null;
  #head = '';
  /** What was read since the marker or the last call, in case it is no call. */
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
      case 'after marker':
      case 'in list':
        this.#takeStart(character);
        break;
      case 'object':
        this.#takeObject(character);
        break;
      case 'head':
        this.#takeHead(character);
        break;
      case 'arguments':
        this.#takeArguments(character);
        break;
      default:
        this.arguments(character);
    }
  }

  protected finish(): void {
    if (this.#place === 'text') this.content(this.#marker.end());
    const untold = this.#place === 'object' && !this.#object?.told;
    if (untold || this.#place === 'after marker' || this.#place === 'head') this.content(this.#raw);
  }

  #takeText(character: string): void {
    const { text, found } = this.#marker.push(character);
    this.content(text);
    if (!found) return;
    this.#place = 'after marker';
    this.#raw = TOOL_CALLS;
    this.#inList = false;
  }

  #takeStart(character: string): void {
    this.#raw += character;
    if (SPACE.test(character) || (this.#place === 'in list' && character === ',')) return;
    if (character === '{') this.#begin();
    else if (this.#place === 'in list') {
      this.#place = 'text';
      if (character !== ']') this.#noCall();
    } else if (character === '[') {
      this.#place = 'in list';
      this.#inList = true;
    } else {
      this.#place = 'head';
      this.#head = character;
    }
  }

  #begin(): void {
    this.#place = 'object';
    this.#object = new CallObject({
      names: this.#names,
      mayLackArguments: true,
      onCall: (name) => this.call(name),
      onArguments: (text) => this.arguments(text),
    });
    this.#object.push('{');
  }

  #takeObject(character: string): void {
    const object = this.#object as CallObject;
    const state = object.push(character);
    this.#raw += character;
    if (state === 'open') return;
    if (state === 'closed' || object.complete) this.#endCall();
    else if (!object.told) this.#noCall();
    else {
      this.#place = 'broken arguments';
      this.arguments(character);
    }
  }

  #endCall(): void {
    this.#place = this.#inList ? 'in list' : 'text';
    this.#raw = '';
  }

  #takeHead(character: string): void {
    this.#raw += character;
    if (character !== '{') {
      this.#head += character;
      return;
    }
    const name = HEAD.exec(this.#head)?.[1];
    if (name === undefined || !this.#names.has(name)) {
      this.#noCall();
      return;
    }
    this.call(name);
    this.#place = 'arguments';
    this.#scanner = new JsonScanner();
    this.#takeArguments(character);
  }

  #takeArguments(character: string): void {
    const state = (this.#scanner as JsonScanner).push(character);
    this.arguments(character);
    if (state === 'closed') this.#endCall();
    else if (state === 'broken') this.#place = 'broken arguments';
  }

  #noCall(): void {
    this.content(this.#raw);
    this.#raw = '';
    this.#place = 'text';
  }
}
