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
    messages: [PROMPTS, 'messages of every kind reach the template'],
    model: [CHAT, 'a trained model is named with and without a step'],
    frequency_penalty: [RULES, 'frequency_penalty spreads the answer, or keeps it at one token'],
    presence_penalty: [RULES, '%j takes off what the definition says, token by token'],
    repetition_penalty: [RULES, 'repetition_penalty looks at the prompt, too'],
    logit_bias: [RULES, 'leads the answer, whose log-probabilities stay raw'],
    logprobs: [FIELDS, 'logprobs are there unasked'],
    top_logprobs: [FIELDS, 'top_logprobs list the drawn token and the best others'],
    max_tokens: [FIELDS, 'max_completion_tokens is the most there may be'],
    max_completion_tokens: [FIELDS, 'max_completion_tokens is the most there may be'],
    n: [CACHE, 'choices are as single answers with seeds that count up'],
    response_format: [FORMS, 'json and json_schema hold every choice to the schema'],
    seed: [CACHE, 'choices are as single answers with seeds that count up'],
    stop: [FIELDS, 'stop cuts the text before itself'],
    stream: [CHAT, 'reads a stream of two choices, each with its role first and its end last'],
    stream_options: [FIELDS, 'stream_options: include_usage counts at the end'],
    temperature: [FIELDS, 'temperature 0 takes the likeliest, a high one others too'],
    top_p: [FIELDS, 'top_k and top_p keep the likeliest, however hot'],
    top_k: [FIELDS, 'top_k and top_p keep the likeliest, however hot'],
    min_p: [RULES, 'at 1 leaves the likeliest token, however hot'],
    tools: [TOOLS, 'the model is shown the tools, the calls and their results'],
    tool_choice: [TOOLS, 'forced calls are held to a grammar'],
    reasoning_effort: [TOOLS, 'reasoning_effort none closes the thoughts in the prompt'],
    include_reasoning: [TOOLS, 'include_reasoning false hides the thoughts and nothing else'],
    parallel_tool_calls: [TOOLS, 'parallel_tool_calls false keeps the first call'],
    user: [FIELDS, 'user changes nothing'],
    use_beam_search: [CACHE, 'beams are the likeliest answers, best first'],
    length_penalty: [CACHE, 'length_penalty ranks beams by what their length makes of them'],
    stop_token_ids: [FIELDS, 'stop_token_ids end it with their id'],
    include_stop_str_in_output: [FIELDS, 'or behind with include_stop_str_in_output'],
    ignore_eos: [FIELDS, 'ignore_eos goes on behind the model’s own end'],
    min_tokens: [RULES, 'holds off every end, under ignore_eos too'],
    skip_special_tokens: [FIELDS, 'skip_special_tokens leaves them out of the text'],
    spaces_between_special_tokens: [RULES, 'changes nothing: a byte-level tokenizer puts none'],
    truncate_prompt_tokens: [FIELDS, 'truncate_prompt_tokens keeps its end'],
    truncation_side: [VLLM, 'truncation_side keeps the first tokens or the last'],
    logprob_token_ids: [VLLM, 'logprob_token_ids list these tokens, raw'],
    stream_interval: [VLLM, 'stream_interval joins the tokens of chunks'],
    thinking_token_budget: [VLLM, 'thinking_token_budget ends the thoughts at'],
    prompt_logprobs: [CACHE, 'prompt_logprobs scores the prompt once'],
    allowed_token_ids: [RULES, 'are the only ones, the end of the answer among the others'],
    bad_words: [RULES, 'are not completed'],
    echo: [PROMPTS, 'the model goes on with the last message, and echo puts it in front'],
    add_generation_prompt: [PROMPTS, 'add_generation_prompt false leaves the turn unopened'],
    continue_final_message: [PROMPTS, 'the model goes on with the last message'],
    add_special_tokens: [FIELDS, 'add_special_tokens adds the tokenizer’s own on top'],
    documents: [PROMPTS, 'with documents and variables'],
    chat_template: [PROMPTS, 'a template comes with the request'],
    chat_template_kwargs: [PROMPTS, 'by itself or among the kwargs'],
    mm_processor_kwargs: [FIELDS, 'is refused with the reason, unless it says nothing'],
    structured_outputs: [FORMS, 'json and json_schema hold every choice to the schema'],
    priority: [CACHE, 'priority: of those that wait for a full engine the most urgent is served first'],
    request_id: [CHAT, 'id is the request id that the caller chose'],
    logits_processors: [RULES, 'that come with the server work by name, with arguments'],
    return_tokens_as_token_ids: [FIELDS, 'return_tokens_as_token_ids writes tokens as ids'],
    return_token_ids: [FIELDS, 'return_token_ids gives those of the prompt at the top'],
    prompt_cache_key: [CACHE, 'prompt_cache_key is what a cluster sends a chat by'],
    cache_salt: [CACHE, 'prompts are shared under one key and one salt'],
    kv_transfer_params: [FIELDS, 'is refused with the reason, unless it says nothing'],
    engine_xargs: [
      'inference/chat-params.test.ts',
      'passes processors their arguments and vllm_xargs, under either name',
    ],
    vllm_xargs: [RULES, 'of the operator get their arguments and vllm_xargs'],
    repetition_detection: [RULES, 'ends the answer at its copies'],
    speculation: ['api/speculation.test.ts', 'speculation is on unless a chat or a completion says false'],
  },
  StreamOptions: {
    include_usage: [FIELDS, 'stream_options: include_usage counts at the end'],
    continuous_usage_stats: [FIELDS, 'continuous_usage_stats all along'],
  },
  RepetitionDetection: {
    max_pattern_size: ['inference/repetition.test.ts', 'ends %j after token %j'],
    min_pattern_size: ['inference/repetition.test.ts', 'ends %j after token %j'],
    min_count: ['inference/repetition.test.ts', 'ends %j after token %j'],
  },
  StructuredOutputs: {
    json: [FORMS, 'json and json_schema hold every choice to the schema'],
    regex: [FORMS, 'regex and grammar hold the answer from end to end'],
    choice: [FORMS, 'choice gives one of the strings'],
    grammar: [FORMS, 'regex and grammar hold the answer from end to end'],
    json_object: [FORMS, 'json_object begins an object, also in a stream'],
    structural_tag: [FORMS, 'structural_tag puts JSON between texts'],
    disable_fallback: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
    disable_any_whitespace: [FORMS, 'json and json_schema hold every choice to the schema'],
    disable_additional_properties: [FORMS, 'disable_additional_properties false opens them'],
    whitespace_pattern: [SCHEMAS, 'allows only the whitespace of whitespace_pattern'],
    _backend: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
    _backend_was_auto: [FORM_READING, 'is this server’s own, whichever is named, unless fallback is disabled'],
  },
  ResponseFormat: {
    type: [FORMS, 'json_object begins an object, also in a stream'],
    json_schema: [FORMS, 'json and json_schema hold every choice to the schema'],
    format: [FORMS, 'structural_tag puts JSON between texts'],
    structures: [FORM_READING, 'is read as the older structural tag'],
    triggers: [FORM_READING, 'is read as the older structural tag'],
  },
  ChatCompletion: {
    id: [CHAT, 'id is the request id that the caller chose'],
    object: [FIELDS, 'an answer has every field of the interface'],
    created: [FIELDS, 'an answer has every field of the interface'],
    model: [CHAT, 'a trained model is named with and without a step'],
    choices: [FIELDS, 'an answer has every field of the interface'],
    usage: [FIELDS, 'an answer has every field of the interface'],
    service_tier: [FIELDS, 'an answer has every field of the interface'],
    system_fingerprint: [FIELDS, 'an answer has every field of the interface'],
    prompt_logprobs: [CACHE, 'prompt_logprobs scores the prompt once'],
    prompt_token_ids: [FIELDS, 'return_token_ids gives those of the prompt at the top'],
    kv_transfer_params: [FIELDS, 'an answer has every field of the interface'],
  },
  ChatChoice: {
    index: [FIELDS, 'an answer has every field of the interface'],
    message: [FIELDS, 'an answer has every field of the interface'],
    logprobs: [FIELDS, 'logprobs are there unasked'],
    finish_reason: [FIELDS, 'an answer has every field of the interface'],
    stop_reason: [FIELDS, 'stop_token_ids end it with their id'],
    token_ids: [FIELDS, 'an answer has every field of the interface'],
    prompt_token_ids: [FIELDS, 'truncate_prompt_tokens keeps its end'],
    policy_token_spans: [FIELDS, 'an answer has every field of the interface'],
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
