import { describe, expect, test } from 'vitest';
import { faultsOf, validatorOf } from './schemas.ts';

// The bounds are written by hand, not read from the contract.

/** Field, lowest and highest value; the next value beyond either must be refused. */
type NumberRow = [field: string, lowest: number, highest: number];

const tiny = 1e-9;

describe('chat completion request', () => {
  const validate = validatorOf('ChatCompletionRequest');
  const messages = [{ role: 'user', content: 'hi' }];
  const faults = (fields: object) => faultsOf(validate, { messages, ...fields });
  /** Fields that other fields require. */
  const enabling = { logprobs: true, tools: [{ function: { name: 'f' } }] };

  const numbers: NumberRow[] = [
    ['frequency_penalty', -2, 2],
    ['presence_penalty', -2, 2],
    ['temperature', 0, 2],
    ['top_p', tiny, 1],
    ['min_p', 0, 1],
  ];
  test.each(numbers)('%s lies in [%f, %f]', (field, lowest, highest) => {
    for (const value of [lowest, highest, (lowest + highest) / 2]) expect(faults({ [field]: value })).toEqual([]);
    for (const value of [lowest - 2 * tiny, highest + tiny]) expect(faults({ [field]: value })).not.toEqual([]);
  });

  const integers: NumberRow[] = [
    ['top_logprobs', 0, 20],
    ['prompt_logprobs', 0, 20],
    ['n', 1, 128],
    ['max_tokens', 1, 2 ** 31 - 1],
    ['max_completion_tokens', 1, 2 ** 31 - 1],
    ['min_tokens', 0, 2 ** 31 - 1],
    ['top_k', -1, 2 ** 31 - 1],
  ];
  test.each(integers)('%s is an integer in [%i, %i]', (field, lowest, highest) => {
    for (const value of [lowest, highest]) expect(faults({ ...enabling, [field]: value })).toEqual([]);
    for (const value of [lowest - 1, highest + 1, lowest + 0.5]) {
      expect(faults({ ...enabling, [field]: value })).not.toEqual([]);
    }
  });

  test('priority accepts every safe integer', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (const priority of [-most, most, -1, 0]) expect(faults({ priority })).toEqual([]);
    for (const priority of [-most - 1, most + 1, 0.5]) expect(faults({ priority })).not.toEqual([]);
  });

  test('seed accepts the int64 range, and truncate_prompt_tokens integers from -1', () => {
    const most = 2 ** 63;
    for (const seed of [-most, most, -1, 0]) expect(faults({ seed })).toEqual([]);
    for (const seed of [-1.001 * most, 1.001 * most, 0.5]) expect(faults({ seed })).not.toEqual([]);
    for (const truncate_prompt_tokens of [-1, most]) {
      expect(faults({ truncate_prompt_tokens })).toEqual([]);
    }
    expect(faults({ truncate_prompt_tokens: -2 })).not.toEqual([]);
  });

  const lists: [field: string, item: unknown, most: number][] = [
    ['stop', 'x', 16],
    ['allowed_token_ids', 1, 1024],
    ['stop_token_ids', 1, 1024],
    ['bad_words', 'x', 1024],
  ];
  test.each(lists)('%s accepts items such as %o, at most %i', (field, item, most) => {
    expect(faults({ [field]: Array(most).fill(item) })).toEqual([]);
    expect(faults({ [field]: Array(most + 1).fill(item) })).not.toEqual([]);
    expect(faults({ [field]: [{}] })).not.toEqual([]);
  });

  test('logit_bias accepts 1024 entries, with token ids as keys and numbers as values', () => {
    const bias = (entries: number) => Object.fromEntries(Array.from({ length: entries }, (_, id) => [id, -1]));
    expect(faults({ logit_bias: bias(1024) })).toEqual([]);
    expect(faults({ logit_bias: bias(1025) })).not.toEqual([]);
    expect(faults({ logit_bias: { abc: 1 } })).not.toEqual([]);
    expect(faults({ logit_bias: { 1: '1' } })).not.toEqual([]);
  });

  test('prompt_cache_key has up to 1,024 characters', () => {
    for (const prompt_cache_key of [null, '', 'k'.repeat(1_024)]) expect(faults({ prompt_cache_key })).toEqual([]);
    for (const prompt_cache_key of [7, 'k'.repeat(1_025)]) expect(faults({ prompt_cache_key })).not.toEqual([]);
  });

  test('cache_salt has 1 to 128 characters', () => {
    expect(faults({ cache_salt: 'a/b=='.padEnd(128, '+') })).toEqual([]);
    for (const cache_salt of ['', 'a'.repeat(129)]) expect(faults({ cache_salt })).not.toEqual([]);
  });

  const choices: [field: string, good: unknown[], bad: unknown[]][] = [
    ['tool_choice', ['none', 'auto', 'required', { type: 'function', function: { name: 'f' } }], ['any', 3, {}]],
    ['reasoning_effort', ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'], ['most', 1]],
    ['stop', ['END', ['a', 'b'], []], ['', [''], 5, [5]]],
    ['model', ['m', 'wandb-artifact:///e/p/n:step3'], [5]],
    ['tools', [[{ type: 'function', function: { name: 'f' } }], [{ function: { name: 'f' } }]], [[], [{}], 'f']],
    ['response_format', [{ type: 'text' }, { type: 'json_object' }], [{ type: 'grammar' }, {}, 'text']],
    ['messages', [[{ role: 'narrator', content: 'x' }]], ['hi', [], null, ['hi'], [{ content: 'x' }]]],
    ['documents', [[{ title: 't', text: 'x' }]], [[{ title: 5 }], {}]],
    ['logits_processors', [['m.P', { qualname: 'm.P', args: [1], kwargs: {} }]], [[5], [{ args: [] }]]],
    ['engine_xargs', [{ a: 'x', b: 1, c: ['x', 1] }], [{ a: true }, { a: {} }]],
    ['structured_outputs', [{ regex: 'a+' }, { json: { type: 'object' } }, { choice: ['a'] }], [{ choice: [] }, 'x']],
  ];
  test.each(choices)('%s accepts its valid values and refuses others', (field, good, bad) => {
    for (const value of good) expect(faults({ ...enabling, [field]: value }), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(faults({ ...enabling, [field]: value }), JSON.stringify(value)).not.toEqual([]);
  });

  test('response_format json_schema requires its schema object', () => {
    const json_schema = { name: 'n', schema: { type: 'object' } };
    expect(faults({ response_format: { type: 'json_schema', json_schema } })).toEqual([]);
    expect(faults({ response_format: { type: 'json_schema' } })).not.toEqual([]);
    expect(faults({ response_format: { type: 'json_schema', json_schema: null } })).not.toEqual([]);
    for (const empty of [{ name: 'n' }, { name: 'n', schema: null }]) {
      expect(faults({ response_format: { type: 'json_schema', json_schema: empty } })).not.toEqual([]);
      expect(faults({ response_format: { type: 'text', json_schema: empty } })).toEqual([]);
    }
  });

  test('null content is accepted of an assistant, and refused of other roles', () => {
    const withNull = (role: string) => faults({ messages: [{ role, content: null }] });
    expect(withNull('assistant')).toEqual([]);
    for (const role of ['user', 'system', 'developer', 'tool', 'narrator']) expect(withNull(role)).not.toEqual([]);
  });

  test('beam search has a width of at most 32', () => {
    expect(faults({ use_beam_search: true, n: 32 })).toEqual([]);
    expect(faults({ use_beam_search: true, n: 33 })).not.toEqual([]);
    for (const use_beam_search of [false, null]) expect(faults({ use_beam_search, n: 33 })).toEqual([]);
  });

  const beamless: [field: string, refused: unknown[], taken: unknown[]][] = [
    ['temperature', [0.7, 2], [0, 1]],
    ['top_p', [0.9], [1]],
    ['top_k', [5], [0, -1]],
    ['min_p', [0.1], [0]],
    ['frequency_penalty', [-1, 1], [0]],
    ['presence_penalty', [-1, 1], [0]],
    ['repetition_penalty', [0.5, 2], [1]],
    ['logit_bias', [{ 1: 1 }], [{}]],
    ['allowed_token_ids', [[1]], []],
    ['bad_words', [['x']], [[]]],
    ['min_tokens', [1], [0]],
    ['stop', ['x', ['x']], [[]]],
    ['stop_token_ids', [[1]], [[]]],
    ['logits_processors', [['m.P']], [[]]],
    ['repetition_detection', [{ max_pattern_size: 1, min_count: 2 }], [{}, { max_pattern_size: 0 }]],
    ['structured_outputs', [{ regex: 'a' }], []],
    ['response_format', [{ type: 'json_object' }], [{ type: 'text' }]],
  ];
  test.each(beamless)('beam search refuses %s, except values without effect', (field, refused, taken) => {
    const completion = validatorOf('CompletionRequest');
    for (const [validate, base] of [
      [validatorOf('ChatCompletionRequest'), { messages }],
      [completion, { prompt: 'hi' }],
    ] as const) {
      const withField = (value: unknown, use_beam_search: boolean) =>
        faultsOf(validate, { ...base, use_beam_search, [field]: value });
      for (const value of refused) {
        expect(withField(value, true), JSON.stringify(value)).not.toEqual([]);
        expect(withField(value, false), JSON.stringify(value)).toEqual([]);
      }
      for (const value of [...taken, null]) expect(withField(value, true), JSON.stringify(value)).toEqual([]);
    }
  });

  test('beam search refuses tools unless tool_choice is none', () => {
    const tools = [{ function: { name: 'f' } }];
    for (const tool_choice of [undefined, null, 'auto', 'required', { function: { name: 'f' } }]) {
      expect(faults({ use_beam_search: true, tools, tool_choice })).not.toEqual([]);
    }
    expect(faults({ use_beam_search: true, tools, tool_choice: 'none' })).toEqual([]);
    expect(faults({ use_beam_search: true, tools: null, tool_choice: 'none' })).toEqual([]);
  });

  test('structured_outputs requires exactly one format', () => {
    const forms = {
      json: {},
      regex: 'a',
      choice: ['a'],
      grammar: 'root ::= "a"',
      json_object: true,
      structural_tag: '{}',
    };
    const asked = (structured_outputs: object) => faults({ structured_outputs });
    for (const [kind, value] of Object.entries(forms)) {
      expect(asked({ [kind]: value, _backend: null }), kind).toEqual([]);
      expect(asked({ [kind]: null }), kind).not.toEqual([]);
      for (const [other, another] of Object.entries(forms)) {
        if (other !== kind) expect(asked({ [kind]: value, [other]: another }), `${kind} ${other}`).not.toEqual([]);
        if (other !== kind) expect(asked({ [kind]: value, [other]: null }), `${kind} ${other}`).toEqual([]);
      }
    }
    expect(asked({})).not.toEqual([]);
    expect(asked({ json_object: false })).not.toEqual([]);
    const named = { regex: 'a', _backend: 'xgrammar', disable_fallback: true };
    expect(asked(named)).not.toEqual([]);
    for (const other of [
      { _backend: 'auto' },
      { _backend: null },
      { disable_fallback: false },
      { _backend_was_auto: true },
    ]) {
      expect(asked({ ...named, ...other })).toEqual([]);
    }
    const spaces = { json: {}, whitespace_pattern: ' ?' };
    expect(asked({ ...spaces, disable_any_whitespace: false })).toEqual([]);
    expect(asked({ ...spaces, disable_any_whitespace: true })).not.toEqual([]);
  });

  test('parameters of a tool have type object or no type', () => {
    const described = (parameters: unknown) => faults({ tools: [{ function: { name: 'f', parameters } }] });
    for (const type of ['object', ['null', 'object']]) expect(described({ type })).toEqual([]);
    for (const type of ['string', ['null', 'array'], [], null, 1]) expect(described({ type })).not.toEqual([]);
    for (const parameters of [null, {}, { properties: {} }]) expect(described(parameters)).toEqual([]);
  });

  test('repetition_detection requires min_count of at least 2 if it is on', () => {
    const asked = (repetition_detection: object) => faults({ repetition_detection });
    for (const min_count of [undefined, null, 0, 1]) expect(asked({ max_pattern_size: 3, min_count })).not.toEqual([]);
    for (const min_count of [2, 65536]) expect(asked({ max_pattern_size: 3, min_count })).toEqual([]);
    for (const max_pattern_size of [undefined, null, 0]) expect(asked({ max_pattern_size, min_count: 1 })).toEqual([]);
  });

  test('bad_words refuses words of white space only', () => {
    for (const word of [' ', '\t\n', '\u0085', '\u00a0\u3000']) expect(faults({ bad_words: [word] })).not.toEqual([]);
    for (const word of [' a', 'a b', '\u200b', '.']) expect(faults({ bad_words: [word] })).toEqual([]);
  });

  test('fields without effect in a combination are refused, and accepted in others', () => {
    const tools = [{ function: { name: 'f' } }];
    const form = { regex: 'a' };
    const rows: [alone: object, other: object][] = [
      [{ n: 2, temperature: 0 }, { temperature: 0.5 }],
      [{ n: 2, temperature: 9e-6 }, { temperature: null }],
      [{ n: 2, temperature: 0 }, { use_beam_search: true }],
      [{ top_logprobs: 1 }, { logprobs: true }],
      [{ top_logprobs: 20, logprobs: null }, { top_logprobs: 0 }],
      [{ stream_options: { include_usage: false } }, { stream: true }],
      [{ stream_options: { include_usage: true }, stream: false }, { stream_options: {} }],
      [{ tool_choice: 'required' }, { tools }],
      [{ prompt_logprobs: 1, stream: true }, { prompt_logprobs: 0 }],
      [{ prompt_logprobs: 1, stream: true }, { stream: null }],
      [{ continue_final_message: true }, { add_generation_prompt: false }],
      [{ continue_final_message: true, add_generation_prompt: null }, { continue_final_message: null }],
      [{ structured_outputs: form, response_format: { type: 'json_object' } }, { structured_outputs: null }],
      [{ structured_outputs: form, response_format: { type: 'json_object' } }, { response_format: { type: 'text' } }],
      [{ tool_choice: { function: { name: 'f' } }, tools: null }, { tool_choice: 'none' }],
    ];
    for (const [alone, other] of rows) {
      expect(faults(alone), JSON.stringify(alone)).not.toEqual([]);
      expect(faults({ ...alone, ...other }), JSON.stringify(other)).toEqual([]);
    }
  });

  test('strings, numbers and booleans are not converted to each other', () => {
    expect(faults({ temperature: '1' })).not.toEqual([]);
    expect(faults({ stream: 1 })).not.toEqual([]);
    expect(faults({ n: true })).not.toEqual([]);
  });

  test('engine_xargs and vllm_xargs are refused together', () => {
    expect(faults({ engine_xargs: {}, vllm_xargs: null })).toEqual([]);
    expect(faults({ engine_xargs: {}, vllm_xargs: {} })).not.toEqual([]);
  });
});

describe('experimental_config of an RL job', () => {
  const validate = validatorOf('RlConfig');
  const faults = (config: object) => faultsOf(validate, config);

  const numbers: NumberRow[] = [
    ['learning_rate', 0, 1],
    ['advantage_balance', -1, 1],
    ['epsilon', 0, 1e6],
    ['epsilon_high', 0, 1e6],
    ['kimi_k2_tau', 0, 1e6],
    ['lab_k2_tau', 0, 1e6],
    ['kl_penalty_coef', 0, 1e6],
    ['truncated_importance_sampling', 0, 1e6],
    ['max_negative_advantage_importance_sampling_weight', 0, 1e6],
  ];
  test.each(numbers)('%s lies in [%f, %f]', (field, lowest, highest) => {
    for (const value of [lowest, highest]) expect(faults({ [field]: value })).toEqual([]);
    for (const value of [lowest - tiny, highest + 1e-3, '0.1']) expect(faults({ [field]: value })).not.toEqual([]);
  });

  const booleans = [
    ...['scale_rewards', 'normalize_advantages', 'ppo', 'mask_prob_ratio', 'precalculate_logprobs', 'plot_tensors'],
    ...['allow_training_without_logprobs', 'scale_learning_rate_by_reward_std_dev'],
  ];
  test.each(booleans)('%s is a boolean', (field) => {
    for (const value of [true, false, null]) expect(faults({ [field]: value })).toEqual([]);
    for (const value of [0, 'true']) expect(faults({ [field]: value })).not.toEqual([]);
  });

  const words: [string, string[]][] = [
    ['loss_fn', ['cispo', 'ppo']],
    ['importance_sampling_level', ['token', 'sequence', 'average', 'geometric_average']],
    ['kl_penalty_source', ['sample', 'current_learner']],
  ];
  test.each(words)('%s is one of %o', (field, allowed) => {
    for (const value of [...allowed, null]) expect(faults({ [field]: value })).toEqual([]);
    for (const value of ['grpo', '']) expect(faults({ [field]: value })).not.toEqual([]);
  });

  test('both spellings of k2_tau, and two KL references, are refused', () => {
    expect(faults({ kimi_k2_tau: 1, lab_k2_tau: 1 })).not.toEqual([]);
    expect(faults({ kimi_k2_tau: null, lab_k2_tau: 1 })).toEqual([]);
    expect(faults({ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 })).not.toEqual([]);
    expect(faults({ kl_penalty_reference_step: 0, kl_penalty_step_lag: null })).toEqual([]);
    expect(faults({ kl_penalty_reference_step: 0, kl_ref_adapter_path: 'x' })).not.toEqual([]);
    expect(faults({ kl_penalty_step_lag: 1, kl_ref_adapter_path: 'x' })).not.toEqual([]);
    expect(faults({ kl_penalty_step_lag: null, kl_ref_adapter_path: 'x' })).toEqual([]);
    expect(faults({ kl_penalty_step_lag: 1, kl_ref_adapter_path: null })).toEqual([]);
  });

  test('loss_fn and ppo must agree', () => {
    const agreeing = [
      { loss_fn: 'ppo', ppo: true },
      { loss_fn: 'cispo', ppo: false },
      { loss_fn: null, ppo: true },
      { loss_fn: 'ppo', ppo: null },
    ];
    for (const config of agreeing) expect(faults(config)).toEqual([]);
    for (const config of [
      { loss_fn: 'ppo', ppo: false },
      { loss_fn: 'cispo', ppo: true },
    ])
      expect(faults(config)).not.toEqual([]);
  });
});

describe('an SFT job', () => {
  const validate = validatorOf('CreateSftTrainingJobRequest');
  const job = { model_id: '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10', training_data_url: 'file:///data/train.jsonl' };
  const faults = (config: unknown) => faultsOf(validate, { ...job, config });

  test('the config may be absent, null or any of the forms that clients send', () => {
    expect(faultsOf(validate, job)).toEqual([]);
    for (const config of [null, {}, { batch_size: 'auto', learning_rate: [1e-4, 0] }, { batch_size: 4 }]) {
      expect(faults(config)).toEqual([]);
    }
  });

  test('values out of range or of a wrong type are refused', () => {
    for (const batch_size of [0, 'all', 1.5]) expect(faults({ batch_size })).not.toEqual([]);
    for (const learning_rate of [-1, [], ['a'], '1e-4']) expect(faults({ learning_rate })).not.toEqual([]);
    expect(faults({ assistant_turns: 'first' })).not.toEqual([]);
    expect(faultsOf(validate, { ...job, model_id: 'agent' })).not.toEqual([]);
  });
});

describe('query parameters', () => {
  test('limit is 1 to 100, order is asc or desc', async () => {
    const { document } = await import('../../src/generated/document.ts');
    const parameters = document.components!.parameters as Record<string, { name: string; schema: object }>;
    expect(parameters.Limit).toMatchObject({
      name: 'limit',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    });
    expect(parameters.Order).toMatchObject({ name: 'order', schema: { enum: ['asc', 'desc'], default: 'asc' } });
  });
});
