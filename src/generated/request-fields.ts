// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { RouteId } from './operations.ts';

/** Fields of an object: nested objects list their fields; true marks any other value. */
export interface FieldTree {
  readonly [name: string]: FieldTree | true;
}

/** By operation, the fields of its JSON body, with nested objects but not lists. */
export const requestFields: { readonly [Id in RouteId]?: FieldTree } = {
  createChatCompletion: {
    messages: true,
    model: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    logit_bias: true,
    logprobs: true,
    top_logprobs: true,
    max_tokens: true,
    max_completion_tokens: true,
    n: true,
    response_format: {
      type: true,
      json_schema: {
        name: true,
        description: true,
        schema: true,
        strict: true
      },
      format: true,
      structures: true,
      triggers: true
    },
    seed: true,
    stop: true,
    stream: true,
    stream_options: {
      include_usage: true,
      continuous_usage_stats: true
    },
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    tools: true,
    tool_choice: true,
    reasoning_effort: true,
    include_reasoning: true,
    parallel_tool_calls: true,
    user: true,
    use_beam_search: true,
    length_penalty: true,
    stop_token_ids: true,
    include_stop_str_in_output: true,
    ignore_eos: true,
    min_tokens: true,
    skip_special_tokens: true,
    spaces_between_special_tokens: true,
    truncate_prompt_tokens: true,
    truncation_side: true,
    prompt_logprobs: true,
    logprob_token_ids: true,
    stream_interval: true,
    allowed_token_ids: true,
    bad_words: true,
    echo: true,
    add_generation_prompt: true,
    continue_final_message: true,
    add_special_tokens: true,
    documents: true,
    chat_template: true,
    chat_template_kwargs: true,
    mm_processor_kwargs: true,
    structured_outputs: {
      json: true,
      regex: true,
      choice: true,
      grammar: true,
      json_object: true,
      structural_tag: true,
      disable_fallback: true,
      disable_any_whitespace: true,
      disable_additional_properties: true,
      whitespace_pattern: true,
      _backend: true,
      _backend_was_auto: true
    },
    priority: true,
    request_id: true,
    logits_processors: true,
    return_tokens_as_token_ids: true,
    return_token_ids: true,
    cache_salt: true,
    prompt_cache_key: true,
    kv_transfer_params: true,
    engine_xargs: true,
    vllm_xargs: true,
    thinking_token_budget: true,
    speculation: true,
    repetition_detection: {
      max_pattern_size: true,
      min_pattern_size: true,
      min_count: true
    }
  },
  createChatCompletionWithSlash: {
    messages: true,
    model: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    logit_bias: true,
    logprobs: true,
    top_logprobs: true,
    max_tokens: true,
    max_completion_tokens: true,
    n: true,
    response_format: {
      type: true,
      json_schema: {
        name: true,
        description: true,
        schema: true,
        strict: true
      },
      format: true,
      structures: true,
      triggers: true
    },
    seed: true,
    stop: true,
    stream: true,
    stream_options: {
      include_usage: true,
      continuous_usage_stats: true
    },
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    tools: true,
    tool_choice: true,
    reasoning_effort: true,
    include_reasoning: true,
    parallel_tool_calls: true,
    user: true,
    use_beam_search: true,
    length_penalty: true,
    stop_token_ids: true,
    include_stop_str_in_output: true,
    ignore_eos: true,
    min_tokens: true,
    skip_special_tokens: true,
    spaces_between_special_tokens: true,
    truncate_prompt_tokens: true,
    truncation_side: true,
    prompt_logprobs: true,
    logprob_token_ids: true,
    stream_interval: true,
    allowed_token_ids: true,
    bad_words: true,
    echo: true,
    add_generation_prompt: true,
    continue_final_message: true,
    add_special_tokens: true,
    documents: true,
    chat_template: true,
    chat_template_kwargs: true,
    mm_processor_kwargs: true,
    structured_outputs: {
      json: true,
      regex: true,
      choice: true,
      grammar: true,
      json_object: true,
      structural_tag: true,
      disable_fallback: true,
      disable_any_whitespace: true,
      disable_additional_properties: true,
      whitespace_pattern: true,
      _backend: true,
      _backend_was_auto: true
    },
    priority: true,
    request_id: true,
    logits_processors: true,
    return_tokens_as_token_ids: true,
    return_token_ids: true,
    cache_salt: true,
    prompt_cache_key: true,
    kv_transfer_params: true,
    engine_xargs: true,
    vllm_xargs: true,
    thinking_token_budget: true,
    speculation: true,
    repetition_detection: {
      max_pattern_size: true,
      min_pattern_size: true,
      min_count: true
    }
  },
  createCompletion: {
    prompt: true,
    model: true,
    max_tokens: true,
    echo: true,
    logprobs: true,
    suffix: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    logit_bias: true,
    n: true,
    response_format: {
      type: true,
      json_schema: {
        name: true,
        description: true,
        schema: true,
        strict: true
      },
      format: true,
      structures: true,
      triggers: true
    },
    seed: true,
    stop: true,
    stream: true,
    stream_options: {
      include_usage: true,
      continuous_usage_stats: true
    },
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    user: true,
    use_beam_search: true,
    length_penalty: true,
    stop_token_ids: true,
    include_stop_str_in_output: true,
    ignore_eos: true,
    min_tokens: true,
    skip_special_tokens: true,
    spaces_between_special_tokens: true,
    truncate_prompt_tokens: true,
    truncation_side: true,
    logprob_token_ids: true,
    stream_interval: true,
    prompt_logprobs: true,
    allowed_token_ids: true,
    bad_words: true,
    add_special_tokens: true,
    structured_outputs: {
      json: true,
      regex: true,
      choice: true,
      grammar: true,
      json_object: true,
      structural_tag: true,
      disable_fallback: true,
      disable_any_whitespace: true,
      disable_additional_properties: true,
      whitespace_pattern: true,
      _backend: true,
      _backend_was_auto: true
    },
    priority: true,
    request_id: true,
    logits_processors: true,
    return_tokens_as_token_ids: true,
    return_token_ids: true,
    cache_salt: true,
    kv_transfer_params: true,
    engine_xargs: true,
    vllm_xargs: true,
    speculation: true,
    repetition_detection: {
      max_pattern_size: true,
      min_pattern_size: true,
      min_count: true
    }
  },
  createMessage: {
    model: true,
    messages: true,
    max_tokens: true,
    system: true,
    stop_sequences: true,
    stream: true,
    temperature: true,
    top_p: true,
    top_k: true,
    tools: true,
    tool_choice: {
      type: true,
      name: true,
      disable_parallel_tool_use: true
    },
    thinking: {
      type: true,
      budget_tokens: true
    },
    output_config: {
      effort: true,
      format: {
        type: true,
        schema: true
      }
    },
    return_token_ids: true,
    mcp_servers: true,
    priority: true,
    cache_salt: true,
    chat_template_kwargs: true,
    kv_transfer_params: true,
    vllm_xargs: true
  },
  countMessageTokens: {
    model: true,
    messages: true,
    system: true,
    tools: true,
    tool_choice: {
      type: true,
      name: true,
      disable_parallel_tool_use: true
    },
    thinking: {
      type: true,
      budget_tokens: true
    },
    output_config: {
      effort: true,
      format: {
        type: true,
        schema: true
      }
    },
    chat_template_kwargs: true
  },
  createResponse: {
    model: true,
    input: true,
    instructions: true,
    max_output_tokens: true,
    stream: true,
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    presence_penalty: true,
    frequency_penalty: true,
    tools: true,
    tool_choice: true,
    parallel_tool_calls: true,
    reasoning: {
      effort: true
    },
    text: {
      format: {
        type: true,
        name: true,
        description: true,
        schema: true,
        strict: true
      }
    },
    truncation: true,
    store: true,
    previous_response_id: true,
    conversation: true,
    prompt: true,
    background: true,
    return_token_ids: true,
    priority: true,
    cache_salt: true,
    prompt_cache_key: true,
    chat_template_kwargs: true,
    vllm_xargs: true
  },
  tokenize: {
    model: true,
    prompt: true,
    messages: true,
    add_special_tokens: true,
    return_token_strs: true,
    add_generation_prompt: true,
    continue_final_message: true,
    tools: true,
    documents: true,
    reasoning_effort: true,
    chat_template: true,
    chat_template_kwargs: true
  },
  tokenizeAtRoot: {
    model: true,
    prompt: true,
    messages: true,
    add_special_tokens: true,
    return_token_strs: true,
    add_generation_prompt: true,
    continue_final_message: true,
    tools: true,
    documents: true,
    reasoning_effort: true,
    chat_template: true,
    chat_template_kwargs: true
  },
  detokenize: {
    model: true,
    tokens: true
  },
  detokenizeAtRoot: {
    model: true,
    tokens: true
  },
  createModel: {
    entity: true,
    project: true,
    name: true,
    base_model: true,
    return_existing: true,
    retention: {
      keep_last: true,
      keep_every: true,
      keep_best: {
        metric: true,
        mode: true,
        count: true
      }
    }
  },
  deleteCheckpoints: {
    steps: true
  },
  importAdapter: {
    artifact_url: true,
    any_base_model: true
  },
  logTrajectories: {
    model_id: true,
    split: true,
    trajectory_groups: true
  },
  createTrainingJob: {
    model_id: true,
    trajectory_groups: true,
    experimental_config: {
      learning_rate: true,
      loss_fn: true,
      ppo: true,
      epsilon: true,
      epsilon_high: true,
      importance_sampling_level: true,
      scale_rewards: true,
      normalize_advantages: true,
      advantage_balance: true,
      max_negative_advantage_importance_sampling_weight: true,
      mask_prob_ratio: true,
      kimi_k2_tau: true,
      lab_k2_tau: true,
      precalculate_logprobs: true,
      allow_training_without_logprobs: true,
      truncated_importance_sampling: true,
      kl_penalty_coef: true,
      kl_penalty_source: true,
      kl_penalty_reference_step: true,
      kl_penalty_step_lag: true,
      kl_ref_adapter_path: true,
      logprob_calculation_chunk_size: true,
      packed_sequence_length: true,
      num_trajectories_learning_rate_multiplier_power: true,
      scale_learning_rate_by_reward_std_dev: true,
      plot_tensors: true
    }
  },
  createSftTrainingJob: {
    model_id: true,
    training_data_url: true,
    config: {
      batch_size: true,
      learning_rate: true,
      assistant_turns: true,
      metric_logging: {
        enabled: true,
        target_training_step: true
      }
    },
    experimental_config: true
  },
  createArtifact: {
    name: true,
    project: true,
    entity: true
  },
  createSession: {
    code: true,
    scopes: true,
    expires_in: true
  },
  wandbGraphql: {
    query: true,
    operationName: true,
    variables: true
  },
  wandbFileStream: {
    files: true,
    complete: true,
    exitcode: true,
    dropped: true,
    uploaded: true
  },
  tinkerClientConfig: {
    sdk_version: true
  },
  tinkerClientDynamicConfig: {
    sdk_version: true
  },
  tinkerCreateSession: {
    sdk_version: true,
    user_metadata: true
  },
  tinkerSessionHeartbeat: {
    session_id: true
  },
  tinkerFinishSession: {
    detail: true
  },
  tinkerTelemetry: {
    session_id: true
  },
  tinkerCreateModel: {
    session_id: true,
    model_seq_id: true,
    base_model: true,
    user_metadata: true,
    lora_config: {
      rank: true,
      seed: true,
      train_unembed: true,
      train_mlp: true,
      train_attn: true
    },
    optimizer_config: {
      type: true
    }
  },
  tinkerGetInfo: {
    model_id: true
  },
  tinkerOptimStep: {
    model_id: true,
    seq_id: true,
    adam_params: {
      learning_rate: true,
      beta1: true,
      beta2: true,
      eps: true,
      weight_decay: true,
      grad_clip_norm: true
    },
    optimizer_params: true
  },
  tinkerSaveWeights: {
    model_id: true,
    seq_id: true,
    path: true,
    ttl_seconds: true,
    overwrite: true,
    user_metadata: true
  },
  tinkerSaveWeightsForSampler: {
    model_id: true,
    seq_id: true,
    path: true,
    sampling_session_seq_id: true,
    ttl_seconds: true,
    user_metadata: true
  },
  tinkerSaveWeightsExternal: {
    model_id: true,
    seq_id: true,
    path: true,
    ttl_seconds: true,
    age_encryption_recipients: true
  },
  tinkerLoadWeights: {
    session_id: true,
    model_seq_id: true,
    model_id: true,
    seq_id: true,
    path: true,
    optimizer: true,
    base_model: true,
    user_metadata: true,
    optimizer_config: {
      type: true
    }
  },
  tinkerCreateSamplingSession: {
    session_id: true,
    sampling_session_seq_id: true,
    base_model: true,
    model_path: true
  },
  tinkerSample: {
    sampling_session_id: true,
    seq_id: true,
    num_samples: true,
    prompt: {
      chunks: true
    },
    sampling_params: {
      max_tokens: true,
      seed: true,
      temperature: true,
      top_k: true,
      top_p: true,
      stop: true
    },
    prompt_logprobs: true,
    topk_prompt_logprobs: true,
    topk_sample_logprobs: true,
    prompt_alt_tokens_k: true,
    target_prompt_logprobs: true,
    prompt_logprobs_last_n: true
  },
  tinkerRetrieveFuture: {
    request_id: true
  },
  tinkerCancelFuture: {
    request_id: true
  },
  tinkerWeightsInfo: {
    tinker_path: true
  },
  tinkerSetCheckpointTtl: {
    ttl_seconds: true
  },
  tinkerChatCompletion: {
    messages: true,
    model: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    logit_bias: true,
    logprobs: true,
    top_logprobs: true,
    max_tokens: true,
    max_completion_tokens: true,
    n: true,
    response_format: {
      type: true,
      json_schema: {
        name: true,
        description: true,
        schema: true,
        strict: true
      },
      format: true,
      structures: true,
      triggers: true
    },
    seed: true,
    stop: true,
    stream: true,
    stream_options: {
      include_usage: true,
      continuous_usage_stats: true
    },
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    tools: true,
    tool_choice: true,
    reasoning_effort: true,
    include_reasoning: true,
    parallel_tool_calls: true,
    user: true,
    use_beam_search: true,
    length_penalty: true,
    stop_token_ids: true,
    include_stop_str_in_output: true,
    ignore_eos: true,
    min_tokens: true,
    skip_special_tokens: true,
    spaces_between_special_tokens: true,
    truncate_prompt_tokens: true,
    truncation_side: true,
    prompt_logprobs: true,
    logprob_token_ids: true,
    stream_interval: true,
    allowed_token_ids: true,
    bad_words: true,
    echo: true,
    add_generation_prompt: true,
    continue_final_message: true,
    add_special_tokens: true,
    documents: true,
    chat_template: true,
    chat_template_kwargs: true,
    mm_processor_kwargs: true,
    structured_outputs: {
      json: true,
      regex: true,
      choice: true,
      grammar: true,
      json_object: true,
      structural_tag: true,
      disable_fallback: true,
      disable_any_whitespace: true,
      disable_additional_properties: true,
      whitespace_pattern: true,
      _backend: true,
      _backend_was_auto: true
    },
    priority: true,
    request_id: true,
    logits_processors: true,
    return_tokens_as_token_ids: true,
    return_token_ids: true,
    cache_salt: true,
    prompt_cache_key: true,
    kv_transfer_params: true,
    engine_xargs: true,
    vllm_xargs: true,
    thinking_token_budget: true,
    speculation: true,
    repetition_detection: {
      max_pattern_size: true,
      min_pattern_size: true,
      min_count: true
    }
  },
  tinkerCompletion: {
    prompt: true,
    model: true,
    max_tokens: true,
    echo: true,
    logprobs: true,
    suffix: true,
    frequency_penalty: true,
    presence_penalty: true,
    repetition_penalty: true,
    logit_bias: true,
    n: true,
    response_format: {
      type: true,
      json_schema: {
        name: true,
        description: true,
        schema: true,
        strict: true
      },
      format: true,
      structures: true,
      triggers: true
    },
    seed: true,
    stop: true,
    stream: true,
    stream_options: {
      include_usage: true,
      continuous_usage_stats: true
    },
    temperature: true,
    top_p: true,
    top_k: true,
    min_p: true,
    user: true,
    use_beam_search: true,
    length_penalty: true,
    stop_token_ids: true,
    include_stop_str_in_output: true,
    ignore_eos: true,
    min_tokens: true,
    skip_special_tokens: true,
    spaces_between_special_tokens: true,
    truncate_prompt_tokens: true,
    truncation_side: true,
    logprob_token_ids: true,
    stream_interval: true,
    prompt_logprobs: true,
    allowed_token_ids: true,
    bad_words: true,
    add_special_tokens: true,
    structured_outputs: {
      json: true,
      regex: true,
      choice: true,
      grammar: true,
      json_object: true,
      structural_tag: true,
      disable_fallback: true,
      disable_any_whitespace: true,
      disable_additional_properties: true,
      whitespace_pattern: true,
      _backend: true,
      _backend_was_auto: true
    },
    priority: true,
    request_id: true,
    logits_processors: true,
    return_tokens_as_token_ids: true,
    return_token_ids: true,
    cache_salt: true,
    kv_transfer_params: true,
    engine_xargs: true,
    vllm_xargs: true,
    speculation: true,
    repetition_detection: {
      max_pattern_size: true,
      min_pattern_size: true,
      min_count: true
    }
  },
};
