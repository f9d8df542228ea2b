import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { ANY_JSON, type JsonOptions, jsonSchemaGrammar } from '../../../src/inference/grammar/grammar.ts';
import { TokenGrammar } from '../../../src/inference/grammar/tokens/token-matcher.ts';
import { randomNumbers, randomText, smallVocabulary } from './random-walk.ts';
import { SCHEMAS } from './schemas.ts';

const vocabulary = smallVocabulary();

function grammarOf(schema: unknown, options: JsonOptions = ANY_JSON): TokenGrammar {
  return new TokenGrammar(compileGrammar(jsonSchemaGrammar(schema as object, options)), vocabulary);
}

function validatorOf(schema: unknown) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Draft 7's lists of items, as 2020-12 spells them.
  const text = JSON.stringify(schema).replace(/"items":(\[[^\]]*\]),"additionalItems":/, '"prefixItems":$1,"items":');
  return ajv.compile(JSON.parse(text));
}

describe('random texts of a schema', () => {
  it(`are valid, for each of ${SCHEMAS.length} schemas`, () => {
    let finished = 0;
    for (const [at, schema] of SCHEMAS.entries()) {
      const validate = validatorOf(schema);
      const random = randomNumbers(at + 1);
      for (const options of [ANY_JSON, { whitespace: 'none', additionalProperties: false } as const]) {
        const grammar = grammarOf(schema, options);
        for (let round = 0; round < 6; round++) {
          const text = randomText(grammar, random);
          if (text === null) continue;
          finished += 1;
          const valid = validate(JSON.parse(text));
          expect(valid, `${JSON.stringify(schema)}: ${text}: ${JSON.stringify(validate.errors)}`).toBe(true);
          if (options.whitespace === 'none') expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
        }
      }
    }
    // Those that branch without end may not come to one.
    expect(finished).toBeGreaterThan(SCHEMAS.length * 9);
  }, 600_000);
});
