import type { ArgumentReader, ReadArguments } from './argument-reader.ts';
import { argumentTypes, jsonTypeOf } from './argument-types.ts';

const BEGIN = '<parameter=';
const END = '</parameter>';
const CLOSE = '</function>';
const SPACE = /^[ \t\r\n]*/;

/** Most characters of a parameter's name. */
const LONGEST_NAME = 1024;

type Place = 'start' | 'between' | 'name' | 'string' | 'other value' | 'closed';

/**
 * Reads Qwen3-Coder's arguments, `><parameter=NAME>VALUE</parameter>...</function>`. A line break at each end of a
 * value is not part of it. If the schema allows only a string, the value is emitted as it arrives. Any other value is
 * emitted when it is complete: as JSON if it is JSON of a type that the schema allows, else as a string.
 */
export class XmlArgumentReader implements ArgumentReader {
  readonly #parameters: unknown;
  #place: Place = 'start';
  /** Text that may turn out to be a mark, or is incomplete. */
  #held = '';
  /** Held part of a value without its last characters: a scan of the whole for each character would be quadratic. */
  #before = '';
  #name = '';
  #isFirst = true;
  #begins = false;

  constructor(parameters: unknown) {
    this.#parameters = parameters;
  }

  push(character: string): ReadArguments {
    if (this.#place === 'start') {
      this.#place = 'between';
      return { state: 'open', json: '{' };
    }
    this.#held += character;
    switch (this.#place) {
      case 'between':
        return this.#between();
      case 'name':
        return this.#inName(character);
      case 'string':
        return { state: 'open', json: this.#inString() };
      case 'other value':
        return { state: 'open', json: this.#inValue() };
      default:
        return { state: 'broken', json: '' };
    }
  }

  #between(): ReadArguments {
    const mark = this.#held.replace(SPACE, '');
    this.#held = mark;
    if (mark === BEGIN) {
      this.#held = '';
      this.#place = 'name';
    } else if (mark === CLOSE) {
      this.#place = 'closed';
      return { state: 'closed', json: '}' };
    } else if (!BEGIN.startsWith(mark) && !CLOSE.startsWith(mark)) return { state: 'broken', json: '' };
    return { state: 'open', json: '' };
  }

  #inName(character: string): ReadArguments {
    if (this.#held.length > LONGEST_NAME) return { state: 'broken', json: '' };
    if (character !== '>') return { state: 'open', json: '' };
    this.#name = this.#held.slice(0, -1);
    this.#held = '';
    this.#begins = true;
    const types = argumentTypes(this.#parameters, this.#name);
    this.#place = types.size === 1 && types.has('string') ? 'string' : 'other value';
    const key = `${this.#isFirst ? '' : ', '}${JSON.stringify(this.#name)}: `;
    this.#isFirst = false;
    return { state: 'open', json: this.#place === 'string' ? `${key}"` : key };
  }

  /** Returns the part of a string that can be emitted. */
  #inString(): string {
    if (this.#held.endsWith(END)) return `${escaped(withoutLineEnd(this.#value()))}"`;
    this.#dropLineStart();
    // Withholds the last line break, and text that looks like the end of the value.
    const { length } = this.#held;
    let kept = Math.min(END.length, length);
    while (kept > 0 && !couldEnd(this.#held.slice(length - kept))) kept -= 1;
    const certain = this.#held.slice(0, length - kept);
    this.#held = this.#held.slice(length - kept);
    return escaped(certain);
  }

  #inValue(): string {
    if (!this.#held.endsWith(END)) {
      this.#before += this.#held.slice(0, -END.length);
      this.#held = this.#held.slice(-END.length);
      return '';
    }
    this.#held = this.#before + this.#held;
    this.#before = '';
    const text = withoutLineEnd(this.#value());
    const json = text.trim();
    const types = argumentTypes(this.#parameters, this.#name);
    try {
      if (types.has(jsonTypeOf(JSON.parse(json)))) return json;
    } catch {
      // Text that is not JSON is a string.
    }
    return JSON.stringify(text);
  }

  /** Returns the rest of a complete value. */
  #value(): string {
    this.#dropLineStart();
    const value = this.#held.slice(0, -END.length);
    this.#held = '';
    this.#place = 'between';
    return value;
  }

  #dropLineStart(): void {
    if (!this.#begins || this.#held === '') return;
    if (this.#held.startsWith('\n')) this.#held = this.#held.slice(1);
    this.#begins = false;
  }
}

function couldEnd(text: string): boolean {
  return END.startsWith(text) || `\n${END}`.startsWith(text);
}

function withoutLineEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
