import { describe, expect, it } from 'vitest';
import {
  type ChatParamsBody,
  choiceSampling,
  fitPrompt,
  readChatParams,
  refuseLongPrompt,
  stopTokens,
} from '../../src/inference/chat/chat-params.ts';
import { RequestError } from '../../src/inference/chat/request-error.ts';
import { readSamplingDefaults } from '../../src/inference/sampling-defaults.ts';
import { refusedOfChat } from '../contract/refused-fields.ts';

const limits = { contextLength: 100, vocabSize: 50 };
const read = (body: object) => readChatParams(body as ChatParamsBody, limits);
const prompt = (length: number) => Uint32Array.from({ length }, (_, place) => place);

function refusal(body: object): RequestError {
  try {
    read(body);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error(`not refused: ${JSON.stringify(body)}`);
}

describe('readChatParams', () => {
  it('has neutral values for an empty request', () => {
    expect(read({ messages: [] })).toEqual({
      seed: null,
      n: 1,
      temperature: 1,
      topK: 0,
      topP: 1,
      minP: 0,
      logits: {
        repetitionPenalty: 1,
        frequencyPenalty: 0,
        presencePenalty: 0,
        bias: [],
        allowedIds: null,
        badWords: [],
        processors: [],
        extraArgs: {},
      },
      repetition: null,
      maxTokens: null,
      minTokens: 0,
      stop: [],
      includeStop: false,
      stopTokenIds: [],
      ignoreEos: false,
      topLogprobs: 0,
      stream: false,
      includeUsage: false,
      continuousUsage: false,
      skipSpecialTokens: true,
      promptTokensKept: null,
      returnTokenIds: false,
      tokensAsIds: false,
      keepsFirst: false,
      logprobTokenIds: [],
      thinkingTokenBudget: null,
      streamInterval: 1,
      cacheSalt: null,
      promptLogprobs: null,
      priority: 0,
      speculation: true,
      beams: null,
    });
  });

  it('accepts null for every field', () => {
    const names = [
      ...['frequency_penalty', 'logit_bias', 'logprobs', 'top_logprobs', 'max_tokens', 'max_completion_tokens', 'n'],
      ...['presence_penalty', 'response_format', 'seed', 'stop', 'stream', 'stream_options', 'temperature', 'top_p'],
      ...[
        'tools',
        'tool_choice',
        'user',
        'top_k',
        'min_p',
        'repetition_penalty',
        'stop_token_ids',
        'skip_special_tokens',
      ],
      ...['truncate_prompt_tokens', 'prompt_logprobs', 'allowed_token_ids', 'return_token_ids'],
      ...['return_tokens_as_token_ids', 'cache_salt', 'kv_transfer_params', 'vllm_xargs', 'engine_xargs'],
      ...['repetition_detection', 'mm_processor_kwargs', 'parallel_tool_calls', 'reasoning_effort', 'documents'],
      ...['chat_template', 'chat_template_kwargs', 'logits_processors', 'structured_outputs', 'bad_words', 'priority'],
    ];
    expect(read(Object.fromEntries(names.map((name) => [name, null]))).n).toBe(1);
  });

  it('accepts values that change nothing', () => {
    const body = {
      frequency_penalty: 0,
      presence_penalty: 0,
      repetition_penalty: 1,
      logit_bias: {},
      min_p: 0,
      min_tokens: 0,
      length_penalty: 1,
      bad_words: [],
      use_beam_search: false,
      echo: false,
      add_generation_prompt: true,
      continue_final_message: false,
      response_format: { type: 'text' },
      priority: 0,
      speculation: true,
      repetition_detection: { max_pattern_size: 0, min_pattern_size: 0, min_count: 0 },
      kv_transfer_params: {},
      mm_processor_kwargs: {},
      engine_xargs: {},
      tool_choice: 'none',
      parallel_tool_calls: true,
      include_reasoning: true,
      nvext: { extra_fields: ['engine_data'] },
      user: 'someone',
    };
    expect(read(body).n).toBe(1);
  });

  it.each([
    [{ kv_transfer_params: { a: 1 } }, 'kv_transfer_params'],
    [{ mm_processor_kwargs: { a: 1 } }, 'mm_processor_kwargs'],
    [{ prompt_logprobs: 1, stream: true }, 'prompt_logprobs'],
    [{ prompt_logprobs: 21 }, 'prompt_logprobs'],
    [{ use_beam_search: true, n: 33 }, 'n'],
    [{ n: 0 }, 'n'],
    [{ n: 129 }, 'n'],
    [{ stop: [''] }, 'stop'],
    [{ stop: Array.from({ length: 17 }, () => 'x') }, 'stop'],
    [{ top_logprobs: 1 }, 'top_logprobs'],
    [{ top_logprobs: 21, logprobs: true }, 'top_logprobs'],
    [{ top_logprobs: -1, logprobs: true }, 'top_logprobs'],
    [{ stream_options: { include_usage: true } }, 'stream_options'],
    [{ cache_salt: '' }, 'cache_salt'],
    [{ vllm_xargs: {}, engine_xargs: {} }, 'vllm_xargs'],
    [{ min_tokens: -1 }, 'min_tokens'],
    [{ logit_bias: { x: 1 } }, 'logit_bias'],
    [{ logit_bias: Object.fromEntries(Array.from({ length: 1025 }, (_, id) => [id, 0])) }, 'logit_bias'],
    [{ allowed_token_ids: [] }, 'allowed_token_ids'],
    [{ repetition_detection: { max_pattern_size: 2, min_count: 1 } }, 'repetition_detection'],
    [{ repetition_detection: { max_pattern_size: 2 } }, 'repetition_detection'],
  ])('never receives %o, which the contract refuses', (body, field) => {
    expect(refusedOfChat(body).some((place) => place === field || place.startsWith(`${field}.`))).toBe(true);
  });

  it.each([
    [{ temperature: -0.1 }, 'temperature'],
    [{ temperature: 2.1 }, 'temperature'],
    [{ temperature: Number.NaN }, 'temperature'],
    [{ top_p: 0 }, 'top_p'],
    [{ top_p: 1.1, temperature: 0 }, 'top_p'],
    [{ top_k: -2 }, 'top_k'],
    [{ n: 2, temperature: 0 }, 'n'],
    [{ max_tokens: 0 }, 'max_tokens'],
    [{ max_completion_tokens: 0, max_tokens: 5 }, 'max_completion_tokens'],
    [{ max_tokens: 101 }, 'max_tokens'],
    [{ stop_token_ids: [50] }, 'stop_token_ids'],
    [{ truncate_prompt_tokens: 101 }, 'truncate_prompt_tokens'],
    [{ seed: 9223372036854776001n }, 'seed'],
    [{ min_p: -0.1 }, 'min_p'],
    [{ min_p: 1.1, temperature: 0 }, 'min_p'],
    [{ frequency_penalty: 2.1 }, 'frequency_penalty'],
    [{ presence_penalty: Number.NaN }, 'presence_penalty'],
    [{ repetition_penalty: 0 }, 'repetition_penalty'],
    [{ repetition_penalty: Number.POSITIVE_INFINITY }, 'repetition_penalty'],
    [{ logit_bias: { 50: 1 } }, 'logit_bias'],
    [{ allowed_token_ids: [1, 50] }, 'allowed_token_ids'],
    [{ repetition_detection: { max_pattern_size: 2, min_pattern_size: 3, min_count: 2 } }, 'repetition_detection'],
    [{ repetition_detection: { min_pattern_size: 1 } }, 'repetition_detection'],
    [{ logits_processors: ['no_repeat_ngram', 'a.b'] }, 'logits_processors'],
    [{ logits_processors: [{ qualname: 'no_repeat_ngram', args: [0] }] }, 'logits_processors'],
    [{ logits_processors: [{ qualname: 'no_repeat_ngram', kwargs: { length: 2 } }] }, 'logits_processors'],
    [{ logits_processors: [{ qualname: 'end_sooner', args: [1, 'fast'] }] }, 'logits_processors'],
  ])('refuses %o', (body, param) => {
    expect(refusal(body).param).toBe(param);
  });

  it('names the registered processors if another is requested', () => {
    const { message } = refusal({ logits_processors: ['a.b'] });
    expect(message).toContain('"a.b" does not exist; registered are no_repeat_ngram, end_sooner');
    const own = { ...limits, processors: ['mine'] };
    expect(readChatParams({ logits_processors: ['mine'] } as ChatParamsBody, own).logits.processors).toEqual([
      { name: 'mine', args: [], kwargs: {} },
    ]);
  });

  it('passes processors their arguments and vllm_xargs, under either name', () => {
    const asked = { qualname: 'end_sooner', args: [4], kwargs: { rate: 1 } };
    expect(read({ logits_processors: [asked], engine_xargs: { a: [1, 'b'] } }).logits).toMatchObject({
      processors: [{ name: 'end_sooner', args: [4], kwargs: { rate: 1 } }],
      extraArgs: { a: [1, 'b'] },
    });
    expect(read({ vllm_xargs: { a: 1 } }).logits.extraArgs).toEqual({ a: 1 });
  });

  it('clamps biases to 100 either way, and reads 7 and 07 as one id', () => {
    expect(read({ logit_bias: { 1: 150, 2: -1e9, 3: 0.5 } }).logits.bias).toEqual([
      [1, 100],
      [2, -100],
      [3, 0.5],
    ]);
    expect(read({ logit_bias: { 7: 1, '07': 2 } }).logits.bias).toEqual([[7, 2]]);
  });

  it('reads min_p, but not for greedy sampling', () => {
    expect(choiceSampling(read({ min_p: 0.2 }), 0).minP).toBe(0.2);
    expect(choiceSampling(read({ min_p: 0.2, temperature: 0 }), 0).minP).toBe(0);
  });

  it('reads temperature 0 as greedy, and raises temperatures below 0.01', () => {
    expect(read({ temperature: 0, top_p: 0.5, top_k: 3 })).toMatchObject({ temperature: 0, topP: 1, topK: 0 });
    expect(read({ temperature: 0.005 }).temperature).toBe(0.01);
    expect(read({ temperature: 0.7, top_p: 0.5, top_k: 3 })).toMatchObject({ temperature: 0.7, topP: 0.5, topK: 3 });
  });

  it.each([-1, 0, 50, 1000])('reads top_k %d as off', (topK) => {
    expect(read({ top_k: topK }).topK).toBe(0);
  });

  it('gives choice i exactly the seed + i', () => {
    const params = read({ seed: 9007199254740993n, n: 3 });
    expect([0, 1, 2].map((index) => choiceSampling(params, index).seed)).toEqual([
      9007199254740993n,
      9007199254740994n,
      9007199254740995n,
    ]);
    const last = read({ seed: 9223372036854775807n, n: 2 });
    expect(choiceSampling(last, 1).seed).toBe(-9223372036854775808n);
  });

  it('draws a random seed for each choice if the seed is absent or -1', () => {
    const seeds = [read({}), read({ seed: -1 }), read({ seed: null })].flatMap((params) => {
      return [0, 0, 1].map((index) => choiceSampling(params, index).seed);
    });
    expect(new Set(seeds).size).toBe(9);
  });

  it('stops at the model and request tokens, or only at the request under ignore_eos', () => {
    expect(stopTokens(read({ stop_token_ids: [7, 7, 2] }), [2, 3])).toEqual([2, 3, 7]);
    expect(stopTokens(read({ stop_token_ids: [7], ignore_eos: true }), [2, 3])).toEqual([7]);
  });

  it('scores the prompt if prompt_logprobs is given, but never in a stream', () => {
    const scored = (body: object) => read(body).promptLogprobs;
    expect([scored({}), scored({ prompt_logprobs: 0 }), scored({ prompt_logprobs: 20 })]).toEqual([null, 0, 20]);
    expect(scored({ prompt_logprobs: 0, stream: true })).toBeNull();
  });

  it('accepts several beams at temperature 0', () => {
    const beams = (body: object) => read({ use_beam_search: true, ...body }).beams;
    expect(beams({ n: 3, temperature: 0, length_penalty: 0.5 })).toEqual({ width: 3, lengthPenalty: 0.5 });
    expect(beams({})?.width).toBe(1);
    expect(read({ length_penalty: 2 }).beams).toBeNull();
  });

  it('streams usage only if include_usage is set', () => {
    expect(read({ stream: true, stream_options: { continuous_usage_stats: true } })).toMatchObject({
      includeUsage: false,
      continuousUsage: false,
    });
    const both = { include_usage: true, continuous_usage_stats: true };
    expect(read({ stream: true, stream_options: both })).toMatchObject({ includeUsage: true, continuousUsage: true });
    expect(read({ stream_options: {} }).stream).toBe(false);
  });
});

describe('the model’s own sampling', () => {
  const generation = {
    temperature: 0.6,
    top_p: 0.9,
    top_k: 20,
    min_p: '0.1',
    repetition_penalty: 1.1,
    max_new_tokens: 4096,
    do_sample: false,
    skip_special_tokens: false,
    length_penalty: 2,
  };
  const defaults = readSamplingDefaults(generation, limits.contextLength);
  const own = (body: object) => readChatParams(body as ChatParamsBody, { ...limits, defaults });

  it('fills the fields that a request leaves out', () => {
    expect(defaults).not.toHaveProperty('length_penalty');
    expect(own({ top_k: null })).toMatchObject({
      temperature: 0.6,
      topP: 0.9,
      topK: 20,
      minP: 0,
      logits: { repetitionPenalty: 1.1 },
      maxTokens: 100,
      skipSpecialTokens: false,
    });
  });

  it('gives way to the fields of the request', () => {
    const said = { temperature: 1, top_p: 1, top_k: 0, repetition_penalty: 1, skip_special_tokens: true };
    expect(own({ ...said, max_completion_tokens: 7 })).toMatchObject({
      temperature: 1,
      topP: 1,
      topK: 0,
      logits: { repetitionPenalty: 1 },
      maxTokens: 7,
      skipSpecialTokens: true,
    });
    expect(own({ max_tokens: 5 }).maxTokens).toBe(5);
  });
});

describe('fitPrompt', () => {
  it('allows the tokens that the context has left, or the requested maximum if that is less', () => {
    expect(fitPrompt(prompt(40), read({}), 100).maxTokens).toBe(60);
    expect(fitPrompt(prompt(40), read({ max_tokens: 10 }), 100).maxTokens).toBe(10);
    expect(fitPrompt(prompt(40), read({ max_completion_tokens: 90, max_tokens: 5 }), 100).maxTokens).toBe(60);
  });

  it.each([100, 101])('refuses a prompt of %d tokens in a context of 100', (length) => {
    expect(() => fitPrompt(prompt(length), read({}), 100)).toThrowError(
      expect.objectContaining({ param: 'messages', code: 'context_length_exceeded' }),
    );
  });

  it('reports an overflow in the words that clients recognise', () => {
    // The words that LiteLLM matches, on which its fallbacks and DSPy's depend; others read the number.
    const words = "this model's maximum context length is 100 tokens";
    expect(() => fitPrompt(prompt(100), read({}), 100)).toThrowError(words);
    expect(() => refuseLongPrompt(100, read({}), 100, 'prompt')).toThrowError(words);
  });

  it('refuses min_tokens beyond what can be generated', () => {
    const fits = (body: object) => fitPrompt(prompt(40), read(body), 100).maxTokens;
    expect(fits({ min_tokens: 60 })).toBe(60);
    expect(fits({ min_tokens: 10, max_tokens: 10 })).toBe(10);
    for (const body of [{ min_tokens: 61 }, { min_tokens: 11, max_tokens: 10 }]) {
      expect(() => fits(body)).toThrowError(expect.objectContaining({ param: 'min_tokens' }));
    }
  });

  it('refuses an empty prompt', () => {
    expect(() => fitPrompt(prompt(9), read({ truncate_prompt_tokens: 0 }), 100)).toThrowError(/no tokens/);
  });

  it('truncates a prompt to its last tokens', () => {
    const cut = (body: object) => [...fitPrompt(prompt(120), read(body), 100).promptIds];
    expect(cut({ truncate_prompt_tokens: 3 })).toEqual([117, 118, 119]);
    expect(cut({ truncate_prompt_tokens: -1 })).toHaveLength(99);
    expect(cut({ truncate_prompt_tokens: -1 })[98]).toBe(119);
  });
});
