import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from './test-server.ts';

/** Tests the effects of output constraints on the answers of a real engine, over HTTP. */

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const messages = [{ role: 'user', content: 'yes or no?' }];
const PERSON = {
  type: 'object',
  properties: {
    name: { enum: ['Ann', 'Bo "B"'] },
    age: { type: 'integer', minimum: 17, maximum: 93 },
    next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string', pattern: '^[ab]{1,3}$' }, minItems: 1, maxItems: 2 },
  },
  required: ['name', 'age', 'next', 'tags'],
  additionalProperties: false,
};

interface Choice {
  message: { content: string };
  finish_reason: string;
  stop_reason: string | number | null;
}

async function ask(fields: object): Promise<Choice[]> {
  const asked = { messages, seed: 1, max_tokens: 300, ...fields };
  const { status, body } = await server.call('POST', '/chat/completions', asked);
  expect(body.error).toBeUndefined();
  expect(status).toBe(200);
  return body.choices;
}

async function refusal(fields: object): Promise<[number, string, string]> {
  const { status, body } = await server.call('POST', '/chat/completions', { messages, max_tokens: 8, ...fields });
  return [status, body.error?.param, body.error?.message];
}

/** Returns the contents of the choices that ended by themselves, of which there must be at least one. */
function ended(choices: Choice[]): string[] {
  const done = choices.filter((choice) => choice.finish_reason === 'stop' && choice.stop_reason === null);
  expect(done.length).toBeGreaterThan(0);
  return done.map(({ message }) => message.content);
}

describe('structured_outputs', () => {
  it('json and json_schema constrain every finished choice to the schema', async () => {
    const validate = new Ajv2020().compile(PERSON);
    const closed = { structured_outputs: { json: PERSON, disable_any_whitespace: true } };
    const asText = { structured_outputs: { json: JSON.stringify(PERSON), disable_any_whitespace: true } };
    const format = { response_format: { type: 'json_schema', json_schema: { name: 'person', schema: PERSON } } };
    for (const fields of [closed, asText, { ...format, structured_outputs: null }]) {
      for (const text of ended(await ask({ ...fields, n: 6, temperature: 1.5 }))) {
        expect(validate(JSON.parse(text)), text).toBe(true);
        if (fields.structured_outputs !== null) expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/\s/);
      }
    }
  });

  it('json closes objects by default, and disable_additional_properties false opens them', async () => {
    const json = { type: 'object', properties: { a: { const: 1 } }, required: ['a'], maxProperties: 2 };
    const keysOf = async (switches: object): Promise<string[]> => {
      const structured_outputs = { json, disable_any_whitespace: true, ...switches };
      const texts = ended(await ask({ structured_outputs, n: 16, temperature: 2 }));
      return texts.flatMap((text) => Object.keys(JSON.parse(text)));
    };
    expect(new Set(await keysOf({ disable_additional_properties: false })).size).toBeGreaterThan(1);
    for (const switches of [{}, { disable_additional_properties: true }]) {
      expect(new Set(await keysOf(switches))).toEqual(new Set(['a']));
    }
  });

  it('choice gives one of the strings, and always the same one at temperature 0', async () => {
    const choice = ['cat', 'dog', 'sun', 'a "b"\n', 'grün'];
    const texts = ended(await ask({ structured_outputs: { choice }, n: 12, temperature: 2 }));
    for (const text of texts) expect(choice).toContain(text);
    expect(new Set(texts).size).toBeGreaterThan(1);
    const one = await ask({ structured_outputs: { choice }, temperature: 0 });
    expect(await ask({ structured_outputs: { choice }, temperature: 0 })).toEqual(one);
  });

  it('regex and grammar constrain the whole answer', async () => {
    const regex = '(?:cat|dog) [0-9]{3}-[A-F]{2,4}';
    for (const text of ended(await ask({ structured_outputs: { regex }, n: 4 }))) {
      expect(text).toMatch(new RegExp(`^${regex}$`));
    }
    const grammar = 'root ::= expr "=" [0-9]\nexpr ::= term | "(" expr "+" term ")"\nterm ::= "x" | "y"';
    for (const text of ended(await ask({ structured_outputs: { grammar }, n: 4 }))) {
      expect(text).toMatch(/^\(*[xy](\+[xy]\))*=[0-9]$/);
    }
  });

  it('structural_tag wraps JSON in its begin and end texts', async () => {
    const format = {
      type: 'tag',
      begin: '<call>',
      content: {
        type: 'json_schema',
        json_schema: {
          type: 'object',
          properties: { a: { enum: [1, 2] } },
          required: ['a'],
          additionalProperties: false,
        },
      },
      end: '</call>',
    };
    const bare = { disable_any_whitespace: true };
    const asked = { structured_outputs: { structural_tag: JSON.stringify({ format }), ...bare }, n: 3 };
    for (const text of ended(await ask(asked))) expect(text).toMatch(/^<call>\{"a":[12]\}<\/call>$/);
    const inFormat = { response_format: { type: 'structural_tag', format } };
    for (const text of ended(await ask(inFormat))) expect(text).toMatch(/^<call>\{\s*"a"\s*:\s*[12]\s*\}<\/call>$/);
  });

  it('structural_tag accepts tokens by name, including special ones', async () => {
    const structural_tag = (format: object) => ({
      structured_outputs: { structural_tag: JSON.stringify({ format }) },
      skip_special_tokens: false,
    });
    const mark = { type: 'token', token: '<|im_start|>' };
    const inside = { type: 'any_tokens', exclude_tokens: ['a'], max_tokens: 3 };
    for (const text of ended(
      await ask({ ...structural_tag({ type: 'tag', begin: mark, content: inside, end: mark }), n: 3 }),
    )) {
      expect(text).toMatch(/^<\|im_start\|>.*<\|im_start\|>/s);
      expect(text.slice(12)).not.toMatch(/^a/);
    }
    const [status, param, message] = await refusal(structural_tag({ type: 'token', token: '<|im_end|>' }));
    expect([status, param]).toEqual([400, 'structured_outputs.structural_tag']);
    expect(message).toMatch(/ends the answer/);
  });

  it('json_object starts a JSON object, the same streamed or not', async () => {
    const fields = { response_format: { type: 'json_object' }, max_tokens: 40, seed: 7 };
    const [{ message }] = await ask(fields);
    expect(message.content).toMatch(/^\{\s*["}]/);
    const { body } = await server.call('POST', '/chat/completions', { messages, ...fields, stream: true });
    const chunks = (body as string).split('\n\n').filter((line) => line.startsWith('data: {'));
    const deltas = chunks.map((line) => JSON.parse(line.slice(6)).choices[0]?.delta.content ?? '');
    expect(deltas.join('')).toBe(message.content);
  });

  it('a completed constraint ends the answer despite ignore_eos and min_tokens', async () => {
    const structured_outputs = { choice: ['yes', 'no'] };
    for (const fields of [{ ignore_eos: true }, { min_tokens: 20 }]) {
      const [choice] = await ask({ structured_outputs, ...fields });
      expect(structured_outputs.choice).toContain(choice.message.content);
      expect([choice.finish_reason, choice.stop_reason]).toEqual(['stop', null]);
    }
    const [endless] = await ask({ structured_outputs: { regex: 'a+' }, ignore_eos: true, max_tokens: 12 });
    expect([endless.finish_reason, endless.stop_reason]).toEqual(['length', null]);
    const tools = [{ type: 'function', function: { name: 'look' } }];
    const [called] = await ask({ tools, ignore_eos: true, temperature: 0, max_tokens: 24 });
    expect([called.finish_reason, called.stop_reason]).toEqual(['length', null]);
    const [longer] = await ask({ structured_outputs: { regex: 'a+' }, min_tokens: 9, max_tokens: 12 });
    expect(longer.message.content.length).toBeGreaterThanOrEqual(9);
  });

  it('constrains completions too', async () => {
    const fields = { prompt: ['one', 'two'], seed: 2, max_tokens: 20 };
    const ask = (more: object) => server.call('POST', '/completions', { ...fields, ...more });
    const { body } = await ask({ structured_outputs: { regex: '[0-9]{4}' } });
    for (const { text, finish_reason } of body.choices) {
      expect(text).toMatch(/^[0-9]{4}$/);
      expect(finish_reason).toBe('stop');
    }
    const asked = (schema: object) =>
      ask({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } });
    const refused = await asked({ not: {} });
    expect([refused.status, refused.body.error.param]).toEqual([400, 'response_format.json_schema.schema.not']);
    const deeper = await asked({ items: { not: {} } });
    expect([deeper.status, deeper.body.error.param]).toEqual([400, 'response_format']);
  });

  it('constrains only its own request of a batch', async () => {
    const free = { seed: 11, max_tokens: 12, ignore_eos: true };
    const alone = await ask(free);
    const [together, ...held] = await Promise.all([
      ask(free),
      ...Array.from({ length: 6 }, (_, seed) => ask({ seed, structured_outputs: { regex: '[0-9]{12}' } })),
    ]);
    expect(together).toEqual(alone);
    for (const [choice] of held) expect(choice.message.content).toMatch(/^[0-9]{12}$/);
  });
});

describe('an invalid or unsupported output constraint', () => {
  it.each([
    [{ structured_outputs: { json: { not: { type: 'null' } } } }, 'structured_outputs.json.not', /keyword not is/],
    [
      { structured_outputs: { json: { items: { not: { type: 'null' } } } } },
      'structured_outputs.json',
      /at #\/items: the keyword not is/,
    ],
    [
      { structured_outputs: { json: '{"not":{}}' } },
      'structured_outputs.json',
      /^structured_outputs\.json: the keyword not is/,
    ],
    [
      { structured_outputs: { json: { oneOf: [{ type: 'integer' }, { type: 'number' }] } } },
      'structured_outputs.json',
      /keyword oneOf/,
    ],
    [{ structured_outputs: { regex: '(a' } }, 'structured_outputs.regex', /position 2: a '\(' is never closed/],
    [{ structured_outputs: { grammar: 'root ::= [a' } }, 'structured_outputs.grammar', /line 1, column 12/],
    [{ structured_outputs: { grammar: 'begin: "a"' } }, 'structured_outputs.grammar', /no rule 'start'/],
    [
      { structured_outputs: { structural_tag: '{"format":{"type":"odd"}}' } },
      'structured_outputs.structural_tag',
      /odd/,
    ],
    [{ structured_outputs: {} }, 'structured_outputs', /exactly one of/],
    [
      { structured_outputs: { regex: 'a', _backend: 'xgrammar', disable_fallback: true } },
      'structured_outputs._backend',
      /disable_fallback forbids/,
    ],
    [
      {
        tools: [{ type: 'function', function: { name: 'look' } }],
        tool_choice: 'required',
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { items: { not: {} } } } },
      },
      'tools',
      /tools or response_format: at #\/items: the keyword not is/,
    ],
    [{ structured_outputs: { regex: 'a', choice: ['b'] } }, 'structured_outputs', /exactly one of/],
    [
      { structured_outputs: { regex: 'a' }, response_format: { type: 'json_object' } },
      'structured_outputs',
      /response_format/,
    ],
    [
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'x', schema: { type: 'object', required: ['a'], properties: { a: { $ref: '#' } } } },
        },
      },
      'response_format',
      /no value is valid/,
    ],
  ])(
    '%j is a 400 with the reason, before a stream starts',
    async (fields, param, why) => {
      for (const stream of [false, true]) {
        const [status, field, message] = await refusal({ ...fields, stream });
        expect([status, field]).toEqual([400, param]);
        expect(message).toMatch(why);
      }
    },
    120_000,
  );
});
