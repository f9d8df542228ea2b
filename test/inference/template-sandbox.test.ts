import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { TemplateSandbox } from '../../src/inference/chat/templates/template-sandbox.ts';

const limits = { threads: 1, milliseconds: 60_000, mebibytes: 64 };
const messages = [{ role: 'user', content: 'hi' }];
const render = (sandbox: TemplateSandbox, source: string) =>
  sandbox.render({ source, specialTokens: { bos_token: '<s>' }, chat: { messages, addGenerationPrompt: true } });

test('renders in a thread, and tells what the template tells of the answer', async () => {
  const sandbox = new TemplateSandbox(limits);
  const source = '{{ bos_token }}{{ messages[0].content }}{{ add_generation_prompt }}{# </think> #}';
  expect(await render(sandbox, source)).toEqual({ text: '<s>hiTrue', toolFormat: 'hermes', thinks: true });
});

test.each([
  ['what it raises', "{{ raise_exception('Roles!') }}", /^the chat template says: Roles!$/],
  ['a syntax error', '{% if %}', /syntax error/],
  ['steps without end', '{% for a in range(99999) %}{% for b in range(99) %}{{ a }}{% endfor %}{% endfor %}', /steps/],
  [
    'empty turns without end',
    '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}',
    /steps/,
  ],
  [
    'a list that doubles',
    '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = n.l + n.l %}{% endfor %}',
    /items|steps/,
  ],
  [
    'a text out of nested lists',
    '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}',
    /steps/,
  ],
])('refuses %s, and serves the next', async (_, source, message) => {
  const sandbox = new TemplateSandbox({ ...limits, milliseconds: 8_000 });
  const bad = render(sandbox, source);
  const next = render(new TemplateSandbox(limits), 'ok');
  const waiting = render(sandbox, 'ok');
  await expect(bad).rejects.toThrow(message);
  await expect(bad).rejects.toMatchObject({ name: 'TemplateError' });
  expect((await next).text).toBe('ok');
  expect((await waiting).text).toBe('ok');
});

test('a thread that dies between two jobs takes no other one with it', async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  const sandbox = new TemplateSandbox({ ...limits, milliseconds: 8_000 });
  expect((await render(sandbox, 'one')).text).toBe('one');
  process.off('worker', note);
  // As Node does where a thread runs out of memory.
  threads[0].emit('error', new Error('out of memory'));
  await threads[0].terminate();
  expect((await render(sandbox, 'two')).text).toBe('two');
});

test('owners have their turns one after the other, however many templates one of them sends', async () => {
  const sandbox = new TemplateSandbox(limits);
  const ends: string[] = [];
  const job = { source: 'ok', specialTokens: {}, chat: { messages, addGenerationPrompt: true } };
  const jobs = ['eve', 'eve', 'eve', 'eve', 'bob'].map(async (owner) => {
    await sandbox.render(job, owner);
    ends.push(owner);
  });
  await Promise.all(jobs);
  expect(ends).toEqual(['eve', 'eve', 'bob', 'eve', 'eve']);
});

test('the event loop goes on while a template does not end', async () => {
  const sandbox = new TemplateSandbox({ ...limits, milliseconds: 2_000 });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 20);
  const nested =
    '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | length }}{{ n.l ~ "" }}';
  await expect(render(sandbox, nested)).rejects.toThrow(/MiB|seconds|steps|characters|fails/);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});
