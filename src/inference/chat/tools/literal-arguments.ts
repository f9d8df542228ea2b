import type { LiteralStyle } from '../../grammar/tags/literal-style.ts';
import type { ArgumentReader, ReadArguments } from './argument-reader.ts';

const SPACE = /[ \t\n\r]/;
const SCALAR = /[-+.0-9a-zA-Z]/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const LONGEST_NAME = 1024;

type Place =
  | 'start'
  | 'name'
  | 'first name'
  | 'assign'
  | 'value'
  | 'first value'
  | 'end of value'
  | 'string'
  | 'scalar';

/** Closing brackets by opening bracket. */
const CLOSERS: Record<string, string> = { '(': ')', '{': '}', '[': ']' };

/** Reads literal arguments: `(name='value', ...)` or `{name:<escape>value<escape>,...}`. */
export class LiteralArgumentReader implements ArgumentReader {
  readonly #style: LiteralStyle;
  readonly #closers: string[] = [];
  #place: Place = 'start';
  #isName = false;
  /** Incomplete name, scalar, mark or escape. */
  #held = '';
  /** Quote or mark that ends the string. */
  #quote = '';

  constructor(style: LiteralStyle) {
    this.#style = style;
  }

  push(character: string): ReadArguments {
    if (this.#place === 'string') return this.#quote.length > 1 ? this.#marked(character) : this.#quoted(character);
    let before = '';
    if (this.#place === 'scalar') {
      if (SCALAR.test(character)) return this.#hold(character);
      const scalar = this.#scalar();
      if (scalar === null) return BROKEN;
      before = scalar;
      this.#held = '';
      this.#place = 'end of value';
    }
    const after = this.#outside(character);
    return { ...after, json: before + after.json };
  }

  #outside(character: string): ReadArguments {
    switch (this.#place) {
      case 'start':
        return this.#open(character, 'first name', '{');
      case 'name':
      case 'first name':
        return this.#atName(character);
      case 'assign':
        if (SPACE.test(character)) return OPEN;
        return character === ':' ? this.#go('value', ': ') : BROKEN;
      case 'value':
      case 'first value':
        return this.#atValue(character);
      default:
        if (SPACE.test(character)) return OPEN;
        if (character !== ',') return this.#close(character);
        return this.#go(this.#closers.at(-1) === ']' ? 'value' : 'name', ', ');
    }
  }

  #atName(character: string): ReadArguments {
    const isInner = this.#style.quotedNames && this.#closers.length > 1;
    if (this.#held === '') {
      if (SPACE.test(character)) return OPEN;
      if (this.#place === 'first name' && character === this.#closers.at(-1)) return this.#close(character);
      if (isInner) return this.#string(character, true);
    }
    if (character !== this.#style.assign) return this.#held.length < LONGEST_NAME ? this.#hold(character) : BROKEN;
    const name = this.#held.trim();
    this.#held = '';
    return this.#go('value', `${JSON.stringify(name)}: `);
  }

  #atValue(character: string): ReadArguments {
    if (this.#held === '') {
      if (SPACE.test(character)) return OPEN;
      if (this.#place === 'first value' && character === ']') return this.#close(character);
      if (character === '{') return this.#open(character, 'first name', '{');
      if (character === '[') return this.#open(character, 'first value', '[');
      if (SCALAR.test(character)) {
        this.#place = 'scalar';
        return this.#hold(character);
      }
    }
    return this.#string(character, false);
  }

  /** Reads a quote, or the next character of a mark, before a string. */
  #string(character: string, isName: boolean): ReadArguments {
    const { mark } = this.#style;
    const begun = this.#held + character;
    if (mark === null ? !`'"`.includes(character) : !mark.startsWith(begun)) return BROKEN;
    if (mark !== null && begun !== mark) return this.#hold(character);
    this.#held = '';
    this.#quote = begun;
    this.#isName = isName;
    return this.#go('string', '"');
  }

  /** Reads the next character of a quoted string, whose escapes are JSON's and the escaped single quote. */
  #quoted(character: string): ReadArguments {
    if (this.#held !== '') {
      this.#held = '';
      if (character === "'") return { state: 'open', json: "'" };
      return '"\\/bfnrtu'.includes(character) ? { state: 'open', json: `\\${character}` } : BROKEN;
    }
    if (character === '\\') return this.#hold(character);
    if (character === this.#quote) return this.#go(this.#isName ? 'assign' : 'end of value', '"');
    if (character < ' ') return BROKEN;
    return { state: 'open', json: character === '"' ? '\\"' : character };
  }

  /** Reads the next character of a string between two marks; withholds a possible beginning of the second mark. */
  #marked(character: string): ReadArguments {
    const text = this.#held + character;
    if (text.endsWith(this.#quote)) {
      this.#held = '';
      return this.#go('end of value', `${JSON.stringify(text.slice(0, -this.#quote.length)).slice(1)}`);
    }
    let kept = Math.min(this.#quote.length - 1, text.length);
    while (!this.#quote.startsWith(text.slice(text.length - kept))) kept -= 1;
    this.#held = text.slice(text.length - kept);
    return { state: 'open', json: JSON.stringify(text.slice(0, text.length - kept)).slice(1, -1) };
  }

  /** Returns the held text as a JSON scalar; null if it is not one. */
  #scalar(): string | null {
    const { words } = this.#style;
    const word = (['null', 'true', 'false'] as const).find((name) => words[name].includes(this.#held));
    return word ?? (NUMBER.test(this.#held) ? this.#held : null);
  }

  #open(character: string, place: Place, json: string): ReadArguments {
    this.#closers.push(CLOSERS[character]);
    return this.#go(place, json);
  }

  #close(character: string): ReadArguments {
    if (this.#closers.pop() !== character) return BROKEN;
    this.#place = 'end of value';
    return { state: this.#closers.length === 0 ? 'closed' : 'open', json: character === ']' ? ']' : '}' };
  }

  #go(place: Place, json: string): ReadArguments {
    this.#place = place;
    return { state: 'open', json };
  }

  #hold(character: string): ReadArguments {
    this.#held += character;
    return OPEN;
  }
}

const OPEN: ReadArguments = { state: 'open', json: '' };
const BROKEN: ReadArguments = { state: 'broken', json: '' };
