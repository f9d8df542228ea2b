import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { promptBounds } from '../../src/inference/cost/prompt-bounds.ts';
import { PromptTexts } from '../../src/inference/text/prompt-texts.ts';
import type { EncodeTask } from '../../src/inference/text/text-job.ts';
import { TextPool, type TextRequester } from '../../src/inference/text/text-pool.ts';
import type { ChatToRender } from '../../src/model/text/chat-template.ts';
import { openModelText } from '../../src/model/text/model-text.ts';

let path: string;
let texts: PromptTexts;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'daybreak-texts-'));
  await writeToyModel(path);
  texts = new PromptTexts();
  await texts.start([path]);
});
afterAll(async () => {
  texts.close();
  await rm(path, { recursive: true });
});

const messages = [{ role: 'user', content: 'hi' }];
const encodeBy = (bounds: Partial<EncodeTask> = {}): EncodeTask => ({
  path,
  addSpecialTokens: false,
  mostCharacters: 2 ** 24,
  tooManyTokens: null,
  ...bounds,
});

interface Asked {
  ofRequest?: boolean;
  chat?: Partial<ChatToRender>;
  continued?: string | null;
  requester?: TextRequester;
  encode?: Partial<EncodeTask>;
  by?: PromptTexts;
}

const ask = (
  template: string,
  { ofRequest = true, chat, continued = null, requester, encode, by = texts }: Asked = {},
) =>
  by.chat(
    {
      template,
      ofRequest,
      specialTokens: { bos_token: '<s>' },
      chat: { messages, addGenerationPrompt: true, ...chat },
      continued,
      encode: encodeBy(encode),
    },
    requester ?? { owner: '' },
  );

async function render(template: string, asked?: Asked): Promise<string> {
  const { encoded } = await ask(template, asked);
  if (encoded.kind !== 'ids') throw new Error(encoded.kind);
  return openModelText(path).tokenizer.decode([...encoded.ids]);
}

describe.each([true, false])('a chat template, from the request: %s', (ofRequest) => {
  test('is rendered and encoded, and its traits are reported', async () => {
    const source = '{{ bos_token }}{{ messages[0].content }}{{ add_generation_prompt }}{# </think> #}<think>';
    expect(await render(source, { ofRequest })).toBe('<s>hitrue<think>');
    const { traits } = await ask(source, { ofRequest });
    expect(traits).toEqual({ toolFormat: 'hermes', thinks: true, start: 'open' });
    expect((await ask(source, { ofRequest, continued: 'a</think>' })).traits.start).toBe('closed');
  });

  test('is not encoded if it has too many characters or tokens', async () => {
    const asked = (encode: Partial<EncodeTask>) => ask('{% for i in range(100) %}a{% endfor %}', { ofRequest, encode });
    expect((await asked({ mostCharacters: 99 })).encoded).toEqual({ kind: 'too many characters', characters: 100 });
    const many = await asked({ tooManyTokens: 1 });
    expect(many.encoded).toEqual({ kind: 'too many tokens', leastTokens: expect.any(Number) });
    expect((await asked({ mostCharacters: 100, tooManyTokens: 100 })).encoded.kind).toBe('ids');
  });
});

/** Builds texts of megabytes until the heap is full. */
const fillHeap =
  "{% set n = namespace(s='\u0390', l=[]) %}{% for i in range(20) %}{% set n.s = n.s ~ n.s %}{% endfor %}" +
  '{% for i in range(2000) %}{% set n.l = n.l + [n.s.upper()] %}{% endfor %}';
const loopForever = '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}';

test.each([
  ['what it raises', "{{ raise_exception('Roles!') }}", /^the chat template says: Roles!$/],
  ['a syntax error', '{% if %}', /syntax error/],
  ['loops without end', loopForever, /^rendering the chat template takes more than 2 seconds$/],
  ['a filled heap', fillHeap, /^rendering the chat template takes more than (64 MiB|2 seconds)$/],
  [
    'a list that doubles',
    '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = n.l + n.l %}{% endfor %}',
    /MiB|seconds|Invalid array length/,
  ],
  [
    'a text out of nested lists',
    '{% set n = namespace(l=[1]) %}{% for i in range(60) %}{% set n.l = [n.l, n.l] %}{% endfor %}{{ n.l | tojson }}',
    /MiB|seconds/,
  ],
  [
    'a text that doubles',
    "{% set n = namespace(s='xxxxxxxx') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}{{ n.s }}",
    /MiB|seconds|Invalid string length/,
  ],
])('a template is refused for %s, and the next is rendered', async (_, source, message) => {
  const request = { ...promptBounds.request, mebibytes: 64, milliseconds: 2_000 };
  const bounded = new PromptTexts({ ...promptBounds, request });
  const bad = ask(source, { by: bounded });
  const waiting = render('ok', { by: bounded });
  const model = render('own', { ofRequest: false, by: bounded });
  await expect(bad).rejects.toThrow(message);
  await expect(bad).rejects.toMatchObject({ name: 'TemplateError' });
  expect([await waiting, await model]).toEqual(['ok', 'own']);
  bounded.close();
});

describe('a text process that ends', () => {
  const job = (source: string) => ({
    render: {
      source,
      specialTokens: {},
      chat: JSON.stringify({ messages, addGenerationPrompt: true }),
      continued: null,
      maxCharacters: promptBounds.requestTemplateCharacters,
    },
    texts: [],
    encode: null,
  });
  const one = { ...promptBounds.request, processes: 1 };

  test.each([
    ['of memory', { ...one, mebibytes: 24 }, 'memory', fillHeap],
    ['of time', { ...one, milliseconds: 20 }, 'time', loopForever],
  ])('%s fails its own job', async (_, bounds, end, source) => {
    const pool = new TextPool(bounds);
    const requester = { owner: '' };
    const bad = pool.run(job(source), requester);
    const waiting = pool.run(job('ok'), requester);
    await expect(bad).rejects.toMatchObject({ name: 'TextProcessEnded', end });
    // On a busy machine the waiting job may run out of time too.
    if (end === 'memory') expect(await waiting).toMatchObject({ result: { texts: ['ok'] } });
    else await waiting.catch(() => {});
    pool.close();
  });

  test('between two jobs fails no job', async () => {
    const pool = new TextPool(one);
    const before = childrenOf(process.pid);
    await pool.run(job('one'), { owner: '' });
    const [pid] = childrenOf(process.pid).filter((child) => !before.includes(child));
    process.kill(pid, 'SIGKILL');
    expect(await pool.run(job('two'), { owner: '' })).toMatchObject({ result: { texts: ['two'] } });
    pool.close();
  });

  test('unnoticed fails none of the jobs that wait', async () => {
    const pool = new TextPool(one);
    const before = childrenOf(process.pid);
    await pool.run(job('one'), { owner: '' });
    const [pid] = childrenOf(process.pid).filter((child) => !before.includes(child));
    process.kill(pid, 'SIGKILL');
    // It is dead before this process is notified, which happens only after the jobs are sent.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const waiting = Array.from({ length: 20 }, (_, at) => pool.run(job(`${at}`), { owner: '' }));
    const answers = (await Promise.all(waiting)) as { result: { texts: string[] } }[];
    expect(answers.map(({ result }) => result.texts[0])).toEqual(waiting.map((_, at) => `${at}`));
    pool.close();
  });

  test('because it was idle is removed', async () => {
    const pool = new TextPool({ ...one, idleMilliseconds: 50 });
    const before = childrenOf(process.pid);
    await pool.run(job('one'), { owner: '' });
    const [pid] = childrenOf(process.pid).filter((child) => !before.includes(child));
    await expect.poll(() => childrenOf(process.pid)).not.toContain(pid);
  });
});

/** Returns the text processes of a process; Node starts children from any of its threads. */
function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((line) => line.includes('text-worker'))
    .map((line) => Number.parseInt(line, 10));
}

test('owners are served in turn, however many jobs one of them sends', async () => {
  const single = new PromptTexts({
    ...promptBounds,
    quick: { ...promptBounds.quick, processes: 1 },
    request: { ...promptBounds.request, processes: 1 },
  });
  const ends: string[] = [];
  const jobs = ['eve', 'eve', 'eve', 'eve', 'bob'].map(async (owner) => {
    await ask('ok', { requester: { owner }, by: single });
    ends.push(owner);
  });
  await Promise.all(jobs);
  expect(ends.indexOf('bob')).toBeLessThan(4);
  single.close();
});

test('a small prompt of one owner does not wait for large prompts of another', async () => {
  const ends: string[] = [];
  const encode = async (owner: string, text: string): Promise<void> => {
    await texts.encode([text], encodeBy(), { owner });
    ends.push(owner);
  };
  const longest = 'lorem ipsum '.repeat(promptBounds.quickCharacters / 12);
  await Promise.all([encode('eve', longest), encode('eve', longest), encode('bob', 'a')]);
  expect(ends).toEqual(['bob', 'eve', 'eve']);
});

test('an aborted job is rejected while it waits', async () => {
  const single = new PromptTexts({ ...promptBounds, request: { ...promptBounds.request, processes: 1 } });
  const gone = new AbortController();
  const first = ask('one', { by: single });
  const second = ask('two', { requester: { owner: '', signal: gone.signal }, by: single });
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  expect((await first).encoded.kind).toBe('ids');
  single.close();
});

test('text processes encode texts as the tokenizer does, and report which are too long', async () => {
  const list = ['yes no', '', 'x'.repeat(100_000), 'Ünïcödé \ud800 🙂'];
  const { tokenizer } = openModelText(path);
  const encoded = await texts.encode(list, encodeBy({ addSpecialTokens: true }), { owner: '' });
  const expected = list.map((text) => Uint32Array.from(tokenizer.encode(text, { addSpecialTokens: true })));
  expect(encoded).toEqual(expected.map((ids) => ({ kind: 'ids', ids })));
  const bounded = await texts.encode(list, encodeBy({ mostCharacters: 10 }), { owner: '' });
  expect(bounded.map(({ kind }) => kind)).toEqual(['ids', 'ids', 'too many characters', 'too many characters']);
});
