import { describe, expect, it } from 'vitest';
import { at, choice, fault, read } from './one-trajectory.ts';

describe('exchanges', () => {
  const exchange = (model: string, start: string, ids: { prompt: number[]; completion: number[] }) => ({
    start_time: start,
    model,
    request: { model, messages: [] },
    response: {
      prompt_token_ids: ids.prompt,
      choices: [{ ...choice, prompt_token_ids: undefined, token_ids: ids.completion }],
    },
  });

  it("reads the trained model's answers in the order of their requests, without those of a judge", () => {
    const { histories } = read({
      reward: 1,
      exchanges: {
        chat_completions: [
          exchange('wandb-artifact:///team/games/agent:step3', '2026-10-01T00:00:02.5Z', {
            prompt: [3],
            completion: [4],
          }),
          exchange('gpt-judge', '2026-10-01T00:00:01Z', { prompt: [8], completion: [9] }),
          exchange('wandb-artifact:///team/games/agent', '2026-10-01T00:00:01Z', { prompt: [1], completion: [2] }),
        ],
      },
    });
    expect(histories).toHaveLength(1);
    expect(histories[0].captured).toBe(true);
    expect(histories[0].items).toMatchObject([
      { choice: { promptTokenIds: Uint32Array.of(1), tokenIds: Uint32Array.of(2) } },
      { choice: { promptTokenIds: Uint32Array.of(3), tokenIds: Uint32Array.of(4) } },
    ]);
  });

  const own = 'wandb-artifact:///team/games/agent';
  const completion = (start: string, more: object = {}, request: object = {}) => ({
    start_time: start,
    model: own,
    request: { model: own, prompt: 'a', ...request },
    response: {
      choices: [
        {
          text: 'b',
          index: 0,
          finish_reason: 'stop',
          logprobs: { tokens: ['b', '!'], token_logprobs: [-0.25, null], top_logprobs: null, text_offset: [0, 1] },
          token_ids: [5, 6],
          prompt_token_ids: [4],
          ...more,
        },
      ],
    },
  });

  it('reads text completions, whose log-probabilities have the older shape', () => {
    const completions = [completion('2026-10-01T00:00:02Z', { token_ids: [7, 8] }), completion('2026-10-01T00:00:01Z')];
    const { histories } = read({ exchanges: { completions } });
    expect(histories[0].items).toMatchObject([
      { choice: { promptTokenIds: Uint32Array.of(4), tokenIds: Uint32Array.of(5, 6) } },
      { choice: { tokenIds: Uint32Array.of(7, 8), logprobs: Float32Array.of(-0.25, Number.NaN) } },
    ]);
    const unscored = read({ exchanges: { completions: [completion('', { logprobs: null })] } });
    expect(unscored.histories[0].items).toMatchObject([{ choice: { logprobs: null } }]);
  });

  const message = (more: object) => ({
    model: own,
    request: { model: own, max_tokens: 2, messages: [] },
    response: {
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'x' },
        { type: 'text', text: 'b' },
        { type: 'tool_use', id: 'c', name: 'weather', input: { place: 'Oslo' } },
      ],
      stop_reason: 'max_tokens',
      prompt_token_ids: [4],
      token_ids: [5, 6],
      logprobs: [-0.25, null],
      ...more,
    },
  });

  it('reads answers of the Messages API', () => {
    const { histories } = read({ exchanges: { messages: [message({})] } });
    const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: { place: 'Oslo' } } };
    expect(histories[0].items).toMatchObject([
      {
        choice: {
          message: { role: 'assistant', content: 'b', tool_calls: [call] },
          promptTokenIds: Uint32Array.of(4),
          tokenIds: Uint32Array.of(5, 6),
          logprobs: Float32Array.of(-0.25, Number.NaN),
          truncated: true,
        },
      },
    ]);
    const truncated = (stop_reason: string) => {
      const [{ items }] = read({ exchanges: { messages: [message({ stop_reason })] } }).histories;
      return items.map((item) => ('choice' in item ? item.choice.truncated : null));
    };
    expect(truncated('model_context_window_exceeded')).toEqual([true]);
    expect(truncated('end_turn')).toEqual([false]);
  });

  const response = (more: object) => ({
    model: own,
    request: { model: own, input: 'a' },
    response: {
      object: 'response',
      status: 'incomplete',
      output: [
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'b', annotations: [] }] },
        { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{"place": "Oslo"}' },
      ],
      token_generations: [
        {
          prompt_token_ids: [4],
          output_indices: [0, 1, 2],
          output_tokens: [{ token_id: 5, logprob: -0.25 }, { token_id: 6 }],
          ...more,
        },
      ],
    },
  });

  it('reads answers of the Responses API', () => {
    const tokens = { promptTokenIds: Uint32Array.of(4), tokenIds: Uint32Array.of(5, 6) };
    const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{"place": "Oslo"}' } };
    const message = { role: 'assistant', content: 'b', tool_calls: [call] };
    const whole = { message, ...tokens, logprobs: Float32Array.of(-0.25, Number.NaN), truncated: true };
    const { histories } = read({ exchanges: { responses: [response({})] } });
    expect(histories[0].items).toMatchObject([{ choice: whole }]);
    const compact = { output_tokens: undefined, token_ids: [5, 6], compact_logprobs: [-0.25, null] };
    expect(read({ exchanges: { responses: [response(compact)] } }).histories[0].items).toMatchObject([
      { choice: whole },
    ]);
    const unscored = response({ output_tokens: undefined, token_ids: [5, 6] });
    expect(read({ exchanges: { responses: [unscored] } }).histories[0].items).toMatchObject([
      { choice: { ...tokens, logprobs: null } },
    ]);
  });

  it('reads each generation of a response as an answer, of which only the last may be truncated', () => {
    const several = response({ output_indices: [0] });
    const [first] = several.response.token_generations;
    const second = {
      ...first,
      prompt_token_ids: [4, 5, 6, 7],
      output_indices: [1],
      output_tokens: [{ token_id: 8, logprob: 0 }],
    };
    several.response.token_generations.push(second);
    expect(read({ exchanges: { responses: [several] } }).histories[0].items).toMatchObject([
      { choice: { message: { content: '' }, tokenIds: Uint32Array.of(5, 6), truncated: false } },
      {
        choice: {
          message: { content: 'b' },
          promptTokenIds: Uint32Array.of(4, 5, 6, 7),
          tokenIds: Uint32Array.of(8),
          truncated: true,
        },
      },
    ]);
  });

  it("ignores a judge's exchanges of any protocol", () => {
    const chat_completions = [exchange(own, '2026-10-01T00:00:00Z', { prompt: [1], completion: [2] })];
    const judged = { model: 'judge', request: { echo: true }, response: 'whatever' };
    for (const protocol of ['completions', 'responses', 'messages']) {
      const { histories } = read({ exchanges: { chat_completions, [protocol]: [judged] } });
      expect(histories[0].items).toHaveLength(1);
    }
  });

  it.each([
    [{ responses: [{ model: own }] }, 'responses.0.response', /object/],
    [{ responses: [{ model: own, response: {} }] }, 'responses.0.response.token_generations', /return_token_ids/],
    [
      { responses: [response({ prompt_token_ids: null })] },
      'responses.0.response.token_generations.0',
      /no token_ids or prompt_token_ids/,
    ],
    [
      { responses: [response({ output_tokens: undefined })] },
      'responses.0.response.token_generations.0',
      /no token_ids or prompt_token_ids/,
    ],
    [{ responses: [response({ token_ids: [5] })] }, 'responses.0.response.token_generations.0', /1 token_ids but 2/],
    [
      { responses: [response({ output_tokens: [{ token_id: 'x' }] })] },
      'responses.0.response.token_generations.0.output_tokens',
      /integers/,
    ],
    [{ responses: [response({})], messages: [message({})] }, 'messages', /called through responses too/],
    [{ messages: [message({ token_ids: undefined })] }, 'messages.0.response', /return_token_ids/],
    [{ messages: [message({ logprobs: [-1] })] }, 'messages.0.response', /2 token_ids but 1/],
    [{ messages: [message({ content: 'b' })] }, 'messages.0.response.content', /array/],
    [{ completions: [completion('')], messages: [message({})] }, 'messages', /called through completions too/],
    [
      { completions: [completion('')], chat_completions: [exchange(own, '', { prompt: [1], completion: [2] })] },
      'completions',
      /called through chat_completions too/,
    ],
    [
      { completions: [completion('', {}, { echo: true })] },
      'completions.0.request.echo',
      /send the request without echo/,
    ],
    [{ completions: [completion('', { token_ids: [5] })] }, 'completions.0.response.choices.0', /1 token_ids but 2/],
    [
      { completions: [completion('', { prompt_token_ids: null })] },
      'completions.0.response.choices.0',
      /return_token_ids/,
    ],
    [{ completions: [{ ...completion(''), response: 5 }] }, 'completions.0.response', /object/],
  ])('refuses %j', (exchanges, place, reason) => {
    const found = fault({ exchanges });
    expect(found.place).toBe(`${at}.exchanges.${place}`);
    expect(found.reason).toMatch(reason);
  });

  it('refuses answers without ids', () => {
    const broken = exchange('wandb-artifact:///team/games/agent', '2026-10-01T00:00:00Z', {
      prompt: [1],
      completion: [2],
    });
    const found = fault({
      exchanges: { chat_completions: [{ ...broken, response: { choices: [{ ...choice, token_ids: null }] } }] },
    });
    expect(found.place).toBe(`${at}.exchanges.chat_completions.0.response.choices.0`);
    expect(found.reason).toMatch(/token_ids/);
  });
});
