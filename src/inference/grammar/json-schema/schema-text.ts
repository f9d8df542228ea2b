import { GrammarError } from '../grammar-error.ts';
import { GRAMMAR_LIMITS } from '../limits.ts';
import { checkTextSize } from '../text-size.ts';

export type SchemaObject = Record<string, unknown>;
export type Schema = SchemaObject | boolean;

/** Reads JSON of a bounded size and depth. Throws GrammarError, with `what` in front. */
export function parseJson(text: string, what: string): unknown {
  checkTextSize(text, what);
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth > GRAMMAR_LIMITS.depth) {
      throw new GrammarError(`the ${what} nests more than ${GRAMMAR_LIMITS.depth} levels, which is the limit`);
    }
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GrammarError(`the ${what} is not JSON: ${(error as Error).message}`);
  }
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'boolean' || isSchemaObject(value);
}
