import type { RouteId } from '../../src/generated/operations.ts';
import type { Answer } from './exchange.ts';

/** A refusal of data that is valid by its schema, because of what no schema can say. */
interface Loosening {
  operations: readonly RouteId[] | 'every';
  code: string;
  /** The field that the refusal names. */
  param: RegExp;
  reason: string;
}

const chat: readonly RouteId[] = ['createChatCompletion', 'createChatCompletionWithSlash'];
const lists: readonly RouteId[] = [
  'listModels',
  'listCheckpoints',
  'listTrainingJobs',
  'listTrainingJobEvents',
  'listRuns',
  'listRunHistory',
];

export const loosenings: readonly Loosening[] = [
  {
    operations: 'every',
    code: 'not_found',
    param: /^(model_id|run_id|training_job_id|artifact_id|file_name|step|after)$/,
    reason: 'which ids, files and cursors there are, the schema cannot know',
  },
  {
    operations: lists,
    code: 'validation_failed',
    param: /^cursor$/,
    reason: 'after and cursor are one parameter; OpenAPI cannot exclude one by the other',
  },
  {
    operations: ['createModel'],
    code: 'validation_failed',
    param: /^base_model$/,
    reason: 'which base models are served, the schema cannot know',
  },
  { operations: ['createModel'], code: 'conflict', param: /^name$/, reason: 'the name may be taken' },
  {
    operations: ['logTrajectories'],
    code: 'validation_failed',
    param: /^model_id$/,
    reason: 'the model of the body has to be that of the path',
  },
  {
    operations: ['createSftTrainingJob'],
    code: 'validation_failed',
    param: /^training_data_url$/,
    reason: 'which places of data are taken is a matter of configuration, and which are there of state',
  },
  {
    operations: ['createTrainingJob'],
    code: 'validation_failed',
    param:
      /^experimental_config\.(loss_fn|ppo|importance_sampling_level|advantage_balance|mask_prob_ratio|epsilon|epsilon_high|kimi_k2_tau|lab_k2_tau|precalculate_logprobs|allow_training_without_logprobs|truncated_importance_sampling|kl_\w+|packed_sequence_length|max_negative_advantage_importance_sampling_weight|scale_learning_rate_by_reward_std_dev|num_trajectories_learning_rate_multiplier_power)$/,
    reason: 'not built yet, or does not go with another field',
  },
  {
    operations: ['createTrainingJob'],
    code: 'validation_failed',
    param: /^trajectory_groups\.\d+\.trajectories\.\d+\.(exchanges|messages_and_choices|additional_histories|tools)/,
    reason: 'lists that must be equally long, and exchanges that are of other models or protocols',
  },
  { operations: ['cancelTrainingJob'], code: 'conflict', param: /^$/, reason: 'the job may have ended' },
  {
    operations: chat,
    code: 'validation_failed',
    param:
      /^(frequency_penalty|presence_penalty|repetition_penalty|logit_bias|min_p|min_tokens|use_beam_search|structured_outputs|response_format|prompt_logprobs|echo|continue_final_message|allowed_token_ids|bad_words|logits_processors|priority|repetition_detection|length_penalty)$/,
    reason: 'not built yet',
  },
  {
    operations: chat,
    code: 'validation_failed',
    param: /^(top_logprobs|stream_options|n|tool_choice|tools|add_generation_prompt)$/,
    reason: 'does not go with another field',
  },
  {
    operations: chat,
    code: 'validation_failed',
    param: /^(stop_token_ids|max_tokens|max_completion_tokens|truncate_prompt_tokens|logit_bias)$/,
    reason: "the model's vocabulary and context",
  },
  {
    operations: chat,
    code: 'validation_failed',
    param: /^(messages|chat_template|chat_template_kwargs|documents|kv_transfer_params|mm_processor_kwargs)/,
    reason: 'what the chat template and a text model can take',
  },
  { operations: chat, code: 'context_length_exceeded', param: /^messages$/, reason: "the model's context" },
];

/** Whether a refusal of valid data is one of the table. */
export function isExcused(operation: RouteId, { json }: Answer): boolean {
  const { code, param } = json?.error ?? {};
  return loosenings.some((loosening) => {
    const here = loosening.operations === 'every' || loosening.operations.includes(operation);
    return here && loosening.code === code && loosening.param.test(param ?? '');
  });
}
