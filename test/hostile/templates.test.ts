import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, withMore } from '../tier.ts';
import { attack, expectUnharmed } from './attack.ts';
import { type Answer, type HostileServer, startHostileServer } from './hostile-server.ts';

let server: HostileServer;
let eve: string;
beforeAll(async () => {
  server = await startHostileServer();
  eve = await server.keyOf('eve');
});
afterAll(() => server?.stop());

const messages = [{ role: 'user', content: 'hi' }];

/** Paths of both operations that accept templates. Each strike uses both. */
const paths = ['/chat/completions', '/tokenize'];

/** Sends the bodies to both paths at once. The answers must have one of the statuses. */
async function strike(bodies: readonly object[], statuses: readonly number[] = [400]): Promise<void> {
  const sent = paths.flatMap((path) => bodies.map((body) => server.call('POST', path, body, { key: eve })));
  for (const { status, body } of await Promise.all(sent)) expect(statuses, JSON.stringify(body)).toContain(status);
}

const rare = '\u0390';

describe('expensive templates are refused with 400', () => {
  const everyday = [
    [
      'texts that upper makes three times as long',
      `{% set s = ('${rare}'*4000000).upper() %}{% set n = namespace(l=[]) %}` +
        '{% for i in range(6) %}{% set n.l = n.l+[s.upper()] %}{% endfor %}{% for c in s %}{% endfor %}',
    ],
    [
      'lists of the characters of texts',
      `{% set s = '${rare}' * 4000000 %}{% set n = namespace(l=[]) %}` +
        '{% for i in range(9) %}{% set n.l = n.l + [s | list] %}{% endfor %}{{ n.l | length }}',
    ],
    [
      'what center, format and indent make wide',
      "{% set n = namespace(l=[]) %}{% for i in range(100) %}{% set n.l = n.l + ['x' | center(4000000), '%4000000s' | format(1), " +
        "('x\\n' * 100000) | indent(20)] %}{% endfor %}{{ n.l | length }}",
    ],
    ['a product of lists', '{% set l = [[1] * 400000] * 400000 %}{{ l | string | length }}'],
    [
      'macros that call themselves',
      '{% macro m(n) %}{{ m(n + 1) }}{{ m(n + 1) }}{{ "x" * 100000 }}{% endmacro %}{{ m(0) }}',
    ],
    [
      'streams of map and list',
      "{{ range(100000) | map('string') | map('center', 100000) | map('upper') | list | map('list') | list | length }}",
    ],
  ];
  const more = [
    [
      'texts that replace makes, one after the other',
      "{% set n = namespace(l=[]) %}{% for i in range(200) %}{% set n.l = n.l + [('x' * 1000000).replace('x', 'yy')] %}" +
        '{% endfor %}{{ n.l | join | length }}',
    ],
    [
      'a dictionary that grows',
      "{% set n = namespace(d={}) %}{% for i in range(100000) %}{% set n.d = dict(n.d, **{i | string: 'x' * 100000}) %}" +
        '{% endfor %}{{ n.d | length }}',
    ],
    // These run until their time limit of ten seconds.
    ['ranges in ranges', '{% for a in range(100000) %}{% for b in range(100000) %}{{ a * b }}{% endfor %}{% endfor %}'],
    [
      'lists nested in lists, written out',
      '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l }}',
    ],
  ];
  test.each(withMore(everyday, more))('%s', async (_, source) => {
    const bodies = [
      { messages, chat_template: source },
      { messages, chat_template_kwargs: { chat_template: source } },
    ];
    expectUnharmed(await attack(server, () => strike(bodies)));
  });
});

describe('the server survives large template inputs', () => {
  const words = 'lorem ipsum '.repeat(100_000);
  const items = Array.from({ length: 15_000 }, (_, i) => ({ [`k${i % 999}`]: [i, {}, 'x'] }));

  test.each<[string, object]>([
    ['two long lists among the variables', { chat_template_kwargs: { a: items, b: items } }],
    [
      'long lists that are written out',
      { chat_template: '{{ a }}{{ a | tojson }}', chat_template_kwargs: { a: items } },
    ],
    ['long documents', { documents: Array.from({ length: 900 }, () => ({ text: words.slice(0, 2_000) })) }],
    ['a long message by the model’s own template', { messages: [{ role: 'user', content: words }] }],
    [
      'many messages by the model’s own template',
      { messages: Array.from({ length: 20_000 }, () => ({ role: 'user', content: 'a b' })) },
    ],
    [
      'long tools',
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'f',
              parameters: { type: 'object', properties: Object.assign({}, ...items.slice(0, 999)) },
            },
          },
        ],
        tool_choice: 'none',
      },
    ],
  ])('%s', async (_, body) => {
    const send = async (): Promise<void> => {
      const sent = paths.flatMap((path) => [path, path]);
      const answers = await Promise.all(
        sent.map((path) => server.call('POST', path, { messages, ...body, max_tokens: 1 }, { key: eve })),
      );
      // The chat exceeds the context. /tokenize may return the tokens.
      for (const { status, body: said } of answers)
        expect([200, 400, 413, 429], JSON.stringify(said)).toContain(status);
    };
    expectUnharmed(await attack(server, send));
  });
});

describe('long texts', () => {
  const long = 'the quick brown fox '.repeat(isLong ? 100_000 : 30_000);
  const chat = (body: object): Promise<Answer> => server.call('POST', '/chat/completions', body, { key: eve });
  const complete = (body: object): Promise<Answer> => server.call('POST', '/completions', body, { key: eve });

  test('of 16 MB are refused with 413, truncated or not', async () => {
    const huge = 'x'.repeat(16_000_000);
    for (const truncate_prompt_tokens of isLong ? [1, -1, undefined] : [-1, undefined]) {
      const one = { messages: [{ role: 'user', content: huge }], truncate_prompt_tokens };
      expect((await chat(one)).status).toBe(413);
      expect((await complete({ prompt: huge, truncate_prompt_tokens })).status).toBe(413);
      expect((await complete({ prompt: ['a', huge], truncate_prompt_tokens })).status).toBe(413);
    }
    expect((await server.call('POST', '/tokenize', { prompt: huge }, { key: eve })).status).toBe(413);
  });

  test('that are truncated to 8 tokens are answered, and the server survives them', async () => {
    const cut = { truncate_prompt_tokens: 8, max_tokens: 1 };
    const messages = [{ role: 'user', content: long }];
    const damage = await attack(server, async () => {
      const answers = await Promise.all([
        chat({ messages, ...cut }),
        complete({ prompt: long, ...cut }),
        complete({ prompt: Array.from({ length: 100 }, () => long.slice(0, 20_000)), ...cut }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    });
    expectUnharmed(damage);
  });

  test('that exceed the context are refused with 400, and the server survives them', async () => {
    const damage = await attack(server, async () => {
      const prompt = long.slice(0, 262_144);
      const answers = await Promise.all([
        chat({ messages: [{ role: 'user', content: long }] }),
        complete({ prompt: long }),
        server.call('POST', '/tokenize', { prompt, return_token_strs: true }, { key: eve }),
        chat({ messages, bad_words: Array.from({ length: 1_000 }, (_, i) => `${i} ${'word '.repeat(190)}`) }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 400]);
    });
    expectUnharmed(damage);
  });
});
