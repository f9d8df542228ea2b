/** Why a text is no JSON, and at which character; null where it is. */
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

class Fault extends Error {
  readonly at: number;
  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

const deepest = 500;

/** Reads JSON only to find its first fault, since what browsers say of one often lacks its place. */
class Scan {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.#space();
    const char = this.#text[this.#at];
    if (char === '{') this.#members('{', '}', () => this.#member());
    else if (char === '[') this.#members('[', ']', () => this.value());
    else if (char === '"') this.#string();
    else this.#word();
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length)
      throw new Fault(this.#at, `nothing may follow the value, but ${this.#here()} does`);
  }

  #members(open: string, close: string, one: () => void): void {
    if (++this.#depth > deepest) throw new Fault(this.#at, 'it is nested too deep');
    this.#at++;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at++;
      this.#depth--;
      return;
    }
    for (;;) {
      one();
      this.#space();
      const char = this.#text[this.#at];
      if (char === close) break;
      if (char !== ',')
        throw new Fault(this.#at, `a comma or ${close} must follow in ${open}…${close}, not ${this.#here()}`);
      this.#at++;
    }
    this.#at++;
    this.#depth--;
  }

  #member(): void {
    this.#space();
    if (this.#text[this.#at] !== '"')
      throw new Fault(this.#at, `a name in double quotes must stand here, not ${this.#here()}`);
    this.#string();
    this.#space();
    if (this.#text[this.#at] !== ':') throw new Fault(this.#at, `a colon must follow the name, not ${this.#here()}`);
    this.#at++;
    this.value();
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
