import { JsonScanner } from './json-scanner.ts';

/** What a character adds to a call's arguments, as JSON, and whether they go on, are complete or broken with it. */
export interface ReadArguments {
  state: 'open' | 'closed' | 'broken';
  json: string;
}

/**
 * Reads the arguments of one call character by character, from the last one of its head on, and gives them as JSON. The
 * grammar that constrains answers lets through what it reads, so that what it gives may be cut off, but not wrong.
 */
export interface ArgumentReader {
  push(character: string): ReadArguments;
}

/** Arguments that are JSON as they are. */
export class JsonArguments implements ArgumentReader {
  readonly #scanner = new JsonScanner();

  push(character: string): ReadArguments {
    return { state: this.#scanner.push(character), json: character };
  }
}
