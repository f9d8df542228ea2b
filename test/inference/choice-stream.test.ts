import { describe, expect, it } from 'vitest';
import { type ChoiceDelta, type ChoiceOptions, ChoiceStream } from '../../src/inference/chat/choice-stream.ts';
import { byteTokenizer, sampled } from './byte-tokenizer.ts';

const [emoji0, emoji1, emoji2, emoji3] = [...Buffer.from('😀')];
// 0 'a', 1 'b', 2 ' END', 3..6 the bytes of an emoji, 7 'é' begun behind an x, 8 its rest, 9 its rest and a b
const EOS = 10;
const EOT = 11;
const tokenizer = byteTokenizer(
  ['a', 'b', ' END', [emoji0], [emoji1], [emoji2], [emoji3], [0x78, 0xc3], [0xa9], [0xa9, 0x62]],
  ['<eos>', '<eot>'],
);

function stream(options: Partial<ChoiceOptions> = {}): ChoiceStream {
  return new ChoiceStream({
    index: 0,
    tokenizer,
    eosIds: [EOS, EOT],
    stopTokenIds: [EOS, EOT],
    maxTokens: 20,
    stop: [],
    includeStop: false,
    skipSpecialTokens: true,
    topLogprobs: 0,
    tokensAsIds: false,
    ...options,
  });
}

function run(ids: readonly number[], options: Partial<ChoiceOptions> = {}): ChoiceDelta[] {
  const choice = stream(options);
  const deltas: ChoiceDelta[] = [];
  for (const id of ids) {
    deltas.push(choice.push(sampled(id)));
    if (choice.finished) break;
  }
  return deltas;
}

const text = (deltas: ChoiceDelta[]) => deltas.map((delta) => delta.content);
const end = (deltas: ChoiceDelta[]) => deltas.at(-1)?.finish;

describe('ChoiceStream', () => {
  it('ends at the first end-of-sequence token without a stop reason, its text hidden, its id and logprob kept', () => {
    const deltas = run([0, EOS, 1]);
    expect(text(deltas)).toEqual(['a', '']);
    expect(end(deltas)).toEqual({ reason: 'stop', stopReason: null });
    expect(deltas.flatMap((delta) => delta.tokenIds)).toEqual([0, EOS]);
    expect(deltas[1].logprobs.map((entry) => entry.token)).toEqual(['<eos>']);
  });

  it('reports every other stop token as the stop reason, unless the answer is constrained', () => {
    expect(end(run([0, EOT]))).toEqual({ reason: 'stop', stopReason: EOT });
    expect(end(run([0, 1], { stopTokenIds: [EOS, EOT, 1] }))).toEqual({ reason: 'stop', stopReason: 1 });
    expect(end(run([0, EOT], { constrained: true }))).toEqual({ reason: 'stop', stopReason: null });
    expect(end(run([0, EOS], { eosIds: [], stopTokenIds: [EOS] }))).toEqual({ reason: 'stop', stopReason: EOS });
  });

  it('shows a stop token under include_stop_str_in_output, unless it is special and skipped', () => {
    expect(text(run([0, EOS], { includeStop: true })).join('')).toBe('a');
    expect(text(run([0, EOS], { includeStop: true, skipSpecialTokens: false })).join('')).toBe('a<eos>');
    expect(text(run([0, 1], { includeStop: true, stopTokenIds: [1] })).join('')).toBe('ab');
  });

  it('continues past the end-of-sequence token if that is no stop token', () => {
    const deltas = run([0, EOS, 1], { eosIds: [], stopTokenIds: [], maxTokens: 3 });
    expect(text(deltas).join('')).toBe('ab');
    expect(end(deltas)).toEqual({ reason: 'length', stopReason: null });
  });

  it('prefers the stop string to the length, and counts the token that completed it', () => {
    const deltas = run([0, 2], { stop: ['END'], maxTokens: 2 });
    expect(text(deltas).join('')).toBe('a ');
    expect(end(deltas)).toEqual({ reason: 'stop', stopReason: 'END' });
    expect(deltas.flatMap((delta) => delta.tokenIds)).toEqual([0, 2]);
  });

  it('releases text held for a stop string at a stop token and at the length', () => {
    expect(text(run([0, EOS], { stop: ['zz'] }))).toEqual(['', 'a']);
    expect(text(run([0, 1], { stop: ['zzz'], maxTokens: 2 }))).toEqual(['', 'ab']);
  });

  it('releases text held for a stop string when it is closed from outside', () => {
    const choice = stream({ stop: ['zzzz'] });
    choice.push(sampled(0));
    expect(choice.close()).toMatchObject({ content: 'a', tokenIds: [], finish: { reason: 'length' } });
    expect(choice.finished).toBe(true);
  });

  it('holds a character back until its last byte arrives', () => {
    const deltas = run([0, 3, 4, 5, 6, 1, EOS]);
    expect(text(deltas)).toEqual(['a', '', '', '', '😀', 'b', '']);
    const entries = deltas.flatMap((delta) => delta.logprobs);
    expect(entries.map((entry) => entry.token)).toEqual(['a', '', '', '', '😀', 'b', '<eos>']);
    expect(entries[4].bytes).toEqual([...Buffer.from('😀')]);
    expect(entries[1].bytes).toEqual([]);
  });

  it('attributes a split character to the token that completes it', () => {
    const entries = run([0, 7, 8, EOS]).flatMap((delta) => delta.logprobs);
    expect(entries.map((entry) => entry.token)).toEqual(['a', '', 'xé', '<eos>']);
  });

  it('shows a token that completes a character and goes on', () => {
    const deltas = run([7, 9, EOS]);
    expect(text(deltas).join('')).toBe('xéb');
    expect(deltas.flatMap((delta) => delta.logprobs).map((entry) => entry.token)).toEqual(['', 'xéb', '<eos>']);
  });

  it('does not emit a character that never became whole', () => {
    expect(text(run([0, 3, 4, EOS])).join('')).toBe('a');
  });

  it('lists the sampled token first, then the best others, as many as asked for', () => {
    const choice = stream({ topLogprobs: 2 });
    const { logprobs } = choice.push(
      sampled(1, -3, [
        [0, -0.1],
        [2, -2.5],
      ]),
    );
    expect(logprobs[0].top_logprobs).toEqual([
      { token: 'b', logprob: -3, bytes: [98] },
      { token: 'a', logprob: -0.1, bytes: [97] },
    ]);
    const best = choice.push(
      sampled(0, -0.1, [
        [0, -0.1],
        [2, -2.5],
      ]),
    );
    expect(best.logprobs[0].top_logprobs.map((entry) => entry.token)).toEqual(['a', ' END']);
    expect(stream().push(sampled(1, -3, [])).logprobs[0].top_logprobs).toEqual([]);
  });

  it('writes tokens as ids: the bytes of the entry stay the text, those of the alternatives do not', () => {
    const { logprobs } = stream({ topLogprobs: 1, tokensAsIds: true }).push(sampled(1, -1, [[1, -1]]));
    expect(logprobs[0]).toEqual({
      token: 'token_id:1',
      token_id: 1,
      logprob: -1,
      bytes: [98],
      top_logprobs: [{ token: 'token_id:1', logprob: -1, bytes: [...Buffer.from('token_id:1')] }],
    });
  });

  it.each([Number.NEGATIVE_INFINITY, Number.NaN, -1e6])('writes the log-probability %d as -9999', (logprob) => {
    expect(stream().push(sampled(1, logprob)).logprobs[0].logprob).toBe(-9999);
  });

  it('ends at a repetition and keeps all of it, unless the length or a stop token ends it first', () => {
    const repetition = { minPatternSize: 1, maxPatternSize: 1, minCount: 3 };
    const deltas = run([0, 1, 1, 1, 0], { repetition });
    expect(text(deltas).join('')).toBe('abbb');
    expect(end(deltas)).toEqual({ reason: 'stop', stopReason: 'repetition_detected' });
    expect(end(run([0, 1, 1, 1], { repetition, maxTokens: 4 }))).toEqual({ reason: 'length', stopReason: null });
    const stops = { eosIds: [], stopTokenIds: [7] };
    expect(end(run([1, 7], { repetition: { ...repetition, minCount: 2 }, ...stops }))?.stopReason).toBe(7);
  });

  it('looks for repetitions, and for stop strings, only after min_tokens', () => {
    const repetition = { minPatternSize: 1, maxPatternSize: 1, minCount: 3 };
    expect(run([1, 1, 1, 1, 1, 1], { repetition, minTokens: 5 })).toHaveLength(5);
    const deltas = run([2, 0, 2, 1], { stop: ['END'], minTokens: 2 });
    expect(text(deltas).join('')).toBe(' ENDa ');
    expect(deltas).toHaveLength(3);
  });

  it('reports no_token_allowed if the rules of the request left no token', () => {
    const choice = stream({ stop: ['zz'] });
    choice.push(sampled(0));
    expect(choice.close('no_token')).toMatchObject({
      content: 'a',
      tokenIds: [],
      finish: { reason: 'stop', stopReason: 'no_token_allowed' },
    });
  });

  it('puts no space between special tokens, as byte-level tokenizers do', () => {
    const shown = { skipSpecialTokens: false, eosIds: [], stopTokenIds: [], maxTokens: 3 };
    expect(text(run([EOS, EOT, 0], shown)).join('')).toBe('<eos><eot>a');
  });
});
