import { JsonScanner } from './json-scanner.ts';

/** JSON text that a character adds to a call's arguments; the arguments are then incomplete, complete or invalid. */
export interface ReadArguments {
  state: 'open' | 'closed' | 'broken';
  json: string;
}

/**
 * Reads the arguments of one call by characters, from the last character of the call's head on, and emits JSON. The
 * grammar that constrains answers allows only text that the reader accepts. So its output may be truncated, but is
 * never invalid.
 */
export interface ArgumentReader {
  push(character: string): ReadArguments;
}

/** Reads arguments that are already JSON. */
export class JsonArguments implements ArgumentReader {
  readonly #scanner = new JsonScanner();

  push(character: string): ReadArguments {
    return { state: this.#scanner.push(character), json: character };
  }
}
