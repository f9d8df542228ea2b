import { JsonScanner, type JsonState } from './json-scanner.ts';

export interface CallObjectOptions {
  /** Tools there are; an object with another name is no call. */
  names: ReadonlySet<string>;
  /** Whether an object without arguments is a call, with none. */
  mayLackArguments: boolean;
  onCall: (name: string) => void;
  onArguments: (text: string) => void;
}

const ARGUMENTS = new Set(['arguments', 'parameters']);
const KEYS = new Set(['name', 'id', 'type', 'index', ...ARGUMENTS]);

/**
 * Reads one call, `{"name": ..., "arguments" or "parameters": {...}}`, character by character, its keys in any order
 * and `id`, `type` and `index` beside them. It tells of the call once its name and the start of its arguments are there, and passes the
 * arguments on as they come. Arguments may also be an object that is written as a string.
 */
export class CallObject {
  readonly #options: CallObjectOptions;
  readonly #scanner = new JsonScanner();
  /** What of the outermost object is being read. */
  #reading: 'punctuation' | 'key' | 'value' = 'punctuation';
  /** The key or value read so far; but of an object of arguments the first character only. */
  #text = '';
  #key = '';
  #name: string | null = null;
  /** Arguments that wait for the name. */
  #held = '';
  #told = false;
  #complete = false;

  constructor(options: CallObjectOptions) {
    this.#options = options;
  }

  /** Whether the call has been told of. */
  get told(): boolean {
    return this.#told;
  }

  /** Whether nothing is missing of the arguments. */
  get complete(): boolean {
    return this.#complete;
  }

  push(character: string): JsonState {
    const { depth, place } = this.#scanner;
    const state = this.#scanner.push(character);
    if (state === 'broken') return state;
    if (depth === 0) return character === '{' ? 'open' : 'broken';
    if (depth === 1 && place === 'scalar' && this.#scanner.place !== 'scalar' && !this.#endValue()) return 'broken';
    if (state === 'closed') return this.#end() ? 'closed' : 'broken';
    if (depth === 1 && this.#reading === 'punctuation') this.#begin(character, place);
    return this.#reading === 'punctuation' || this.#take(character) ? 'open' : 'broken';
  }

  #begin(character: string, place: string): void {
    if (/[ \t\n\r]/.test(character)) return;
    if (place === 'name' || place === 'first name') this.#reading = 'key';
    else if (place === 'value') this.#reading = 'value';
    this.#text = '';
  }

  #take(character: string): boolean {
    const isArguments = this.#reading === 'value' && ARGUMENTS.has(this.#key) && !this.#complete;
    const passed = isArguments && (this.#text === '' ? character : this.#text) === '{';
    if (passed) this.#pass(character);
    if (!passed || this.#text === '') this.#text += character;
    const { depth, place } = this.#scanner;
    if (this.#reading === 'key' && place === 'colon') {
      this.#key = JSON.parse(this.#text) as string;
      this.#reading = 'punctuation';
      return KEYS.has(this.#key);
    }
    if (this.#reading === 'value' && depth === 1 && place === 'end of value') return this.#endValue();
    return true;
  }

  /** Whether the value at hand can be part of a call. */
  #endValue(): boolean {
    this.#reading = 'punctuation';
    if (this.#key === 'name' && this.#name === null) return this.#takeName(JSON.parse(this.#text));
    if (!ARGUMENTS.has(this.#key) || this.#complete) return true;
    if (this.#text !== '{') {
      const written = objectText(JSON.parse(this.#text));
      if (written === null) return false;
      this.#pass(written);
    }
    this.#complete = true;
    return true;
  }

  #takeName(name: unknown): boolean {
    if (typeof name !== 'string' || !this.#options.names.has(name)) return false;
    this.#name = name;
    if (this.#held !== '') this.#pass('');
    return true;
  }

  #pass(text: string): void {
    this.#held += text;
    if (this.#name === null) return;
    if (!this.#told) this.#options.onCall(this.#name);
    this.#told = true;
    this.#options.onArguments(this.#held);
    this.#held = '';
  }

  /** Whether what is complete now is a call. */
  #end(): boolean {
    if (this.#name === null) return false;
    if (!this.#complete && !this.#options.mayLackArguments) return false;
    if (!this.#complete) this.#pass('{}');
    this.#complete = true;
    return true;
  }
}

/** An object that is written as a string, or none at all; null for what is no object. */
function objectText(value: unknown): string | null {
  if (value === null || value === '') return '{}';
  if (typeof value !== 'string') return null;
  try {
    const inner: unknown = JSON.parse(value);
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? value : null;
  } catch {
    return null;
  }
}
