import { beforeAll, describe, expect, test } from 'vitest';
import { ContractBackend } from '../../src/api/contract/contract-backend.ts';
import { ApiError } from '../../src/api/errors/api-error.ts';
import { document } from '../../src/generated/document.ts';
import { compileGrammar } from '../../src/inference/grammar/compile.ts';
import { ANY_JSON } from '../../src/inference/grammar/grammar.ts';

// Tests how the contract validates structural tags before they are compiled.

const backend = new ContractBackend(document, null);
beforeAll(() => backend.init());

/** Returns the error message for a chat with this format, or null if the contract accepts it. */
function refusal(format: unknown): string | null {
  const headers = { 'content-type': 'application/json' };
  const response_format = { type: 'structural_tag', format };
  const body = { messages: [{ role: 'user', content: 'hi' }], response_format };
  try {
    backend.check({ method: 'POST', path: '/v1/chat/completions', headers, body });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

function isCompiled(format: object): boolean {
  try {
    compileGrammar({ kind: 'structural_tag', format: JSON.stringify(format), options: ANY_JSON });
    return true;
  } catch {
    return false;
  }
}

const text = { type: 'any_text' };
const tag = { begin: 'a', content: text, end: 'b' };
const types =
  'const_string, json_schema, qwen_xml_parameter, any_text, regex, grammar, tag, triggered_tags, ' +
  'token_triggered_tags, tags_with_separator, dispatch, token_dispatch, token, exclude_token, any_tokens, sequence, or, ' +
  'optional, star, plus, repeat';

describe('a malformed part of a structural tag is refused with its path', () => {
  test.each<[format: object, message: string]>([
    [{}, 'type: is required'],
    [{ type: 5 }, 'type: is a number; allowed is string'],
    [{ type: 'odd' }, `type: "odd" is not allowed; allowed is ${types}`],
    [{ type: 'sequence', elements: [1] }, 'elements.0: is a number; allowed is object'],
    [{ type: 'sequence' }, 'elements: is required'],
    [{ type: 'or', elements: [] }, 'elements: has too few items; allowed are 1 to 524288'],
    [{ type: 'regex', pattern: 'a', flags: 'i' }, 'flags: is not known here; allowed are type, pattern'],
    [{ type: 'const_string', value: 5 }, 'value: is a number; allowed is string'],
    [{ type: 'token', token: 1.5 }, 'token: is the number 1.5; allowed is integer or string'],
    [{ type: 'token', token: -1 }, 'token: -1 is below the minimum; allowed is 0 to 2147483647'],
    [{ type: 'any_tokens', exclude_tokens: [{}] }, 'exclude_tokens.0: is an object; allowed is integer or string'],
    [{ type: 'any_text', max_chars: -2 }, 'max_chars: -2 is below the minimum; allowed is -1 to 2147483647'],
    [{ type: 'repeat', content: text, min: null }, 'min: is null; allowed is integer'],
    [
      { type: 'plus', content: { type: 'star', content: { type: 'repeat', content: text, min: 100_001 } } },
      'content.content.min: 100001 is above the maximum; allowed is 0 to 100000',
    ],
    [{ type: 'dispatch', rules: [['a']] }, 'rules.0: has too few items; allowed are exactly 2'],
    [{ type: 'dispatch', rules: [['a', 5]] }, 'rules.0.1: is a number; allowed is object'],
    [{ type: 'token_dispatch', rules: [[true, text]] }, 'rules.0.0: is a boolean; allowed is integer or string'],
    [
      { ...tag, type: 'tag', begin: { type: 'any_text', token: 5 } },
      'begin.type: "any_text" is not allowed; allowed is token',
    ],
    [{ ...tag, type: 'tag', begin: 5 }, 'begin: is a number; allowed is string or object'],
    [
      { type: 'triggered_tags', triggers: [''], tags: [tag] },
      'triggers.0: has too few characters; allowed are 1 to 1048576',
    ],
    [{ type: 'tags_with_separator', separator: ',', tags: [{ begin: 'a' }] }, 'tags.0.content: is required'],
    [
      { type: 'json_schema', json_schema: {}, style: 'odd' },
      'style: "odd" is not allowed; allowed is json, qwen_xml, minimax_xml, minimax_m3_xml, deepseek_xml, ' +
        'deepseek_v4_1_xml, glm_xml, cohere_xml, kimi_k3_xml, null',
    ],
    [
      { type: 'json_schema', json_schema: {}, excludes: '' },
      'excludes: has too few characters; allowed are 1 to 1048576',
    ],
    [
      { type: 'triggered_tags', triggers: ['a'], tags: [tag, { ...tag, begin: { type: 'token', token: 5 } }] },
      'tags.1.begin: is an object; allowed is string',
    ],
    [
      { type: 'triggered_tags', triggers: ['a'], tags: [{ ...tag, begin: '' }] },
      'tags.0.begin: has too few characters; allowed are 1 to 1048576',
    ],
    [
      { type: 'token_triggered_tags', trigger_tokens: [5], tags: [tag] },
      'tags.0.begin: is a string; allowed is object',
    ],
    [
      { type: 'token_triggered_tags', trigger_tokens: [5], tags: [{ ...tag, begin: { type: 'token' } }] },
      'tags.0.begin.token: is required',
    ],
    [{ type: 'json_schema', json_schema: false }, 'json_schema: no value is valid against false'],
    [{ type: 'json_schema', json_schema: { enum: [] } }, 'json_schema.enum: no value is valid against an empty list'],
    [
      { type: 'json_schema', json_schema: { type: 'string' }, style: 'glm_xml' },
      'json_schema.type: an XML style writes objects; allowed is object',
    ],
    [
      { type: 'qwen_xml_parameter', json_schema: { type: ['string', 'null'] } },
      'json_schema.type: an XML style writes objects; allowed is object',
    ],
    [{ type: 'qwen_xml_parameter', json_schema: { type: 5 } }, 'json_schema.type: is a number; allowed is string'],
    [{ type: 'grammar', grammar: '' }, 'grammar: has too few characters; allowed are 1 to 1048576'],
    [{ type: 'any_text', excludes: ['a', ''] }, 'excludes.1: has too few characters; allowed are 1 to 1048576'],
    [{ type: 'any_text', excludes: '' }, 'excludes: has too few characters; allowed are 1 to 1048576'],
    [
      { type: 'triggered_tags', triggers: ['a'], excludes: [''], tags: [tag] },
      'excludes.0: has too few characters; allowed are 1 to 1048576',
    ],
    [
      { type: 'dispatch', rules: [['a', text]], excludes: '' },
      'excludes: has too few characters; allowed are 1 to 1048576',
    ],
    [{ type: 'json_schema', json_schema: 5 }, 'json_schema: is a number; allowed is object or boolean'],
    [{ type: 'json_schema', json_schema: { not: {} } }, 'json_schema.not: the keyword not is not supported'],
    [
      {
        ...tag,
        type: 'tag',
        content: { type: 'qwen_xml_parameter', json_schema: { properties: { a: { type: 'x' } } } },
      },
      'content.json_schema.properties.a.type: "x" is not allowed; allowed is null, boolean, number, integer, string, array, object',
    ],
  ])('%j', (format, message) => {
    const place = 'response_format.format.';
    // Other missing or wrong fields are reported too.
    expect(refusal(format)?.replace(/ \(and \d more; see detail\)$/, '')).toBe(place + message);
    expect(isCompiled(format)).toBe(false);
  });
});

test.each<object>([
  { type: 'const_string', value: '' },
  { type: 'json_schema', json_schema: true, style: null, any_order: null, excludes: null, max_whitespace_cnt: null },
  { type: 'json_schema', json_schema: { type: 'object' }, style: 'glm_xml', excludes: 'a', max_whitespace_cnt: -1 },
  { type: 'json_schema', json_schema: { type: 'string' }, style: null },
  { type: 'json_schema', json_schema: { type: 'string' }, style: 'json' },
  { type: 'qwen_xml_parameter', json_schema: { type: 'object' } },
  { type: 'qwen_xml_parameter', json_schema: { type: ['string', 'object'] } },
  { type: 'qwen_xml_parameter', json_schema: true },
  { type: 'any_text', excludes: 'a', max_chars: null, max_tokens: -1 },
  { type: 'any_text', excludes: ['a', 'b'], max_chars: 5 },
  { type: 'token', token: 5 },
  { type: 'exclude_token' },
  { type: 'any_tokens', exclude_tokens: null, max_tokens: 0 },
  { type: 'regex', pattern: '' },
  { type: 'grammar', grammar: 'root ::= "a"' },
  { type: 'sequence', elements: [] },
  { type: 'or', elements: [text] },
  { type: 'optional', content: text },
  { type: 'repeat', content: { type: 'const_string', value: 'a' }, min: 0 },
  { type: 'repeat', content: { type: 'const_string', value: 'a' }, min: 2.0, max: null },
  { type: 'tag', begin: '', content: text },
  { type: 'tag', begin: { type: 'token', token: 5 }, content: text, end: ['a', ''] },
  { type: 'tag', begin: 'a', content: text, end: null },
  { type: 'triggered_tags', triggers: 'a', tags: [{ ...tag, type: 'anything' }], at_least_one: null },
  { type: 'token_triggered_tags', trigger_tokens: [5], tags: [{ ...tag, begin: { type: 'token', token: 5 } }] },
  { type: 'tags_with_separator', tags: [tag], separator: '', stop_after_first: true },
  { type: 'dispatch', rules: [['a', text]], loop: null, excludes: null },
  { type: 'token_dispatch', rules: [[5, text]], exclude_tokens: [6] },
])('the contract and the compiler accept the structural tag %j', (format) => {
  expect(refusal(format)).toBeNull();
  expect(isCompiled(format)).toBe(true);
});

test('deeply nested and long structural tags are validated in under 2 s', () => {
  let deep: object = text;
  for (let level = 0; level < 110; level++) deep = { type: 'sequence', elements: [text, deep] };
  const wide = { type: 'sequence', elements: Array.from({ length: 40_000 }, () => text) };
  const refused = { type: 'sequence', elements: Array.from({ length: 15_000 }, () => 5) };
  for (const [format, message] of [
    [deep, null],
    [wide, null],
    [refused, 'response_format.format.elements.0: is a number; allowed is object'],
  ] as const) {
    const times = Array.from({ length: 3 }, () => {
      const begun = performance.now();
      expect(refusal(format)).toBe(message);
      return performance.now() - begun;
    });
    // With quadratic time each would take many seconds.
    expect(Math.min(...times)).toBeLessThan(2_000);
  }
});
