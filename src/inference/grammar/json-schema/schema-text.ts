import { GrammarError } from '../grammar-error.ts';
import { checkTextSize, GRAMMAR_LIMITS } from '../limits.ts';

export type SchemaObject = Record<string, unknown>;
export type Schema = SchemaObject | boolean;

/** Parses JSON of bounded size and depth. Throws GrammarError, which calls the text `what`. */
export function parseJson(text: string, what: string): unknown {
  checkTextSize(text, what);
  if (nestsTooDeep(text)) {
    throw new GrammarError(`the ${what} nests more than ${GRAMMAR_LIMITS.depth} levels, which is the limit`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GrammarError(`the ${what} is not JSON: ${(error as Error).message}`);
  }
}

/**
 * Returns whether brackets nest too deep. It blocks the event loop, and a loop over characters is faster than a regular
 * expression that matches a megabyte.
 */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > GRAMMAR_LIMITS.depth) return true;
  }
  return false;
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value);
}

/** Returns whether a value is an array or an object. */
export function isComposed(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
