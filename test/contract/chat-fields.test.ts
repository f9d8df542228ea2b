import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { document } from '../../src/generated/document.ts';

/**
 * File and part of the title of the test that shows each chat field's effect. Every new field of the contract needs
 * an entry here, with its test.
 */
type Shown = Record<string, readonly [file: string, title: string]>;

const FIELDS = 'api/chat-fields.test.ts';
const RULES = 'api/chat-rules.test.ts';
const PROMPTS = 'api/chat-prompt.test.ts';
const TOOLS = 'api/chat-tools.test.ts';
const FORMS = 'api/structured-outputs.test.ts';
const CACHE = 'api/prompt-cache.test.ts';
const CHAT = 'api/chat.test.ts';
const VLLM = 'api/vllm-fields.test.ts';
const FORM_READING = 'inference/output-constraint.test.ts';
const SCHEMAS = 'inference/grammar/json-schema.test.ts';

const SHOWN: Record<string, Shown> = {
  ChatCompletionRequest: {
    messages: [PROMPTS, 'messages of every role and content form are rendered by the template'],
    model: [CHAT, 'a trained model is found by its name with or without a step, until it or the step is deleted'],
    frequency_penalty: [RULES, 'a positive frequency_penalty varies the tokens, and a negative one repeats one token'],
    presence_penalty: [RULES, '%j lowers the logits by OpenAI’s formula'],
    repetition_penalty: [RULES, 'repetition_penalty also penalizes tokens of the prompt; the other penalties do not'],
    logit_bias: [RULES, 'steers sampling, and the log-probabilities stay unbiased'],
    logprobs: [
      FIELDS,
      'logprobs are present by default, and top_logprobs list the sampled token and the likeliest others',
    ],
    top_logprobs: [
      FIELDS,
      'logprobs are present by default, and top_logprobs list the sampled token and the likeliest others',
    ],
    max_tokens: [FIELDS, 'max_completion_tokens limits the answer and overrides max_tokens'],
    max_completion_tokens: [FIELDS, 'max_completion_tokens limits the answer and overrides max_tokens'],
    n: [CACHE, 'choice i of n equals a single answer with seed + i'],
    response_format: [FORMS, 'json and json_schema constrain every finished choice to the schema'],
    seed: [CACHE, 'choice i of n equals a single answer with seed + i'],
    stop: [FIELDS, 'stop ends the text before the stop string, or after it with include_stop_str_in_output'],
    stream: [CHAT, 'the OpenAI client reads a stream of two choices, each from its role to its finish reason'],
    stream_options: [
      FIELDS,
      'include_usage adds usage to the last chunk of a stream, and continuous_usage_stats to every chunk',
    ],
    temperature: [FIELDS, 'temperature near 0 samples the likeliest token, temperature 2 others too'],
    top_p: [FIELDS, 'top_k and top_p restrict sampling to the likeliest tokens at a high temperature'],
    top_k: [FIELDS, 'top_k and top_p restrict sampling to the likeliest tokens at a high temperature'],
    min_p: [RULES, 'of 1 leaves only the likeliest token at a high temperature'],
    tools: [TOOLS, 'the prompt has the tools, the earlier calls and their results'],
    tool_choice: [TOOLS, 'required and named calls have a grammar; a named one finishes with stop, as OpenAI’s does'],
    reasoning_effort: [TOOLS, 'reasoning_effort none closes the reasoning in the prompt, and the answer has none'],
    include_reasoning: [TOOLS, 'include_reasoning false omits only the reasoning'],
    parallel_tool_calls: [TOOLS, 'parallel_tool_calls false keeps only the first call'],
    user: [FIELDS, 'the field user changes no answer'],
    use_beam_search: [
      CACHE,
      'beams are ordered by likelihood, each with its end, and a stream sends each in one chunk',
    ],
    length_penalty: [CACHE, 'length_penalty below 0 ranks short beams first, and above 1 long ones'],
    stop_token_ids: [FIELDS, 'stop_token_ids end the answer with their id, which is in token_ids but not in the text'],
    include_stop_str_in_output: [
      FIELDS,
      'stop ends the text before the stop string, or after it with include_stop_str_in_output',
    ],
    ignore_eos: [FIELDS, 'ignore_eos continues after the end-of-sequence token'],
    min_tokens: [RULES, 'suppresses the end-of-sequence and stop tokens, with and without ignore_eos'],
    skip_special_tokens: [
      FIELDS,
      'skip_special_tokens removes special tokens from the text, not from token_ids or logprobs',
    ],
    spaces_between_special_tokens: [RULES, 'has no effect with a byte-level tokenizer, which adds no spaces'],
    truncate_prompt_tokens: [FIELDS, 'truncate_prompt_tokens keeps its last tokens, and -1 keeps as many as fit'],
    truncation_side: [VLLM, 'truncation_side keeps the first or the last prompt tokens'],
    logprob_token_ids: [
      VLLM,
      'logprob_token_ids lists the raw log-probabilities of these tokens after the sampled token',
    ],
    stream_interval: [VLLM, 'stream_interval sets the tokens per chunk, except in the first and the last'],
    thinking_token_budget: [VLLM, 'thinking_token_budget ends the reasoning after that many tokens'],
    prompt_logprobs: [CACHE, 'prompt_logprobs has the prompt’s tokens and the likeliest others, once for n choices'],
    allowed_token_ids: [RULES, 'are the only tokens sampled; the end-of-sequence token is excluded too'],
    bad_words: [RULES, 'are not generated'],
    echo: [PROMPTS, 'continue_final_message continues the last message, and echo prepends it to the answer'],
    add_generation_prompt: [PROMPTS, 'add_generation_prompt false omits the header of the assistant’s turn'],
    continue_final_message: [
      PROMPTS,
      'continue_final_message continues the last message, and echo prepends it to the answer',
    ],
    add_special_tokens: [FIELDS, 'add_special_tokens adds the tokenizer’s special tokens in front of the template'],
    documents: [PROMPTS, 'a chat_template of the request, also among the kwargs, renders documents and variables'],
    chat_template: [PROMPTS, 'a chat_template of the request, also among the kwargs, renders documents and variables'],
    chat_template_kwargs: [
      PROMPTS,
      'a chat_template of the request, also among the kwargs, renders documents and variables',
    ],
    mm_processor_kwargs: [FIELDS, '%s is refused with the reason unless it is null or empty'],
    structured_outputs: [FORMS, 'json and json_schema constrain every finished choice to the schema'],
    priority: [CACHE, 'priority orders the requests that wait for a full engine, and does not change their tokens'],
    request_id: [CHAT, 'the answer’s id is the request id of the body or the header'],
    logits_processors: [RULES, 'built into the server are selected by name and take arguments'],
    return_tokens_as_token_ids: [FIELDS, 'return_tokens_as_token_ids writes the tokens of logprobs as ids'],
    return_token_ids: [
      FIELDS,
      'return_token_ids adds the prompt’s ids at the top level, and each chunk’s ids to the chunk',
    ],
    prompt_cache_key: [
      CACHE,
      'prompt_cache_key is the routing affinity of a chat; without it equal prompts have the same one',
    ],
    cache_salt: [
      CACHE,
      'cached prefixes are shared within one key and one salt only, not between keys of the same owner',
    ],
    kv_transfer_params: [FIELDS, '%s is refused with the reason unless it is null or empty'],
    engine_xargs: [
      'inference/chat-params.test.ts',
      'passes processors their arguments and vllm_xargs, under either name',
    ],
    vllm_xargs: [RULES, 'of the operator receive their arguments and vllm_xargs'],
    repetition_detection: [RULES, 'ends the answer after min_count repetitions, not before min_tokens'],
    speculation: ['api/speculation.test.ts', 'a completion is decoded speculatively unless speculation is false'],
  },
  StreamOptions: {
    include_usage: [
      FIELDS,
      'include_usage adds usage to the last chunk of a stream, and continuous_usage_stats to every chunk',
    ],
    continuous_usage_stats: [
      FIELDS,
      'include_usage adds usage to the last chunk of a stream, and continuous_usage_stats to every chunk',
    ],
  },
  RepetitionDetection: {
    max_pattern_size: ['inference/repetition.test.ts', 'ends %j after token %j'],
    min_pattern_size: ['inference/repetition.test.ts', 'ends %j after token %j'],
    min_count: ['inference/repetition.test.ts', 'ends %j after token %j'],
  },
  StructuredOutputs: {
    json: [FORMS, 'json and json_schema constrain every finished choice to the schema'],
    regex: [FORMS, 'regex and grammar constrain the whole answer'],
    choice: [FORMS, 'choice gives one of the strings, and always the same one at temperature 0'],
    grammar: [FORMS, 'regex and grammar constrain the whole answer'],
    json_object: [FORMS, 'json_object starts a JSON object, the same streamed or not'],
    structural_tag: [FORMS, 'structural_tag wraps JSON in its begin and end texts'],
    disable_fallback: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
    disable_any_whitespace: [FORMS, 'json and json_schema constrain every finished choice to the schema'],
    disable_additional_properties: [
      FORMS,
      'json closes objects by default, and disable_additional_properties false opens them',
    ],
    whitespace_pattern: [SCHEMAS, 'allows only the whitespace of whitespace_pattern'],
    _backend: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
    _backend_was_auto: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
  },
  ResponseFormat: {
    type: [FORMS, 'json_object starts a JSON object, the same streamed or not'],
    json_schema: [FORMS, 'json and json_schema constrain every finished choice to the schema'],
    format: [FORMS, 'structural_tag wraps JSON in its begin and end texts'],
    structures: [FORM_READING, 'is read as the older structural tag'],
    triggers: [FORM_READING, 'is read as the older structural tag'],
  },
  ChatCompletion: {
    id: [CHAT, 'the answer’s id is the request id of the body or the header'],
    object: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    created: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    model: [CHAT, 'a trained model is found by its name with or without a step, until it or the step is deleted'],
    choices: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    usage: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    service_tier: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    system_fingerprint: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    prompt_logprobs: [CACHE, 'prompt_logprobs has the prompt’s tokens and the likeliest others, once for n choices'],
    prompt_token_ids: [
      FIELDS,
      'return_token_ids adds the prompt’s ids at the top level, and each chunk’s ids to the chunk',
    ],
    kv_transfer_params: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
  },
  ChatChoice: {
    index: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    message: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    logprobs: [
      FIELDS,
      'logprobs are present by default, and top_logprobs list the sampled token and the likeliest others',
    ],
    finish_reason: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    stop_reason: [FIELDS, 'stop_token_ids end the answer with their id, which is in token_ids but not in the text'],
    token_ids: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
    prompt_token_ids: [FIELDS, 'truncate_prompt_tokens keeps its last tokens, and -1 keeps as many as fit'],
    policy_token_spans: [FIELDS, 'a chat completion has every field of the OpenAI interface'],
  },
};

const schemas = document.components?.schemas as unknown as Record<string, { properties: object }>;

describe.each(Object.entries(SHOWN))('%s', (name, shown) => {
  it('has a test for the effect of each of its fields', () => {
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(schemas[name].properties).toSorted());
  });

  it.each(Object.entries(shown))('%s is shown in %j', async (field, [file, title]) => {
    const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
    expect(text.replaceAll("\\'", "'")).toContain(title);
    expect(text).toMatch(new RegExp(`\\b${field}\\b`));
  });
});
