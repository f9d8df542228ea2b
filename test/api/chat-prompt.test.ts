import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedChat, startScriptedChat } from './scripted-chat.ts';
import type { TestAnswer } from './test-server.ts';

const ROLES = "{% for m in messages %}[{{ m.role }}{{ ' ' ~ m.name if m.name }}: {{ m.content }}]{% endfor %}";

let chat: ScriptedChat;
let strict: ScriptedChat;
beforeAll(async () => {
  chat = await startScriptedChat();
  strict = await startScriptedChat(undefined, { DAYBREAK_REQUEST_TEMPLATES: '0' });
  await chat.say(' and on');
  await strict.say('x');
});
afterAll(async () => {
  await chat?.server.end();
  await strict?.server.end();
});

const ask = (body: object, { server } = chat): Promise<TestAnswer> =>
  server.call('POST', '/chat/completions', { model: 'toy', messages: [{ role: 'user', content: 'hi' }], ...body });

async function promptOf(body: object): Promise<string> {
  const { status, body: answer } = await ask(body);
  expect(answer.error ?? null).toBeNull();
  expect(status).toBe(200);
  return chat.prompt();
}

async function refusal(body: object, which = chat): Promise<[string, string]> {
  const answer = await ask({ stream: true, ...body }, which);
  expect(answer.status).toBe(400);
  return [answer.body.error.param, answer.body.error.message];
}

const prefilled = [
  { role: 'user', content: 'say' },
  { role: 'assistant', content: 'one two' },
];

test('messages of every role and content form are rendered by the template', async () => {
  const messages = [
    { role: 'developer', content: 'd' },
    { role: 'system', content: 's' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'u' },
        { type: 'text', text: 'v' },
      ],
      name: 'Ann',
    },
    { role: 'assistant', content: 'a' },
    { role: 'custom', content: 'c' },
    { role: 'generic', content: ['g'] },
    { role: 'narrator', content: 'n' },
    { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
    { role: 'function', name: 'f', content: 'r' },
    { role: 'tool', tool_call_id: 'x', content: 't' },
  ];
  expect(await promptOf({ messages, chat_template: ROLES })).toBe(
    '[system: d\n\ns][user Ann: u\nv][assistant: a][custom: c][generic: g][narrator: n]' +
      '[assistant: <tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>]' +
      '[user: <tool_response>\nr\n</tool_response>\n<tool_response>\nt\n</tool_response>]',
  );
});

test('tool calls of every form are rendered by the template, and arguments that are not JSON as text', async () => {
  const shown =
    '{% for c in messages[1].tool_calls %}{{ c.type }} {{ c.function.name }} {% set args = c.function.arguments %}' +
    "{{ args if args is string else args | tojson }};{% endfor %}{{ tools }}{# '<tool_call>' #}";
  const prompt = (...calls: object[]) => {
    const tool_calls = calls.map((call, place) => ({ id: `c${place}`, ...call }));
    const messages = [
      { role: 'user', content: 'u' },
      { role: 'assistant', tool_calls },
    ];
    return { messages, chat_template: shown };
  };
  const forms = [
    { type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
    { function: { name: 'f', arguments: { a: 1 } } },
    { type: 'tool_call', name: 'f', args: { a: 1 } },
    { function: { name: 'f', arguments: '{"a": ' } },
  ];
  const whole = 'function f {"a": 1};';
  expect(await promptOf(prompt(...forms))).toMatch(`${whole}${whole}${whole}function f {"a": ;`);
  const [, refused] = await refusal(prompt({}));
  expect(refused).toMatch(/^messages\.1\.tool_calls\.0\.function: /);
  const [, typed] = await refusal(prompt({ type: 'custom', custom: { name: 'f' } }));
  expect(typed).toMatch(/messages\.1\.tool_calls\.0\.type/);
});

test('a chat_template of the request, also among the kwargs, renders documents and variables', async () => {
  const source = '{{ messages[0].content }}/{{ mood }}/{{ documents[0].title }}/{{ eos_token }}';
  const rest = { chat_template_kwargs: { mood: 'good' }, documents: [{ title: 'T' }] };
  expect(await promptOf({ chat_template: source, ...rest })).toBe('hi/good/T/<|im_end|>');
  const kwargs = { mood: 'bad', chat_template: source };
  expect(await promptOf({ ...rest, chat_template_kwargs: kwargs })).toBe('hi/bad/T/<|im_end|>');
  expect(await promptOf({ chat_template: 'default' })).toBe('<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n');
});

test('a template that fails, or that the operator forbids, is a 400 before the stream starts', async () => {
  expect(await refusal({ chat_template: '{% if %}' })).toEqual([
    'chat_template',
    expect.stringMatching(/syntax error/),
  ]);
  const raising = { chat_template_kwargs: { chat_template: "{{ raise_exception('No!') }}" } };
  expect(await refusal(raising)).toEqual(['chat_template_kwargs', 'chat_template_kwargs: the chat template says: No!']);
  for (const body of [{ chat_template: 'x' }, { chat_template_kwargs: { chat_template: 'x' } }]) {
    const [field, message] = await refusal(body, strict);
    expect([field, message]).toEqual([
      Object.keys(body)[0],
      expect.stringMatching(/does not allow templates in requests/),
    ]);
  }
});

test('content parts that are not text are refused with their path and the allowed types', async () => {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'image_url', image_url: { url: 'data:,' } },
  ];
  const [param, message] = await refusal({ messages: [{ role: 'user', content }] });
  expect(param).toBe('messages.0.content.1.type');
  expect(message).toMatch(/^messages\.0\.content\.1\.type: no model served here takes such parts; allowed are text/);
});

test('continue_final_message continues the last message, and echo prepends it to the answer', async () => {
  const body = { messages: prefilled, continue_final_message: true, add_generation_prompt: false };
  expect(await promptOf(body)).toMatch(/<\|im_start\|>assistant\none two$/);
  expect((await ask(body)).body.choices[0].message).toMatchObject({ role: 'assistant', content: ' and on' });
  expect((await ask({ ...body, echo: true })).body.choices[0].message.content).toBe('one two and on');
  const streamed = (await ask({ ...body, echo: true, n: 2, stream: true })).body as string;
  const chunks = streamed.split('\n\n').filter((event) => event.startsWith('data: {'));
  const choices = chunks.flatMap((event) => JSON.parse(event.slice(6)).choices);
  for (const index of [0, 1]) {
    const deltas = choices.filter((choice: { index: number }) => choice.index === index);
    expect(deltas.map((choice: { delta: { content: string } }) => choice.delta.content).join('')).toBe(
      'one two and on',
    );
    expect(deltas[0].delta).toEqual({ role: 'assistant', content: '' });
    expect(deltas[1].delta).toEqual({ content: 'one two' });
  }
});

test('echo has no effect unless the last message has the role of the answer', async () => {
  expect((await ask({ echo: true })).body.choices[0].message.content).toBe(' and on');
  const own = await ask({ echo: true, add_generation_prompt: false });
  expect(own.body.choices[0].message).toMatchObject({ role: 'user', content: 'hi and on' });
});

test('continue_final_message is refused unless add_generation_prompt is false', async () => {
  for (const opened of [{}, { add_generation_prompt: true }]) {
    const [param, message] = await refusal({ messages: prefilled, continue_final_message: true, ...opened });
    expect([param, message]).toEqual(['continue_final_message', expect.stringMatching(/add_generation_prompt: false/)]);
  }
});

test('add_generation_prompt false omits the header of the assistant’s turn', async () => {
  expect(await promptOf({ add_generation_prompt: false })).toBe('<|im_start|>user\nhi<|im_end|>\n');
});
