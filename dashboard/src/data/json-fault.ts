/** Returns the first error of a JSON text and its character offset; null if it is valid. */
export function jsonFault(text: string): { at: number; reason: string } | null {
  const scan = new Scan(text);
  try {
    scan.value();
    scan.end();
    return null;
  } catch (fault) {
    if (fault instanceof Fault) return { at: fault.at, reason: fault.message };
    throw fault;
  }
}

/**
 * Returns the offset of a path in a JSON text: the name of a member, or an item of a list; else of the nearest
 * ancestor.
 */
export function placeOf(text: string, path: readonly (string | number)[]): number {
  const places = new Map<string, number>();
  try {
    new Scan(text, places).value();
  } catch (fault) {
    // Too deeply nested to be read in full; earlier places are known.
    if (!(fault instanceof Fault)) throw fault;
  }
  for (let length = path.length; length > 0; length--) {
    const found = places.get(JSON.stringify(path.slice(0, length)));
    if (found !== undefined) return found;
  }
  return text.length - text.trimStart().length;
}

class Fault extends Error {
  readonly at: number;
  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

const deepest = 500;

/** Scans JSON for its first error, since browsers' messages often lack its place. */
class Scan {
  readonly #text: string;
  #at = 0;
  /** Offset of each member and item, by path, if wanted. */
  readonly #places: Map<string, number> | null;
  readonly #path: (string | number)[] = [];

  constructor(text: string, places: Map<string, number> | null = null) {
    this.#text = text;
    this.#places = places;
  }

  value(): void {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{') this.#members('{', '}', () => this.#member());
    else if (char === '[') this.#members('[', ']', (place) => this.#item(place));
    else if (char === '"') this.#string();
    else this.#word();
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length)
      throw new Fault(this.#at, `nothing may follow the value, but ${this.#here()} does`);
  }

  #members(open: string, close: string, one: (place: number) => void): void {
    if (this.#path.length >= deepest) throw new Fault(this.#at, 'it is nested too deep');
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return;
    }
    for (let place = 0; ; place++) {
      one(place);
      this.#space();
      const char = this.#text[this.#at];
      if (char === close) break;
      if (char !== ',')
        throw new Fault(this.#at, `a comma or ${close} must follow in ${open}…${close}, not ${this.#here()}`);
      this.#at++;
    }
    this.#at++;
  }

  #item(place: number): void {
    this.#space();
    this.#within(place, this.#at);
  }

  /** Reads the value of a member or an item. */
  #within(name: string | number, start: number): void {
    this.#path.push(name);
    this.#places?.set(JSON.stringify(this.#path), start);
    this.value();
    this.#path.pop();
  }

  #member(): void {
    this.#space();
    if (this.#text[this.#at] !== '"')
      throw new Fault(this.#at, `a name in double quotes must stand here, not ${this.#here()}`);
    const start = this.#at;
    this.#string();
    const name = this.#places === null ? '' : (JSON.parse(this.#text.slice(start, this.#at)) as string);
    this.#space();
    if (this.#text[this.#at] !== ':') throw new Fault(this.#at, `a colon must follow the name, not ${this.#here()}`);
    this.#at++;
    this.#within(name, start);
  }

  #string(): void {
    const start = this.#at++;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) throw new Fault(start, 'the text that begins here has no closing quote');
      if (char < ' ') throw new Fault(this.#at, 'a control character must be written as an escape');
      if (char === '"') break;
      if (char === '\\') this.#escape();
      else this.#at++;
    }
    this.#at++;
  }

  #escape(): void {
    const found = /\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
    found.lastIndex = this.#at;
    if (!found.test(this.#text)) throw new Fault(this.#at, 'there is no such escape');
    this.#at = found.lastIndex;
  }

  #word(): void {
    const found = /true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
    found.lastIndex = this.#at;
    if (!found.test(this.#text)) throw new Fault(this.#at, `a value must stand here, not ${this.#here()}`);
    this.#at = found.lastIndex;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++;
  }

  #here(): string {
    const char = this.#text[this.#at];
    return char === undefined ? 'the end' : JSON.stringify(char);
  }
}
