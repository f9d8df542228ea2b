import { describe, expect, test } from 'vitest';
import { document } from '../../src/generated/document.ts';
import { faultsOf, validatorOf } from './schemas.ts';

const modelId = '6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10';
const logprobs = { content: [{ token: 'token_id:7', logprob: -0.5, bytes: [104, 105], top_logprobs: [] }] };
const choice = { finish_reason: 'stop', index: 0, logprobs, message: { content: 'hi', role: 'assistant' } };
const question = { role: 'user', content: 'Say hi.' };

/** Bodies of training jobs as ART clients send them, release by release. */
describe('the trajectories of ART clients', () => {
  const validate = validatorOf('CreateTrainingJobRequest');
  const faults = (...trajectories: unknown[]) =>
    faultsOf(validate, { model_id: modelId, trajectory_groups: [{ trajectories }] });

  test('0.5.17: with every field, and null for unset ones, are accepted', () => {
    const trajectory = {
      messages_and_choices: [question, { ...choice, logprobs: { ...logprobs, refusal: null }, stop_reason: null }],
      tools: null,
      additional_histories: [],
      reward: 0,
      initial_policy_version: null,
      final_policy_version: null,
      metrics: { length: 2, won: true },
      metadata: { scenario: 'a', index: 3, flag: false, none: null },
      logs: ['started'],
    };
    const group = { trajectories: [trajectory], exceptions: [], metadata: {}, metrics: {}, logs: [] };
    expect(faultsOf(validate, { model_id: modelId, trajectory_groups: [group], experimental_config: {} })).toEqual([]);
  });

  test('0.5.20: without fields that have their default are accepted', () => {
    expect(faults({})).toEqual([]);
    expect(faultsOf(validate, { model_id: modelId, trajectory_groups: [{}] })).toEqual([]);
    expect(faults({ messages_and_choices: [question, { ...choice, token_ids: [7], prompt_token_ids: [1] }] })).toEqual(
      [],
    );
  });

  test('0.5.20: have either exchanges or messages, not both', () => {
    const exchanges = {
      chat_completions: [
        {
          start_time: '2026-11-21T12:00:00Z',
          end_time: '2026-11-21T12:00:01Z',
          request: { messages: [question], model: 'm' },
          response: { choices: [choice], prompt_token_ids: [1] },
          model: 'm',
        },
      ],
    };
    expect(faults({ exchanges, reward: 1 })).toEqual([]);
    expect(faults({ exchanges, messages_and_choices: [] })).toEqual([]);
    expect(faults({ exchanges, messages_and_choices: [question] })).not.toEqual([]);
  });

  test('with bare function tools, unknown members and fields of subclasses are accepted', () => {
    const tools = [
      { type: 'function', function: { name: 'f', parameters: {} } },
      { name: 'g', description: null },
    ];
    expect(faults({ tools, final_answer: { any: ['thing'] }, start_time: '2026-11-21T12:00:00.123' })).toEqual([]);
    expect(faults({ additional_histories: [{ messages_and_choices: [question, choice], tools }] })).toEqual([]);
  });

  test('come with a config whose 25 keys the contract knows, and unknown keys are accepted', () => {
    const experimental_config = {
      advantage_balance: 0,
      allow_training_without_logprobs: false,
      epsilon: null,
      epsilon_high: null,
      importance_sampling_level: 'token',
      kimi_k2_tau: null,
      kl_penalty_coef: 0,
      kl_penalty_reference_step: null,
      kl_penalty_source: 'current_learner',
      kl_penalty_step_lag: null,
      kl_ref_adapter_path: null,
      learning_rate: 5e-6,
      logprob_calculation_chunk_size: 1024,
      loss_fn: 'cispo',
      mask_prob_ratio: false,
      max_negative_advantage_importance_sampling_weight: null,
      normalize_advantages: true,
      num_trajectories_learning_rate_multiplier_power: 0,
      packed_sequence_length: null,
      plot_tensors: false,
      ppo: false,
      precalculate_logprobs: false,
      scale_learning_rate_by_reward_std_dev: false,
      scale_rewards: true,
      truncated_importance_sampling: null,
    };
    const known = Object.keys(propertiesOf('RlConfig'));
    expect(known.toSorted()).toEqual([...Object.keys(experimental_config), 'lab_k2_tau'].toSorted());
    expect(faultsOf(validate, { model_id: modelId, trajectory_groups: [], experimental_config })).toEqual([]);
    expect(
      faultsOf(validate, {
        model_id: modelId,
        trajectory_groups: [],
        experimental_config: { ...experimental_config, x: 1 },
      }),
    ).toEqual([]);
  });

  test('with values of a wrong type or range are refused', () => {
    expect(faults({ reward: 'high' })).not.toEqual([]);
    expect(faults({ reward: 1e300 })).not.toEqual([]);
    expect(faults({ messages_and_choices: ['hi'] })).not.toEqual([]);
    expect(faults({ messages_and_choices: [{ content: 'neither message nor choice' }] })).not.toEqual([]);
    expect(faults({ messages_and_choices: [{ ...choice, token_ids: [1.5] }] })).not.toEqual([]);
    expect(faults({ metrics: { a: 'b' } })).not.toEqual([]);
    expect(faultsOf(validate, { model_id: 'agent', trajectory_groups: [] })).not.toEqual([]);
    expect(faultsOf(validate, { model_id: modelId })).not.toEqual([]);
  });
});

test('null is accepted for every optional field of the listed request schemas', () => {
  const requests = ['CreateModelRequest', 'LogTrajectoriesRequest', 'CreateTrainingJobRequest', 'RlConfig'];
  const more = ['CreateSftTrainingJobRequest', 'SftConfig', 'Trajectory', 'TrajectoryGroup', 'TrajectoryHistory'];
  const chat = ['ChatCompletionRequest', 'StreamOptions', 'RepetitionDetection', 'StructuredOutputs'];
  for (const name of [...requests, ...more, ...chat, 'CreateArtifactRequest']) {
    const validate = validatorOf(name);
    const required = schemaOf(name).required ?? [];
    for (const field of Object.keys(propertiesOf(name)).filter((field) => !required.includes(field))) {
      validate({ [field]: null });
      const faults = (validate.errors ?? []).filter(({ instancePath }) => instancePath.startsWith(`/${field}`));
      expect(faults, `${name}.${field}`).toEqual([]);
    }
  }
});

test('the chat request has exactly vLLM’s fields and those that this server adds', () => {
  const besides = `vllm_xargs truncation_side logprob_token_ids thinking_token_budget stream_interval speculation
    prompt_cache_key`;
  const fields = `messages model frequency_penalty logit_bias logprobs top_logprobs max_tokens max_completion_tokens n
    presence_penalty response_format seed stop stream stream_options temperature top_p tools tool_choice
    reasoning_effort include_reasoning parallel_tool_calls user use_beam_search top_k min_p repetition_penalty
    length_penalty stop_token_ids include_stop_str_in_output ignore_eos min_tokens skip_special_tokens
    spaces_between_special_tokens truncate_prompt_tokens prompt_logprobs allowed_token_ids bad_words echo
    add_generation_prompt continue_final_message add_special_tokens documents chat_template chat_template_kwargs
    mm_processor_kwargs structured_outputs priority request_id logits_processors return_tokens_as_token_ids
    return_token_ids cache_salt kv_transfer_params engine_xargs repetition_detection`;
  expect(Object.keys(propertiesOf('ChatCompletionRequest')).toSorted()).toEqual(
    `${fields} ${besides}`.split(/\s+/).toSorted(),
  );
});

function schemaOf(name: string) {
  return document.components!.schemas![name] as { required?: string[]; properties: Record<string, unknown> };
}

function propertiesOf(name: string): Record<string, unknown> {
  return schemaOf(name).properties;
}

describe('tool calls in the history of a chat', () => {
  const validate = validatorOf('ChatCompletionRequest');
  const faults = (call: object) =>
    faultsOf(validate, { messages: [question, { role: 'assistant', tool_calls: [{ id: 'c', ...call }] }] });

  test.each([
    { type: 'function', function: { name: 'f', arguments: '{}' } },
    { function: { name: 'f', arguments: { a: 1 } } },
    { type: null, function: { name: 'f', arguments: null } },
    { type: 'tool_call', name: 'f', args: { a: 1 } },
  ])('may have the form %j', (call) => {
    expect(faults(call)).toEqual([]);
  });

  test.each([{}, { type: 'function' }, { type: 'custom', custom: {} }, { function: { arguments: '{}' } }, { name: 1 }])(
    'may not have the form %j',
    (call) => {
      expect(faults(call)).not.toEqual([]);
    },
  );
});
