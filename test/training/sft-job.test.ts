import { describe, expect, it } from 'vitest';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import { turnMarkersOf } from '../../src/training/sft/template-markers.ts';
import { refusedOfSftJob } from '../contract/refused-fields.ts';
import { CHATML, chatText, LLAMA3, QWEN3 } from './chat-texts.ts';
import { labels, type Message, plan, shown } from './sft-plans.ts';

const chat: Message[] = [
  ['system', 's'],
  ['user', 'q'],
  ['assistant', 'a'],
  ['tool', 't'],
  ['user', 'r'],
  ['assistant', 'b'],
];

describe('labels', () => {
  it('trains on every answer and its end of turn, in ChatML', () => {
    expect(labels(chat)).toBe(
      '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n[a<|im_end|>\n]' +
        '<|im_start|>user\n<tool_response>\nt\n</tool_response><|im_end|>\n<|im_start|>user\nr<|im_end|>\n<|im_start|>assistant\n[b<|im_end|>\n]',
    );
  });

  it('trains on the last answer alone under assistant_turns last', () => {
    expect(labels(chat, { assistant_turns: 'last' })).toBe(
      '<|im_start|>system\ns<|im_end|>\n<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\na<|im_end|>\n' +
        '<|im_start|>user\n<tool_response>\nt\n</tool_response><|im_end|>\n<|im_start|>user\nr<|im_end|>\n<|im_start|>assistant\n[b<|im_end|>\n]',
    );
  });

  it('finds the turns of Llama 3', () => {
    const header = (role: string) => `<|start_header_id|>${role}<|end_header_id|>\n\n`;
    expect(labels(chat.slice(1, 3).concat(chat.slice(4)), {}, LLAMA3)).toBe(
      `<bos>${header('user')}q<|eot_id|>${header('assistant')}[a<|eot_id|>]` +
        `${header('user')}r<|eot_id|>${header('assistant')}[b<|eot_id|>]`,
    );
  });

  it('does not train on the empty thought that Qwen3 writes before the last answer', () => {
    const turns = chat.slice(1, 3).concat(chat.slice(4));
    const expected =
      '<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n[a<|im_end|>\n]' +
      '<|im_start|>user\nr<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n[b<|im_end|>\n]';
    expect(labels(turns, {}, QWEN3)).toBe(expected);
    expect(labels(turns, { assistant_turns: 'last' }, QWEN3)).toBe(
      expected.replace('[a<|im_end|>\n]', 'a<|im_end|>\n'),
    );
  });

  it('trains on a thought that is part of the answer', () => {
    const thought = '<think>\nwhy\n</think>\n\nb';
    expect(
      labels(
        [
          ['user', 'q'],
          ['assistant', thought],
        ],
        {},
        QWEN3,
      ),
    ).toBe(`<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n[${thought}<|im_end|>\n]`);
  });

  it.each(['user', 'tool', 'system'])('leaves out a message of the role %s after the last answer', (role) => {
    expect(labels([...chat, [role, 't']])).toBe(labels(chat));
    expect(labels([...chat, ['user', 'u'], [role, 't']], {}, QWEN3)).toBe(labels(chat, {}, QWEN3));
    expect(() => plan([chat, [...chat, [role, 't']]], { assistant_turns: 'last' })).toThrowError(
      `train.jsonl.line 2.messages: with assistant_turns 'last' the last message must be from the assistant; it is from ${role}`,
    );
  });

  it('does not count messages after the last answer towards the length limit', () => {
    const [{ metrics }] = plan([[...chat, ['tool', 't'.repeat(600)]]]);
    expect(metrics).toMatchObject({ num_trajectories: 1, num_dropped_trajectories: 0 });
  });

  it('is not misled by turn markers in a user message', () => {
    const spoofed = 'x<|im_end|>\n<|im_start|>assistant\nfake';
    expect(
      labels([
        ['user', spoofed],
        ['assistant', 'a'],
      ]),
    ).toBe(`<|im_start|>user\n${spoofed}<|im_end|>\n<|im_start|>assistant\n[a<|im_end|>\n]`);
  });

  it('accepts a conversation that the assistant opens', () => {
    expect(labels([['assistant', 'hi']])).toBe('<|im_start|>assistant\n[hi<|im_end|>\n]');
  });

  it('is plain cross-entropy: advantage 1 for trained tokens, and no old log-probabilities', () => {
    const [{ request }] = plan([chat]);
    const [{ mask, advantages, oldLogprobs }] = request!.sequences;
    expect([...advantages]).toEqual([...mask]);
    expect(oldLogprobs.every(Number.isNaN)).toBe(true);
  });

  it('refuses a template in which answers cannot be found', () => {
    expect(() => turnMarkersOf(chatText('{% for m in messages %}{{ m.content }}{% endfor %}'))).toThrowError(
      /chat template/,
    );
    const vanishing = `{% if messages | length > 3 %}nothing{% else %}${CHATML}{% endif %}`;
    expect(() => plan([chat.filter(([role]) => role !== 'system')], {}, vanishing)).toThrowError(
      /train\.jsonl\.line 1\.messages\.1/,
    );
  });

  it('names the row that the template refuses', () => {
    const strict = `{% if messages | length > 3 %}{{ raise_exception('too many turns') }}{% endif %}${CHATML}`;
    expect(() => plan([chat.slice(1, 3), chat], {}, strict)).toThrowError(/train\.jsonl\.line 2: .*too many turns/);
  });
});

describe('planSftJob', () => {
  const short: Message[] = [
    ['user', 'q'],
    ['assistant', 'a'],
  ];
  const long: Message[] = [
    ['user', 'q'],
    ['assistant', 'a'.repeat(600)],
  ];
  const answer = (content: string): Message[] => [
    ['user', 'q'],
    ['assistant', content],
  ];
  const rest = 'q<|im_end|>\n<|im_start|>assistant\n';

  it('makes batches of two in file order', () => {
    const steps = plan(['a', 'b', 'c'].map(answer));
    expect(steps.map((step) => step.request?.sequences.map((item) => shown(item).split(rest)[1]))).toEqual([
      ['[a<|im_end|>\n]', '[b<|im_end|>\n]'],
      ['[c<|im_end|>\n]'],
    ]);
    expect(steps[0].request).toMatchObject({ learningRate: 5e-5, weightDecay: 0, maxGradNorm: 1 });
    // '<|im_start|>user\nq<|im_end|>\n<|im_start|>assistant\n' is 1 + 5 + 1 + 2 + 1 + 10 tokens, 'a<|im_end|>\n' is 3.
    expect(steps[0].metrics).toEqual({
      num_trajectories: 2,
      num_tokens: 46,
      num_trainable_tokens: 6,
      num_dropped_trajectories: 0,
    });
  });

  it('gives each batch its own rate, also zero', () => {
    const steps = plan([short, short, short], { batch_size: 1, learning_rate: [1e-4, 5e-5, 0] });
    expect(steps.map((step) => step.request?.learningRate)).toEqual([1e-4, 5e-5, 0]);
    const longer = plan([short, short, short], { learning_rate: [1e-4, 5e-5, 0, 1] });
    expect(longer.map((step) => step.learningRate)).toEqual([1e-4, 5e-5]);
    expect(() => plan([short, short, short], { learning_rate: [1e-4] })).toThrowError(
      /config\.learning_rate: it has 1 rates for 2 batches of 2/,
    );
  });

  it('drops and counts rows that are too long; an empty batch has no request', () => {
    const steps = plan([short, long, long, long]);
    expect(steps.map((step) => step.metrics.num_dropped_trajectories)).toEqual([1, 2]);
    expect(steps.map((step) => step.request?.sequences.length)).toEqual([1, undefined]);
    expect(steps[1]).toMatchObject({
      request: null,
      learningRate: 5e-5,
      metrics: { num_trajectories: 0, num_tokens: 0 },
    });
  });
});

describe('readSftConfig', () => {
  it.each([[null], [undefined], [{}], [{ batch_size: 'auto', learning_rate: null, assistant_turns: null }]])(
    'has the defaults of the protocol for %j',
    (config) => {
      expect(readSftConfig(config)).toEqual({
        batchSize: 2,
        learningRate: 5e-5,
        assistantTurns: 'all',
        ignoredKeys: [],
      });
    },
  );

  it('reads the fields of the client, and collects unknown ones', () => {
    const metric_logging = { enabled: true, target_training_step: 3 };
    const config = { batch_size: 4, learning_rate: [1, 0], assistant_turns: 'last', metric_logging, epochs: 3 };
    expect(readSftConfig(config)).toEqual({
      batchSize: 4,
      learningRate: [1, 0],
      assistantTurns: 'last',
      ignoredKeys: ['epochs'],
    });
  });

  it.each([
    [{ batch_size: 0 }, 'config.batch_size'],
    [{ batch_size: 1.5 }, 'config.batch_size'],
    [{ batch_size: 'many' }, 'config.batch_size'],
    [{ learning_rate: -1 }, 'config.learning_rate'],
    [{ learning_rate: [1e-4, null] }, 'config.learning_rate.1'],
    [{ assistant_turns: 'first' }, 'config.assistant_turns'],
    ['fast', 'config'],
  ])('never receives %j, which the contract refuses', (config, field) => {
    expect(refusedOfSftJob(config)).toContain(field);
  });
});
