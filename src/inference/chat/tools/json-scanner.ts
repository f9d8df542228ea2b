/** Whether the value is incomplete, complete with this character, or invalid JSON. */
type JsonState = 'open' | 'closed' | 'broken';

/** Expected next part, besides white space. `first name` and `first value` also allow the end of the container. */
type JsonPlace = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'end of value' | 'string' | 'scalar';

const SPACE = /[ \t\n\r]/;
const SCALAR = /[-+.0-9a-zA-Z]/;
const SCALARS = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

/** Scans one JSON object or list by characters, and finds its end or its first error (RFC 8259). */
export class JsonScanner {
  readonly #closers: string[] = [];
  #place: JsonPlace = 'value';
  #isName = false;
  /** Rest of an escape sequence: any escape character, or a number of hexadecimal digits. */
  #escape: 'none' | 'any' | 1 | 2 | 3 | 4 = 'none';
  #scalar = '';

  /** Number of open objects and lists. */
  get depth(): number {
    return this.#closers.length;
  }

  get place(): JsonPlace {
    return this.#place;
  }

  push(character: string): JsonState {
    if (this.#place === 'string') return this.#inString(character);
    if (this.#place === 'scalar') {
      if (SCALAR.test(character)) {
        this.#scalar += character;
        return 'open';
      }
      if (!SCALARS.test(this.#scalar)) return 'broken';
      this.#place = 'end of value';
    }
    if (SPACE.test(character)) return 'open';
    return this.#outside(character);
  }

  #outside(character: string): JsonState {
    const place = this.#place;
    if (character === '}' || character === ']') {
      const mayEnd = place === 'end of value' || place === 'first name' || place === 'first value';
      if (!mayEnd || this.#closers.pop() !== character) return 'broken';
      this.#place = 'end of value';
      return this.#closers.length === 0 ? 'closed' : 'open';
    }
    if (place === 'colon') return this.#expect(character, ':', 'value');
    if (place === 'end of value') {
      return this.#expect(character, ',', this.#closers.at(-1) === '}' ? 'name' : 'value');
    }
    this.#isName = place === 'name' || place === 'first name';
    if (character === '"') this.#place = 'string';
    else if (this.#isName) return 'broken';
    else return this.#begin(character);
    return this.#closers.length === 0 ? 'broken' : 'open';
  }

  /** Begins a value that is not a string. */
  #begin(character: string): JsonState {
    if (character === '{' || character === '[') {
      this.#closers.push(character === '{' ? '}' : ']');
      this.#place = character === '{' ? 'first name' : 'first value';
      return 'open';
    }
    if (this.#closers.length === 0 || !SCALAR.test(character)) return 'broken';
    this.#scalar = character;
    this.#place = 'scalar';
    return 'open';
  }

  #inString(character: string): JsonState {
    if (this.#escape === 'any') {
      this.#escape = character === 'u' ? 4 : 'none';
      return '"\\/bfnrtu'.includes(character) ? 'open' : 'broken';
    }
    if (this.#escape !== 'none') {
      this.#escape = this.#escape === 1 ? 'none' : ((this.#escape - 1) as 1 | 2 | 3);
      return /[0-9a-fA-F]/.test(character) ? 'open' : 'broken';
    }
    if (character === '\\') this.#escape = 'any';
    else if (character === '"') this.#place = this.#isName ? 'colon' : 'end of value';
    return character < ' ' ? 'broken' : 'open';
  }

  #expect(character: string, wanted: string, next: JsonPlace): JsonState {
    this.#place = next;
    return character === wanted ? 'open' : 'broken';
  }
}
