import { describe, expect, it } from 'vitest';
import { ChatChunks, type ChunkOptions } from '../../src/inference/chat/chat-chunks.ts';
import { chatCompletion, type SampledPolicy } from '../../src/inference/chat/chat-response.ts';
import { type ChoiceDelta, ChoiceStream } from '../../src/inference/chat/choice-stream.ts';
import { byteTokenizer, sampled } from './byte-tokenizer.ts';

const tokenizer = byteTokenizer(['Hi', '!', ' yo'], ['<eos>']);
const header = {
  id: 'chatcmpl-x',
  created: 1795250938,
  model: 'wandb-artifact:///a/b/c',
  systemFingerprint: 'daybreak-1',
};
const policy: SampledPolicy = { id: 'checkpoint', step: 3, adapterId: 'checkpoint' };
const prompt = { ids: [5, 6, 7], cachedTokens: 2 };

function choice(index: number, ids: readonly number[]): ChoiceDelta[] {
  const stream = new ChoiceStream({
    index,
    tokenizer,
    eosIds: [3],
    stopTokenIds: [3],
    maxTokens: 9,
    stop: [],
    includeStop: false,
    skipSpecialTokens: true,
    topLogprobs: 0,
    tokensAsIds: false,
  });
  return ids.map((id) => stream.push(sampled(id, -0.25)));
}

describe('chatCompletion', () => {
  const choices = [choice(0, [0, 1, 3]), choice(1, [2, 3])];

  it('always has the log-probabilities and token ids of each choice', () => {
    const answer = chatCompletion(
      header,
      prompt,
      choices,
      {
        role: 'assistant',
        returnTokenIds: false,
        reasoningMode: 'unsplit',
        echo: '',
      },
      policy,
    );
    expect(answer.choices.map((item) => item.message.content)).toEqual(['Hi!', ' yo']);
    expect(answer.choices[0]).toMatchObject({
      index: 0,
      finish_reason: 'stop',
      stop_reason: null,
      token_ids: [0, 1, 3],
      prompt_token_ids: [5, 6, 7],
      message: { role: 'assistant', refusal: null },
    });
    expect(answer.choices[0].logprobs.content).toHaveLength(3);
    expect(answer.choices[0].logprobs.content[1]).toEqual({
      token: '!',
      token_id: 1,
      logprob: -0.25,
      bytes: [33],
      top_logprobs: [],
    });
    expect(answer.prompt_token_ids).toBeNull();
    expect(answer).toMatchObject({
      object: 'chat.completion',
      model: header.model,
      id: header.id,
      created: header.created,
    });
    expect(answer.choices[0].message).not.toHaveProperty('tool_calls');
  });

  it('names the weights that sampled each choice, and none for an answer without tokens', () => {
    const options = { role: 'assistant', returnTokenIds: false, reasoningMode: 'unsplit', echo: '' } as const;
    const spans = (deltas: ChoiceDelta[][], whose = policy) =>
      chatCompletion(header, prompt, deltas, options, whose).choices.map((item) => item.policy_token_spans);
    const named = { generation_id: 'checkpoint', policy_version: 3, lora_slot: 'checkpoint', update_seq: 3 };
    expect(spans(choices)).toEqual([
      [{ start_token: 0, end_token: 3, ...named }],
      [{ start_token: 0, end_token: 2, ...named }],
    ]);
    const base = { generation_id: 'toy', policy_version: 0, lora_slot: '', update_seq: 0 };
    expect(spans([choice(0, [0])], { id: 'toy', step: 0, adapterId: null })).toEqual([
      [{ start_token: 0, end_token: 1, ...base }],
    ]);
    expect(spans([[{ ...choices[0][0], tokenIds: [] }]])).toEqual([[]]);
  });

  it('counts the prompt once and every generated token, and reports cached tokens', () => {
    const answer = chatCompletion(
      header,
      prompt,
      choices,
      {
        role: 'assistant',
        returnTokenIds: true,
        reasoningMode: 'unsplit',
        echo: '',
      },
      policy,
    );
    expect(answer.usage).toEqual({
      prompt_tokens: 3,
      total_tokens: 8,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 2 },
    });
    expect(answer.prompt_token_ids).toEqual([5, 6, 7]);
  });
});

describe('ChatChunks', () => {
  const options: ChunkOptions = {
    n: 2,
    role: 'assistant',
    returnTokenIds: false,
    reasoningMode: 'unsplit',
    echo: '',
    includeUsage: false,
    continuousUsage: false,
  };
  const policy = { id: 'c7', step: 4, adapterId: 'a7' };

  it('lists all choices with their role in the first chunk', () => {
    const first = new ChatChunks(header, prompt, options, policy).first();
    expect(first.object).toBe('chat.completion.chunk');
    expect(first.choices).toEqual([
      { index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null },
      { index: 1, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null },
    ]);
    expect(first).not.toHaveProperty('prompt_token_ids');
    expect(first).not.toHaveProperty('usage');
  });

  it('finishes a choice in the chunk of its last token', () => {
    const chunks = new ChatChunks(header, prompt, options, policy);
    const [hi, , last] = choice(1, [0, 1, 3]).map((delta) => chunks.next(delta));
    expect(hi.choices[0]).toMatchObject({ index: 1, delta: { content: 'Hi' }, finish_reason: null });
    expect(hi.choices[0].logprobs?.content.map((entry) => entry.token)).toEqual(['Hi']);
    expect(hi.choices[0]).not.toHaveProperty('stop_reason');
    expect(hi.choices[0]).not.toHaveProperty('token_ids');
    expect(last.choices[0]).toMatchObject({ delta: { content: '' }, finish_reason: 'stop', stop_reason: null });
    expect(last.choices[0]).not.toHaveProperty('policy_token_spans');
    expect(chunks.last()).toBeNull();
  });

  it('carries token ids, and at the end the weights that sampled them, if token ids are requested', () => {
    const chunks = new ChatChunks(header, prompt, { ...options, returnTokenIds: true }, policy);
    expect(chunks.first().prompt_token_ids).toEqual([5, 6, 7]);
    const [first, last] = choice(0, [0, 3]).map((delta) => chunks.next(delta).choices[0]);
    expect([first.token_ids, last.token_ids]).toEqual([[0], [3]]);
    expect(first).not.toHaveProperty('policy_token_spans');
    const sampledBy = { generation_id: 'c7', policy_version: 4, lora_slot: 'a7', update_seq: 4 };
    expect(last.policy_token_spans).toEqual([{ start_token: 0, end_token: 2, ...sampledBy }]);
    expect(last.prompt_policy_token_spans).toEqual([{ start_token: 1, end_token: 3, ...sampledBy }]);
  });

  it('ends with the usage of all choices', () => {
    const chunks = new ChatChunks(header, prompt, { ...options, includeUsage: true }, policy);
    const seen = [...choice(0, [0, 1, 3]), ...choice(1, [2, 3])].map((delta) => chunks.next(delta));
    expect(seen.some((chunk) => 'usage' in chunk)).toBe(false);
    expect(chunks.last()).toMatchObject({ choices: [], usage: { completion_tokens: 5, total_tokens: 8 } });
  });

  it('reports the usage so far in each chunk under continuous_usage_stats', () => {
    const chunks = new ChatChunks(header, prompt, { ...options, includeUsage: true, continuousUsage: true }, policy);
    expect(chunks.first().usage?.completion_tokens).toBe(0);
    const counts = [choice(0, [0])[0], choice(1, [2])[0], choice(0, [1])[0]].map((delta) => chunks.next(delta).usage);
    expect(counts.map((usage) => usage?.completion_tokens)).toEqual([1, 1, 2]);
    expect(chunks.last()?.usage?.completion_tokens).toBe(3);
  });
});
