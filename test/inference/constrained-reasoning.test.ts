import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import type { AnswerReading } from '../../src/inference/chat/answer-parser.ts';
import { ChatChunks } from '../../src/inference/chat/chat-chunks.ts';
import { chatCompletion } from '../../src/inference/chat/chat-response.ts';
import { type ChoiceDelta, ChoiceStream } from '../../src/inference/chat/choice-stream.ts';
import { grammarConstraint } from '../../src/inference/chat/grammar-constraint.ts';
import { answerConstraint, type OutputConstraint } from '../../src/inference/chat/output-constraint.ts';
import { jsonSchemaGrammar } from '../../src/inference/grammar/grammar.ts';
import { GrammarPool } from '../../src/inference/grammar/service/grammar-pool.ts';
import { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { tokenizerInfo } from '../../src/inference/grammar/tokens/tokenizer-info.ts';
import type { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { isLong } from '../tier.ts';
import { sampled } from './byte-tokenizer.ts';
import { allowedIn, randomNumbers } from './grammar/random-walk.ts';
import { markThoughts, spelledTokens } from './thinking-toy.ts';

const schema = {
  type: 'object',
  properties: { a: { type: 'string', pattern: '^([<>/a-z_]|yes|no)*$' } },
  required: ['a'],
  additionalProperties: false,
};
const isValid = (text: string): boolean => {
  const { a, ...others } = JSON.parse(text);
  return typeof a === 'string' && /^([<>/a-z_]|yes|no)*$/.test(a) && Object.keys(others).length === 0;
};
const tool = { type: 'function' as const, function: { name: 'f', parameters: schema } };
const called = (a: string): string => `<tool_call>\n{"name": "f", "arguments": {"a": "${a}"}}\n</tool_call>`;
const form: OutputConstraint = { grammar: jsonSchemaGrammar(schema), field: 'response_format' };
const tools = answerConstraint({
  choice: { kind: 'auto', tools: [tool], parallel: true },
  toolFormat: 'hermes',
  structured: null,
}) as OutputConstraint;
const toolReading: AnswerReading['tools'] = {
  format: 'hermes',
  names: new Set(['f']),
  parallel: true,
  finishes: true,
};

/** A toy model whose tokenizer has the marks of thoughts as tokens, or not. */
interface Thinker {
  folder: string;
  tokenizer: Tokenizer;
  end: number;
  service: GrammarService;
  pool: GrammarPool;
}

let marked: Thinker;
let spelled: Thinker;
beforeAll(async () => {
  marked = await thinker(['<think>', '</think>']);
  spelled = await thinker([]);
});
afterAll(async () => {
  for (const { pool, folder } of [marked, spelled]) {
    pool.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function thinker(marks: readonly string[]): Promise<Thinker> {
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-thinker-'));
  writeToyModel(folder);
  const tokenizer = await markThoughts(folder, marks);
  const end = tokenizer.tokenId('<|im_end|>') as number;
  const pool = new GrammarPool();
  const service = new GrammarService(tokenizerInfo(tokenizer, tokenizer.vocabSize), pool);
  return { folder, tokenizer, end, service, pool };
}

interface Asked {
  format: OutputConstraint;
  reading: AnswerReading;
  stop?: string[];
}

/** Returns the answer of a model that samples `next` of the allowed tokens, and stops if that is undefined. */
async function answer(
  { tokenizer, end, service }: Thinker,
  { format, reading, stop = [] }: Asked,
  next: (allowed: readonly number[]) => number | undefined,
) {
  const constraint = grammarConstraint(format, { reading, tokenizer, endIds: [end] });
  const session = await service.open(constraint);
  const stream = new ChoiceStream({
    index: 0,
    tokenizer,
    eosIds: [end],
    stopTokenIds: [end],
    maxTokens: 400,
    stop,
    includeStop: false,
    skipSpecialTokens: true,
    topLogprobs: 0,
    tokensAsIds: false,
    reading,
    constrained: !format.free,
  });
  const deltas: ChoiceDelta[] = [];
  session.resume();
  while (!stream.finished) {
    await session.settled;
    if (session.error) throw session.error;
    const allowed = allowedIn(session.mask as Uint32Array).filter((id) => id < tokenizer.vocabSize);
    const id = next(allowed);
    if (id === undefined) break;
    session.accept(id);
    deltas.push(stream.push(sampled(id)));
  }
  if (!stream.finished) deltas.push(stream.close());
  session.close();
  return shown(deltas);
}

/** Returns the whole answer, and asserts that its stream adds up to the same. */
function shown(deltas: ChoiceDelta[]) {
  const header = { id: 'x', created: 0, model: 'toy', systemFingerprint: null };
  const prompt = { ids: [1], cachedTokens: 0 };
  const options = { role: 'assistant', echo: '', reasoningMode: 'shown', returnTokenIds: false } as const;
  const policy = { id: 'toy', step: 0, adapterId: null };
  const { choices, usage } = chatCompletion(header, prompt, [deltas], options, policy);
  const usages = { includeUsage: true, continuousUsage: false };
  const chunks = new ChatChunks(header, prompt, { ...options, ...usages, n: 1 }, policy);
  const streamed = deltas.map((delta) => chunks.next(delta).choices[0].delta);
  const { message, finish_reason: reason, stop_reason: stopReason } = choices[0];
  const joined = (key: 'content' | 'reasoning') => streamed.map((delta) => delta[key] ?? '').join('');
  expect([joined('content'), joined('reasoning')]).toEqual([message.content ?? '', message.reasoning ?? '']);
  const calls = (message.tool_calls ?? []).map((call) => call.function.arguments);
  const pieces = streamed.flatMap((delta) => delta.tool_calls ?? []);
  expect(pieces.map((piece) => piece.function?.arguments ?? '').join('')).toBe(calls.join(''));
  const thoughts = usage.completion_tokens_details?.reasoning_tokens;
  expect(chunks.last()?.usage?.completion_tokens_details?.reasoning_tokens).toBe(thoughts);
  return { content: message.content ?? '', reasoning: message.reasoning, calls, reason, stopReason, thoughts };
}

/** Samples the tokens of a text, except those not allowed, and then the end token as soon as it is allowed. */
function says(thinker: Thinker, text: string): (allowed: readonly number[]) => number | undefined {
  const left = spelledTokens(thinker.tokenizer, text);
  return (allowed) => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) if (allowed.includes(id)) return id;
    return allowed.includes(thinker.end) ? thinker.end : undefined;
  };
}

const thinking = (start: AnswerReading['reasoning']): AnswerReading => ({ tools: null, reasoning: start });
const calling = (start: AnswerReading['reasoning']): AnswerReading => ({ tools: toolReading, reasoning: start });
const unheld = '<tool_call>{"name": "f", "arguments": {"b": 1}}</tool_call>';

describe('thoughts whose marks are tokens', () => {
  it.each(['undecided', 'open'] as const)(
    'a structured output begins after the end token, not after a spelled end mark (%s)',
    async (start) => {
      const begin = start === 'open' ? '' : '[[<think>]]';
      const text = `${begin}hm</think>not json[[</think>]]{"a":"x"}`;
      const said = await answer(marked, { format: form, reading: thinking(start) }, says(marked, text));
      expect(said).toMatchObject({
        content: '{"a":"x"}',
        reasoning: 'hm</think>not json',
        reason: 'stop',
        stopReason: null,
      });
      // The tokens of "hm</think>not json", one a character.
      expect(said.thoughts).toBe(18);
    },
  );

  it('calls are constrained after thoughts, not within them', async () => {
    const text = `[[<think>]]hm</think>${unheld}[[</think>]]\n${called('x')}`;
    const said = await answer(marked, { format: tools, reading: calling('undecided') }, says(marked, text));
    expect(said).toMatchObject({ calls: ['{"a": "x"}'], reasoning: `hm</think>${unheld}`, reason: 'tool_calls' });
  });

  it('a spelled start mark begins no thoughts, so the text after it is constrained', async () => {
    const text = `<think>hm</think>${unheld}${called('x')}`;
    const said = await answer(marked, { format: tools, reading: calling('undecided') }, says(marked, text));
    expect(said.reasoning).toBeNull();
    expect(said.content).toMatch(/^<think>hm<\/think>/);
    expect(said.calls.length).toBeGreaterThan(0);
    expect(said.calls.every(isValid)).toBe(true);
    const choice: OutputConstraint = { grammar: { kind: 'choice', choices: ['<think>a</think>b'] }, field: 'x' };
    const chosen = await answer(
      marked,
      { format: choice, reading: thinking('undecided') },
      says(marked, '<think>a</think>b'),
    );
    expect(chosen).toMatchObject({ content: '<think>a</think>b', reasoning: null, reason: 'stop', stopReason: null });
  });

  it('white space may come before thoughts, and a second start mark is no part of them', async () => {
    const asked = { format: tools, reading: calling('undecided') };
    const later = await answer(marked, asked, says(marked, `\n \n[[<think>]]hm[[</think>]]${called('x')}`));
    expect(later).toMatchObject({ content: '', reasoning: 'hm', calls: ['{"a": "x"}'], reason: 'tool_calls' });
    const open = { format: form, reading: thinking('open') };
    const again = await answer(marked, open, says(marked, '[[<think>]]hm[[</think>]]{"a":""}'));
    expect(again).toMatchObject({ content: '{"a":""}', reasoning: 'hm', reason: 'stop' });
  });

  it('stop strings cut thoughts and answers, also at spelled marks', async () => {
    const asked = { format: form, reading: thinking('undecided') };
    const text = '[[<think>]]a</think>b[[</think>]]{"a":"x"}';
    const cut = (stop: string) => answer(marked, { ...asked, stop: [stop, 'never comes'] }, says(marked, text));
    expect(await cut('b</think>')).toMatchObject({ content: '', reasoning: 'a</think>', stopReason: 'b</think>' });
    expect(await cut('x"}')).toMatchObject({ content: '{"a":"', reasoning: 'a</think>b', stopReason: 'x"}' });
    expect(await cut('nowhere')).toMatchObject({ content: '{"a":"x"}', reasoning: 'a</think>b', stopReason: null });
  });
});

describe('thoughts whose marks are spelled', () => {
  it.each([
    ['undecided', '<think>'],
    ['open', ''],
    ['open', '<think>'],
  ] as const)('a structured output begins after the spelled end mark (%s, %j)', async (start, begin) => {
    const text = `${begin}hm</thin</think>{"a":"x"}`;
    const said = await answer(spelled, { format: form, reading: thinking(start) }, says(spelled, text));
    expect(said).toMatchObject({ content: '{"a":"x"}', reasoning: 'hm</thin', reason: 'stop', stopReason: null });
  });

  it('an answer without thoughts is constrained from its first character', async () => {
    const said = await answer(spelled, { format: form, reading: thinking('undecided') }, says(spelled, 'hm {"a":"x"}'));
    expect(said).toMatchObject({ content: '{"a":"x"}', reasoning: null, reason: 'stop' });
  });

  it('white space may come before thoughts if the answer may begin with it', async () => {
    const said = await answer(
      spelled,
      { format: tools, reading: calling('undecided') },
      says(spelled, `\n <think>${unheld}</think>${called('x')}`),
    );
    expect(said).toMatchObject({ content: '', reasoning: unheld, calls: ['{"a": "x"}'], reason: 'tool_calls' });
  });

  it('the start mark begins thoughts even if the structured output could begin with it', async () => {
    const any: OutputConstraint = { grammar: { kind: 'regex', pattern: '(<think>)?[^{]*' }, field: 'x' };
    const said = await answer(
      spelled,
      { format: any, reading: thinking('undecided') },
      says(spelled, '<think>{</think>{a'),
    );
    expect(said).toMatchObject({ content: 'a', reasoning: '{', reason: 'stop', stopReason: null });
  });

  it('calls are constrained after thoughts, not within them', async () => {
    const text = `<think>hm${unheld}</think>\n${called('</think><think>')}`;
    const said = await answer(spelled, { format: tools, reading: calling('undecided') }, says(spelled, text));
    expect(said).toMatchObject({ reasoning: `hm${unheld}`, calls: ['{"a": "</think><think>"}'], reason: 'tool_calls' });
    const none = await answer(
      spelled,
      { format: tools, reading: calling('undecided') },
      says(spelled, 'x<think></think>'),
    );
    expect(none).toMatchObject({ content: 'x<think></think>', reasoning: null, reason: 'stop' });
  });

  it('thoughts are found by text if only one of the marks is a token', async () => {
    const half = await thinker(['</think>']);
    const asked = { format: form, reading: thinking('undecided') };
    const said = await answer(half, asked, says(half, '<think>a</thin[[</think>]]{"a":"x"}'));
    expect(said).toMatchObject({ content: '{"a":"x"}', reasoning: 'a</thin', reason: 'stop', stopReason: null });
    half.pool.close();
    await rm(half.folder, { recursive: true, force: true });
  });
});

describe('random text of a thinking model', () => {
  const PIECES = [
    '[[<think>]]', '[[</think>]]', '<think>', '</think>', '</thi', '\n', 'hm', '{"a":"', '"}', 'yes', unheld, called('x'),
    '<tool_call>\n{"name": "f", "arguments": {"a": "', '"}}\n</tool_call>',
  ]; // biome-ignore format: a list of texts

  /** Returns random pieces, then text that closes whatever has begun. */
  const rambling = (thinker: Thinker, random: () => number): string => {
    const pick = () => PIECES[Math.floor(random() * PIECES.length)];
    const said = Array.from({ length: 8 }, pick).join('');
    const close = random() < 0.5 ? '[[</think>]]' : '</think>';
    const text = `${said}${close}{"a":"x"}"}}\n</tool_call>`;
    return thinker === marked ? text : text.replaceAll('[[', '').replaceAll(']]', '');
  };
  const formats: [string, OutputConstraint, AnswerReading['tools']][] = [
    ['a form', form, null],
    ['tools', tools, toolReading],
    [
      'both',
      answerConstraint({
        choice: { kind: 'auto', tools: [tool], parallel: true },
        toolFormat: 'hermes',
        structured: form,
      }) as OutputConstraint,
      toolReading,
    ],
  ];

  it.each(formats)('a finished answer is valid for %s', async (name, format, readTools) => {
    const random = randomNumbers(7);
    const answers = isLong ? 120 : 40;
    let stopped = 0;
    for (let i = 0; i < answers; i++) {
      const thinker = i % 2 === 0 ? marked : spelled;
      const reading: AnswerReading = { tools: readTools, reasoning: random() < 0.5 ? 'open' : 'undecided' };
      const text = rambling(thinker, random);
      const said = await answer(thinker, { format, reading }, says(thinker, text));
      if (said.reason === 'length') continue;
      stopped += 1;
      expect(said.calls.every(isValid), text).toBe(true);
      if (name !== 'tools' && said.calls.length === 0)
        expect(isValid(said.content), `${text}: ${said.content}`).toBe(true);
    }
    expect(stopped).toBeGreaterThan(answers / 6);
  });
});
