// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Operation } from '../operations/operation.ts';

export const operations: readonly Operation[] = [
  {
    id: "createChatCompletion",
    method: "POST",
    path: "/v1/chat/completions",
    tag: "chat-completions",
    summary: "Create a chat completion",
    description: "Returns one JSON document, or with `stream: true` a stream of server-sent events: each `data:` line is one chunk, and the last one is `[DONE]`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event with an error body.",
    command: "chat",
    columns: [],
    text: "choices.0.message.content",
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes precedence over `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "A list of messages comprising the conversation so far."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Maps token ids to values that are added to the logits, clamped to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return log-probabilities of the generated tokens. They are returned in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of most likely tokens to return at each position; requires `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Deprecated in favour of `max_completion_tokens`, which takes precedence.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate. Null or absent is the rest of the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in all its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of choices to generate. With beam search it is the beam width, at most 32.",
        minimum: 1,
        maximum: 128,
        default: 1
      },
      {
        name: "response_format",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "seed",
        in: "body",
        type: "integer",
        required: false,
        description: "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "stream_options",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "string",
        required: false,
        description: "Defaults to `none` without tools and to `auto` with tools.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Passed to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, `reasoning` and `reasoning_content` are omitted from the response.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, only the first tool call is returned.",
        default: true
      },
      {
        name: "user",
        in: "body",
        type: "string",
        required: false,
        description: "Has no effect."
      },
      {
        name: "use_beam_search",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use beam search to find the most likely answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability divided by length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Token ids at which generation stops."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Include the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Continue after the model's end-of-sequence token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Minimum number of tokens to generate before generation may stop.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Omit special tokens from the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "If set, only these token ids may be sampled."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Prepend the last message to the answer if both have the same role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the generation prompt of the chat template, which opens the assistant's turn.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens in addition to those of the chat template.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Documents passed to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "A Jinja template that replaces the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as no model served here takes images."
      },
      {
        name: "structured_outputs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The response id is `chatcmpl-` followed by this. Defaults to a random UUID."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Names of processors that are registered with the server."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return each `token` of the log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `prompt_token_ids` at the top level, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "In a cluster, requests with the same key and a long shared prefix are sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to the first question are used instead. Without a cluster it has no effect."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "engine_xargs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of reasoning tokens. After them the token that ends the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam search.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.",
        default: true
      },
      {
        name: "repetition_detection",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "createChatCompletionWithSlash",
    method: "POST",
    path: "/v1/chat/completions/",
    tag: "chat-completions",
    summary: "Create a chat completion (alias with a trailing slash)",
    description: "Some clients use this path. It is served, not redirected.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes precedence over `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "A list of messages comprising the conversation so far."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Maps token ids to values that are added to the logits, clamped to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return log-probabilities of the generated tokens. They are returned in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of most likely tokens to return at each position; requires `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Deprecated in favour of `max_completion_tokens`, which takes precedence.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate. Null or absent is the rest of the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in all its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of choices to generate. With beam search it is the beam width, at most 32.",
        minimum: 1,
        maximum: 128,
        default: 1
      },
      {
        name: "response_format",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "seed",
        in: "body",
        type: "integer",
        required: false,
        description: "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "stream_options",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "string",
        required: false,
        description: "Defaults to `none` without tools and to `auto` with tools.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Passed to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, `reasoning` and `reasoning_content` are omitted from the response.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, only the first tool call is returned.",
        default: true
      },
      {
        name: "user",
        in: "body",
        type: "string",
        required: false,
        description: "Has no effect."
      },
      {
        name: "use_beam_search",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use beam search to find the most likely answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability divided by length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Token ids at which generation stops."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Include the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Continue after the model's end-of-sequence token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Minimum number of tokens to generate before generation may stop.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Omit special tokens from the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "If set, only these token ids may be sampled."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Prepend the last message to the answer if both have the same role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the generation prompt of the chat template, which opens the assistant's turn.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens in addition to those of the chat template.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Documents passed to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "A Jinja template that replaces the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as no model served here takes images."
      },
      {
        name: "structured_outputs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The response id is `chatcmpl-` followed by this. Defaults to a random UUID."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Names of processors that are registered with the server."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return each `token` of the log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `prompt_token_ids` at the top level, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "In a cluster, requests with the same key and a long shared prefix are sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to the first question are used instead. Without a cluster it has no effect."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "engine_xargs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of reasoning tokens. After them the token that ends the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam search.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.",
        default: true
      },
      {
        name: "repetition_detection",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "createCompletion",
    method: "POST",
    path: "/v1/completions",
    tag: "completions",
    summary: "Create a completion",
    description: "OpenAI's legacy completions endpoint, as in vLLM: the prompt, a text or token ids, is given to the model without a chat template. Errors and streams are as in chat completions.",
    command: "complete",
    columns: [],
    text: "choices.0.text",
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes precedence over `request_id` in the body."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: true,
        position: 0
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate. 0, with `echo`, returns only the prompt.",
        minimum: 0,
        maximum: 2147483647,
        default: 16
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return the prompt in front of the answer; with `logprobs`, including its log-probabilities.",
        default: false
      },
      {
        name: "logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities, with this many alternatives for each token.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "suffix",
        in: "body",
        type: "string",
        required: false,
        description: "Only null or empty, as no model served here supports infilling."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Maps token ids to values that are added to the logits, clamped to -100 to 100."
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of choices to generate. With beam search it is the beam width, at most 32.",
        minimum: 1,
        maximum: 128,
        default: 1
      },
      {
        name: "response_format",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "seed",
        in: "body",
        type: "integer",
        required: false,
        description: "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "stream_options",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "user",
        in: "body",
        type: "string",
        required: false,
        description: "Has no effect."
      },
      {
        name: "use_beam_search",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use beam search to find the most likely answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability divided by length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Token ids at which generation stops."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Include the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Continue after the model's end-of-sequence token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Minimum number of tokens to generate before generation may stop.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Omit special tokens from the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "If set, only these token ids may be sampled."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.",
        default: []
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens to text prompts.",
        default: true
      },
      {
        name: "structured_outputs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The response id is `cmpl-` followed by this. Defaults to a random UUID."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Names of processors that are registered with the server."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return each `token` of the log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first chunk of each choice.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "engine_xargs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.",
        default: true
      },
      {
        name: "repetition_detection",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "createMessage",
    method: "POST",
    path: "/v1/messages",
    tag: "messages",
    summary: "Create a message (Anthropic)",
    description: "Anthropic's Messages endpoint over the same models and engine as chat completions. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`; the last one is `message_stop`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error`. The model reads text only: image, document and similar blocks are refused, and so are tools other than the caller's own. The key may be sent as `x-api-key`.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: true,
        description: "Name of a base model or of a trained model, as in chat."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation. If the last message is from the assistant and has no tool calls, the answer continues it."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: true,
        description: "Maximum number of tokens to generate, including thinking. If the prompt leaves less of the context, generation ends with the context, and `stop_reason` is `model_context_window_exceeded`. Clients often send the maximum of any model.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "system",
        in: "body",
        type: "string",
        required: false,
        description: "System prompt. If there are several texts, the model receives them in order."
      },
      {
        name: "stop_sequences",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "thinking",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "output_config",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return token ids and log-probabilities in a stream too, where ART's capture reads them. A response that is not streamed always has them.",
        default: false
      },
      {
        name: "mcp_servers",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "countMessageTokens",
    method: "POST",
    path: "/v1/messages/count_tokens",
    tag: "messages",
    summary: "Count the tokens of a message",
    description: "Counts the tokens of the prompt that `/v1/messages` would give to the model.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: true,
        description: "Name of a base model or of a trained model, as in chat."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation. If the last message is from the assistant and has no tool calls, the answer continues it."
      },
      {
        name: "system",
        in: "body",
        type: "string",
        required: false,
        description: "System prompt. If there are several texts, the model receives them in order."
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "thinking",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "output_config",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "createResponse",
    method: "POST",
    path: "/v1/responses",
    tag: "responses",
    summary: "Create a response (Responses API)",
    description: "OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored, whatever the value of `store`, and a response cannot be retrieved later. A request must contain the whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`. Errors before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error` with an error body.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "input",
        in: "body",
        type: "string",
        required: true,
        description: "A text, or the items of a conversation."
      },
      {
        name: "instructions",
        in: "body",
        type: "string",
        required: false,
        description: "A system message inserted before the input."
      },
      {
        name: "max_output_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate, including reasoning. Null or absent is the rest of the context.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "string",
        required: false,
        description: "Defaults to `auto`.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, only the first tool call is returned.",
        default: true
      },
      {
        name: "reasoning",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "text",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "truncation",
        in: "body",
        type: "string",
        required: false,
        description: "With `auto`, a prompt that is too long is truncated at its beginning; otherwise it is an error.",
        enum: ["auto", "disabled"],
        default: "disabled"
      },
      {
        name: "store",
        in: "body",
        type: "boolean",
        required: false,
        description: "Has no effect, as responses are not stored."
      },
      {
        name: "previous_response_id",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "conversation",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "prompt",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "background",
        in: "body",
        type: "boolean",
        required: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `token_generations` in a stream too. A response that is not streamed always has it.",
        default: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "Same as in chat."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "tokenize",
    method: "POST",
    path: "/v1/tokenize",
    tag: "tokenization",
    summary: "Tokenize a text or a conversation",
    description: "A conversation is first rendered to the prompt that a chat completion would use.",
    command: "tokenize",
    columns: ["count", "max_model_len", "tokens"],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: false,
        description: "The text to tokenize.",
        position: 0
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: false,
        description: "The conversation to tokenize. The chat template must render it to at most 262144 characters."
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens. Defaults to true with `prompt` and to false with `messages`."
      },
      {
        name: "return_token_strs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `token_strs`.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the generation prompt of the chat template, which opens the assistant's turn.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.",
        default: false
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Documents passed to the chat template."
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Passed to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "A Jinja template that replaces the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tokenizeAtRoot",
    method: "POST",
    path: "/tokenize",
    tag: "tokenization",
    summary: "Tokenize a text or a conversation (alias at the root)",
    description: "For clients of vLLM.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: false,
        description: "The text to tokenize."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: false,
        description: "The conversation to tokenize. The chat template must render it to at most 262144 characters."
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens. Defaults to true with `prompt` and to false with `messages`."
      },
      {
        name: "return_token_strs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `token_strs`.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the generation prompt of the chat template, which opens the assistant's turn.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.",
        default: false
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Documents passed to the chat template."
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Passed to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "A Jinja template that replaces the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "getTokenizerInfo",
    method: "GET",
    path: "/v1/tokenizer_info",
    tag: "tokenization",
    summary: "Get the tokenizer's configuration",
    description: "Returns the model's `tokenizer_config.json` and its chat template, for the model that serves requests without a `model`.",
    command: "tokenizer",
    columns: ["tokenizer_class", "chat_template"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getTokenizerInfoAtRoot",
    method: "GET",
    path: "/tokenizer_info",
    tag: "tokenization",
    summary: "Get the tokenizer's configuration (alias at the root)",
    description: "For clients of vLLM.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "detokenize",
    method: "POST",
    path: "/v1/detokenize",
    tag: "tokenization",
    summary: "Detokenize token ids",
    description: "Special tokens are included in the text.",
    command: "detokenize",
    columns: [],
    text: "prompt",
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "tokens",
        in: "body",
        type: "integers",
        required: true,
        position: 0
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "detokenizeAtRoot",
    method: "POST",
    path: "/detokenize",
    tag: "tokenization",
    summary: "Detokenize token ids (alias at the root)",
    description: "For clients of vLLM.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "tokens",
        in: "body",
        type: "integers",
        required: true
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "listServedModels",
    method: "GET",
    path: "/v1/models",
    tag: "models",
    summary: "List the models that chat can use",
    description: "In the format of OpenAI's model list. It has every base model, and every trained model under the name `wandb-artifact:///{entity}/{project}/{name}`, unless all its checkpoints have been deleted. Append `:step{N}` to the name to use a certain checkpoint.",
    command: "served ls",
    columns: ["id", "root", "parent", "max_model_len"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getServedModel",
    method: "GET",
    path: "/v1/models/{model}",
    tag: "models",
    summary: "Get a model that chat can use",
    description: "Takes every model name that chat takes, including names of checkpoints.",
    command: "served show",
    columns: ["id", "root", "parent", "max_model_len"],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "path",
        type: "string",
        required: true,
        example: "wandb-artifact:///local/yes-no-maybe/agent-001",
        description: "A name that chat takes as `model`. Clients percent-encode it; its slashes may also be left unencoded.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "listBaseModels",
    method: "GET",
    path: "/v1/preview/base-models",
    tag: "models",
    summary: "List the base models that can be trained",
    description: "The models that the operator serves. Chat can also use each of them by its own name.",
    command: "models base",
    columns: ["base_model"],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "listModels",
    method: "GET",
    path: "/v1/preview/models",
    tag: "models",
    summary: "List the models, oldest first",
    description: "Deleted models are not included.",
    command: "models ls",
    columns: ["id", "project", "name", "base_model", "created"],
    needsKey: true,
    fields: [
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "createModel",
    method: "POST",
    path: "/v1/preview/models",
    tag: "models",
    summary: "Create a model, or with `return_existing` get the existing one",
    description: "A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0, and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it returns the existing model instead, provided that the base model is the same, and sets its `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too (`quota_exceeded`).",
    command: "models create",
    columns: ["id", "project", "name", "base_model", "run_id"],
    needsKey: true,
    fields: [
      {
        name: "entity",
        in: "body",
        type: "string",
        required: false,
        description: "Entity of the model. Null or absent is the server's default, `local`."
      },
      {
        name: "project",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except control characters and / \\ : # ? %"
      },
      {
        name: "name",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except control characters and / \\ : # ? %",
        position: 0
      },
      {
        name: "base_model",
        in: "body",
        type: "string",
        required: true,
        description: "One of the names that `GET /v1/preview/base-models` lists."
      },
      {
        name: "return_existing",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return the existing model of that name, if there is one, instead of a 409.",
        default: false
      },
      {
        name: "retention",
        in: "body",
        type: "json",
        required: false,
        description: "Which checkpoints to keep. Null is the server's default retention (`DAYBREAK_KEEP_CHECKPOINTS`), which keeps all unless it is set. If absent, an existing model keeps its own."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "getModel",
    method: "GET",
    path: "/v1/preview/models/{model_id}",
    tag: "models",
    summary: "Get a model",
    description: "For the model's progress see its checkpoints, its jobs and its tracking run.",
    command: "models show",
    columns: ["id", "entity", "project", "name", "base_model", "run_id", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "deleteModel",
    method: "DELETE",
    path: "/v1/preview/models/{model_id}",
    tag: "models",
    summary: "Delete a model and everything that belongs to it",
    description: "Deletes the model, all its checkpoints, its artifacts and its tracking run. Its queued and running jobs are stopped and deleted too. A request body is ignored.",
    command: "models rm",
    columns: ["model_id", "deleted_checkpoints", "deleted_run"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "listCheckpoints",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints",
    tag: "models",
    summary: "List the checkpoints of a model, by step",
    description: "A new model has one checkpoint, step 0. Each training job that succeeds adds one.",
    command: "checkpoints ls",
    columns: ["step", "kind", "bytes", "job_id", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "deleteCheckpoints",
    method: "DELETE",
    path: "/v1/preview/models/{model_id}/checkpoints",
    tag: "models",
    summary: "Delete checkpoints by step",
    description: "Steps that do not exist are reported and are not an error. The newest step may be deleted too: the next job then continues from the newest remaining one. A job that starts from a deleted step, or uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's `retention` deletes checkpoints automatically.",
    command: "checkpoints rm",
    columns: ["deleted_count", "not_found_steps"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "steps",
        in: "body",
        type: "integers",
        required: true,
        position: 1
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "importAdapter",
    method: "POST",
    path: "/v1/preview/models/{model_id}/adapter",
    tag: "checkpoints",
    summary: "Import an adapter",
    description: "Makes a PEFT LoRA adapter the model's step 0, with the adapter's own rank, alpha and target modules. Chat serves it as `:step0` and `:v0`, and the first job continues from it. Upload its `adapter_config.json` and `adapter_model.safetensors` to an artifact first. The import may be repeated until the first job is created; after that it is a 409. An adapter that cannot be used, or does not fit the base model, is a 422 that names the key or tensor at fault.",
    command: "checkpoints import",
    columns: ["id", "step", "bytes"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "artifact_url",
        in: "body",
        type: "string",
        required: true,
        description: "'`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'",
        position: 1
      },
      {
        name: "any_base_model",
        in: "body",
        type: "boolean",
        required: false,
        description: "Accept an adapter whose `base_model_name_or_path` is not the model's base model, as long as its shapes fit.",
        default: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "listCheckpointFiles",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints/{step}/files",
    tag: "checkpoints",
    summary: "List the adapter files of a checkpoint",
    description: "Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step 0 has none, as it is the base model.",
    command: "checkpoints files",
    columns: ["name", "bytes"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "step",
        in: "path",
        type: "integer",
        required: true,
        description: "The training step of the checkpoint.",
        minimum: 0,
        maximum: 2147483647,
        example: 1,
        position: 1
      }
    ],
    answer: "json"
  },
  {
    id: "downloadMergedModel",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints/{step}/merged",
    tag: "checkpoints",
    summary: "Download the whole model, with the adapter merged into its weights",
    description: "Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for its pre-tokenizer, is a 422 that gives the reason.",
    command: "checkpoints merged",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "step",
        in: "path",
        type: "integer",
        required: true,
        description: "The training step of the checkpoint.",
        minimum: 0,
        maximum: 2147483647,
        example: 1,
        position: 1
      },
      {
        name: "dtype",
        in: "query",
        type: "string",
        required: false,
        enum: ["bf16", "f32"],
        default: "bf16",
        description: "Data type of the safetensors; has no effect on GGUF. bf16 is half as large; f32 keeps every bit of the merged weights."
      },
      {
        name: "format",
        in: "query",
        type: "string",
        required: false,
        enum: ["safetensors", "gguf-f32", "gguf-bf16", "gguf-f16", "gguf-q8_0", "gguf-q4_1", "gguf-q4_0"],
        default: "safetensors",
        description: "File format. For GGUF, matrices have the type named (`q` types have blocks of 32) and vectors are f32. The matrix of the output layer is q8_0 if the others have 4 bits, and a matrix whose row length is not a multiple of the block size is f16. Tensors that the adapter does not change are copied if they are stored in that type already."
      }
    ],
    answer: "bytes"
  },
  {
    id: "downloadCheckpointFile",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}",
    tag: "models",
    summary: "Download an adapter file of a checkpoint",
    description: "The two files together are a PEFT adapter folder.",
    command: "checkpoints get",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "step",
        in: "path",
        type: "integer",
        required: true,
        description: "The training step of the checkpoint.",
        minimum: 0,
        maximum: 2147483647,
        example: 1,
        position: 1
      },
      {
        name: "redirect",
        in: "query",
        type: "boolean",
        required: false,
        default: false,
        description: "Redirect to the file's URL in the object store, if there is one, instead of sending the bytes. Clients that follow the redirect must not send their key there."
      },
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        enum: ["adapter_config.json", "adapter_model.safetensors"],
        example: "adapter_config.json",
        position: 2
      }
    ],
    answer: "bytes"
  },
  {
    id: "logTrajectories",
    method: "POST",
    path: "/v1/preview/models/{model_id}/log",
    tag: "models",
    summary: "Log trajectories without training on them",
    description: "The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names, including the reward, and so may all metrics stored on one checkpoint; a name has at most 256 characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).",
    command: "logs create",
    columns: ["step", "metrics"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "split",
        in: "body",
        type: "string",
        required: true,
        description: "Prefix of the metrics, such as `val` or `train`, without control characters."
      },
      {
        name: "trajectory_groups",
        in: "body",
        type: "json",
        required: true
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "listLogs",
    method: "GET",
    path: "/v1/preview/models/{model_id}/logs",
    tag: "logs",
    summary: "List the logs of a model",
    description: "Each call of `log` adds one.",
    command: "logs ls",
    columns: ["id", "split", "groups", "trajectories", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "listLoggedTrajectoryGroups",
    method: "GET",
    path: "/v1/preview/models/{model_id}/logs/{log_id}/trajectory-groups",
    tag: "logs",
    summary: "List the trajectory groups of a log",
    description: "Groups are complete and in the order in which they were sent, unknown fields included. A page ends early if its groups would exceed 8 MiB; see `has_more`. If the trajectories are no longer kept, the request is a 404.",
    command: "logs groups",
    columns: ["trajectories", "exceptions", "metrics"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "log_id",
        in: "path",
        type: "string",
        required: true,
        example: "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701",
        description: "The log's id, as listed by the list of logs.",
        position: 1
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "listTrajectories",
    method: "GET",
    path: "/v1/preview/models/{model_id}/trajectories",
    tag: "trajectories",
    summary: "List the trajectories of a model",
    description: "Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000 of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted. Filters are combined with AND.",
    command: "trajectories ls",
    columns: ["id", "split", "step", "group", "reward", "advantage", "outcome", "answer"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "split",
        in: "query",
        type: "string",
        required: false,
        description: "Return only trajectories of this split; RL jobs have `train`."
      },
      {
        name: "step",
        in: "query",
        type: "integer",
        required: false,
        description: "Return only trajectories of this step: the step of the job's checkpoint, or of the newest checkpoint when it was logged.",
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "job_id",
        in: "query",
        type: "string",
        required: false,
        description: "Return only trajectories of this job."
      },
      {
        name: "log_id",
        in: "query",
        type: "string",
        required: false,
        description: "Return only trajectories of this log."
      },
      {
        name: "group",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 65535,
        description: "Return only trajectories of the group with this index in its job or log."
      },
      {
        name: "outcome",
        in: "query",
        type: "string",
        required: false,
        description: "Return only trajectories with this outcome.",
        enum: ["trained", "no_advantage", "without_tokens", "too_long", "logged"]
      },
      {
        name: "truncated",
        in: "query",
        type: "boolean",
        required: false,
        description: "Return only trajectories with (true) or without (false) an answer that was cut off at its maximum length."
      },
      {
        name: "reward_min",
        in: "query",
        type: "number",
        required: false,
        minimum: -1e+30,
        maximum: 1e+30,
        description: "Return only trajectories with at least this reward."
      },
      {
        name: "reward_max",
        in: "query",
        type: "number",
        required: false,
        minimum: -1e+30,
        maximum: 1e+30,
        description: "Return only trajectories with at most this reward."
      },
      {
        name: "text",
        in: "query",
        type: "string",
        required: false,
        description: "Return only trajectories with this text, ignoring case, in the first 2,000 characters of prompt and answers."
      },
      {
        name: "sort",
        in: "query",
        type: "string",
        required: false,
        enum: ["newest", "oldest", "highest_reward", "lowest_reward", "longest", "shortest"],
        default: "newest",
        description: "Sort order; ties are sorted newest first."
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "getTrajectory",
    method: "GET",
    path: "/v1/preview/models/{model_id}/trajectories/{trajectory_id}",
    tag: "trajectories",
    summary: "Get a trajectory",
    description: "Returns the trajectory as it was sent, unknown fields included.",
    command: "trajectories show",
    columns: ["summary", "trajectory"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "trajectory_id",
        in: "path",
        type: "string",
        required: true,
        example: "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
        description: "The trajectory's id, as listed by the list of trajectories.",
        position: 1
      }
    ],
    answer: "json"
  },
  {
    id: "getTrajectoryTokens",
    method: "GET",
    path: "/v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens",
    tag: "trajectories",
    summary: "Get the training figures of each token",
    description: "For one training sequence of the trajectory: log-probabilities at sampling and before the gradient step, the ratio of the two policies, and the entropy. They are stored when the gradient step commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the request is a 404.",
    command: "trajectories tokens",
    columns: ["sequence", "sequences", "gradient_step", "advantage", "ids"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "path",
        type: "string",
        required: true,
        example: "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
        description: "The model's id, as returned when it was created.",
        position: 0
      },
      {
        name: "trajectory_id",
        in: "path",
        type: "string",
        required: true,
        example: "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
        description: "The trajectory's id, as listed by the list of trajectories.",
        position: 1
      },
      {
        name: "sequence",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 1000000,
        default: 0,
        description: "Index of the training sequence in the trajectory, from 0. A conversation that only grows has one sequence."
      }
    ],
    answer: "json"
  },
  {
    id: "listJobGroups",
    method: "GET",
    path: "/v1/preview/training-jobs/{training_job_id}/groups",
    tag: "trajectories",
    summary: "List the trajectory groups of an RL job",
    description: "Rewards and outcome of each group. An SFT job has no groups.",
    command: "jobs groups",
    columns: ["group", "size", "mean", "std_dev", "min", "max", "outcome"],
    needsKey: true,
    fields: [
      {
        name: "training_job_id",
        in: "path",
        type: "string",
        required: true,
        example: "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
        description: "The id of an RL or SFT job.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "listTrainingJobs",
    method: "GET",
    path: "/v1/preview/training-jobs",
    tag: "training-jobs",
    summary: "List training jobs, oldest first",
    description: "Lists RL and SFT jobs of all models; use the filters to narrow the list.",
    command: "jobs ls",
    columns: ["id", "kind", "status", "model_id", "step", "steps_done", "total_steps", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "query",
        type: "string",
        required: false,
        description: "Return only items of this model. An unknown model is a 404."
      },
      {
        name: "status",
        in: "query",
        type: "string",
        required: false,
        description: "Return only jobs with this status.",
        enum: ["queued", "running", "succeeded", "failed", "cancelled"]
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "createTrainingJob",
    method: "POST",
    path: "/v1/preview/training-jobs",
    tag: "training-jobs",
    summary: "Create an RL training job",
    description: "The job is stored durably before the response is sent. It trains on the groups once, starting from the newest checkpoint, and creates the next checkpoint. A group with equal rewards has no advantage and is skipped. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).",
    command: "train rl",
    columns: ["id", "status", "model_id"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "trajectory_groups",
        in: "body",
        type: "json",
        required: true
      },
      {
        name: "experimental_config",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "createSftTrainingJob",
    method: "POST",
    path: "/v1/preview/sft-training-jobs",
    tag: "training-jobs",
    summary: "Create an SFT training job",
    description: "The data is an artifact's `train.jsonl` or `trajectories.jsonl` (with an optional `metadata.json`). Each line is one JSON object, `{\"messages\": [...], \"tools\": [...]}`, whose last message is from the assistant. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).",
    command: "train sft",
    columns: ["id", "status", "model_id"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "training_data_url",
        in: "body",
        type: "string",
        required: true,
        description: "A `daybreak-artifact:///` or `wandb-artifact:///` name in this server's store; an `http(s)://` URL on a public host or a host that the operator allows; or a `file://` URL inside the operator's folder for artifacts. The data is copied before the job is queued, and not read again. From a web host, the limits are ten minutes and 256 MiB per file."
      },
      {
        name: "config",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "experimental_config",
        in: "body",
        type: "json",
        required: false,
        description: "Has no effect; the event `training_started` lists its keys."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "getTrainingJob",
    method: "GET",
    path: "/v1/preview/training-jobs/{training_job_id}",
    tag: "training-jobs",
    summary: "Get a training job",
    description: "Jobs survive a restart of the server. A running job then resumes after its last gradient step.",
    command: "jobs show",
    columns: ["id", "kind", "status", "model_id", "step", "steps_done", "total_steps", "queue_position", "created", "training_start", "training_end", "error_message"],
    needsKey: true,
    fields: [
      {
        name: "training_job_id",
        in: "path",
        type: "string",
        required: true,
        example: "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
        description: "The id of an RL or SFT job.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "cancelTrainingJob",
    method: "POST",
    path: "/v1/preview/training-jobs/{training_job_id}/cancel",
    tag: "training-jobs",
    summary: "Cancel a queued or running job",
    description: "The job creates no checkpoint. Its last event is `training_failed`, so that clients stop polling. Cancelling a cancelled job has no effect; for a job that has succeeded or failed it is a 409.",
    command: "jobs cancel",
    columns: ["id", "status"],
    needsKey: true,
    fields: [
      {
        name: "training_job_id",
        in: "path",
        type: "string",
        required: true,
        example: "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
        description: "The id of an RL or SFT job.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "retryTrainingJob",
    method: "POST",
    path: "/v1/preview/training-jobs/{training_job_id}/retry",
    tag: "training-jobs",
    summary: "Retry a failed or cancelled job",
    description: "Creates a new job with the same data and settings, which resumes after the last gradient step of the old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and moves to the new job. A job that is queued or running, has succeeded, was retried already or is no longer kept is a 409.",
    command: "jobs retry",
    columns: ["id", "status", "retry_of"],
    needsKey: true,
    fields: [
      {
        name: "training_job_id",
        in: "path",
        type: "string",
        required: true,
        example: "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
        description: "The id of an RL or SFT job.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "listTrainingJobEvents",
    method: "GET",
    path: "/v1/preview/training-jobs/{training_job_id}/events",
    tag: "training-jobs",
    summary: "List the events of a job, oldest first",
    description: "Works for RL and SFT jobs. The order is `training_started`, then one `gradient_step` for each of its `num_sequences`, then `training_ended`; `training_failed` may come at any point. The new checkpoint is listed and served before `training_ended` is visible.",
    command: "jobs events",
    columns: ["id", "type", "data"],
    follow: ["training_ended", "training_failed"],
    needsKey: true,
    fields: [
      {
        name: "training_job_id",
        in: "path",
        type: "string",
        required: true,
        example: "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
        description: "The id of an RL or SFT job.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "listRuns",
    method: "GET",
    path: "/v1/preview/runs",
    tag: "runs",
    summary: "List tracking runs, oldest first",
    description: "Each model has one, from its creation to its deletion.",
    command: "runs ls",
    columns: ["id", "project", "name", "status", "step", "base_model", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "query",
        type: "string",
        required: false,
        description: "Return only items of this model. An unknown model is a 404."
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "getRun",
    method: "GET",
    path: "/v1/preview/runs/{run_id}",
    tag: "runs",
    summary: "Get a tracking run",
    description: "For its metrics see its history.",
    command: "runs show",
    columns: ["id", "entity", "project", "name", "model_id", "base_model", "status", "step", "latest", "created"],
    needsKey: true,
    fields: [
      {
        name: "run_id",
        in: "path",
        type: "string",
        required: true,
        example: "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
        description: "The tracking run's id; a model names its own as `run_id`.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "listRunHistory",
    method: "GET",
    path: "/v1/preview/runs/{run_id}/history",
    tag: "runs",
    summary: "List the history of a tracking run",
    description: "Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its limit if they are large.",
    command: "runs history",
    columns: ["step", "gradient_step", "time", "metrics"],
    follow: [],
    needsKey: true,
    fields: [
      {
        name: "run_id",
        in: "path",
        type: "string",
        required: true,
        example: "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
        description: "The tracking run's id; a model names its own as `run_id`.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1000,
        default: 20,
        description: "Maximum number of records on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "listRunMetrics",
    method: "GET",
    path: "/v1/preview/runs/{run_id}/metrics",
    tag: "runs",
    summary: "List the metrics of a tracking run",
    description: "Lists each metric's name, number of records, last value, minimum and maximum. At most 4,096 metrics are listed. Later ones are still in the history and in the TensorBoard file, and have a curve if requested by name.",
    command: "runs metrics",
    columns: ["name", "count", "last", "min", "max", "first_step", "last_step"],
    needsKey: true,
    fields: [
      {
        name: "run_id",
        in: "path",
        type: "string",
        required: true,
        example: "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
        description: "The tracking run's id; a model names its own as `run_id`.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "getRunSeries",
    method: "GET",
    path: "/v1/preview/runs/{run_id}/series",
    tag: "runs",
    summary: "Get metrics of a tracking run as curves",
    description: "Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long run. If a\nmetric has at most `points` values in the range, each value is a bucket. Otherwise values share a bucket if x\ndivided by the bucket width, rounded down, is the same. The width is the smallest power of two that gives at\nmost `points` buckets, so buckets keep their place while a run grows.\n\nA record without a metric does not count for it. A record without a `gradient_step` counts only with another\n`x`.\n\nAll curves of a response have at most 32,768 points: a request is refused (422) if the number of names times\n`points` is greater.",
    command: "runs series",
    columns: ["x", "records", "bucketed", "metrics"],
    needsKey: true,
    fields: [
      {
        name: "run_id",
        in: "path",
        type: "string",
        required: true,
        example: "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
        description: "The tracking run's id; a model names its own as `run_id`.",
        position: 0
      },
      {
        name: "metrics",
        in: "query",
        type: "string",
        required: true,
        description: "Up to 32 metric names, separated by commas. Escape a comma or a backslash in a name with a backslash.",
        example: "loss/train,train/reward",
        position: 1
      },
      {
        name: "x",
        in: "query",
        type: "string",
        required: false,
        description: "The x axis of the curves.",
        enum: ["gradient_step", "step", "time"],
        default: "gradient_step"
      },
      {
        name: "from",
        in: "query",
        type: "number",
        required: false,
        minimum: 0,
        maximum: 9007199254740991,
        description: "Smallest x to include."
      },
      {
        name: "to",
        in: "query",
        type: "number",
        required: false,
        minimum: 0,
        maximum: 9007199254740991,
        description: "Largest x to include."
      },
      {
        name: "points",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 4000,
        default: 1000,
        description: "Maximum number of buckets of one metric. All metrics together may have 32,768, that is 4,000 each for up to 8 names."
      },
      {
        name: "smoothing",
        in: "query",
        type: "number",
        required: false,
        minimum: 0,
        maximum: 0.999,
        description: "Weight w of an exponential moving average, debiased as in TensorBoard: s_n = w s_(n-1) + (1 - w) v_n with s_0 = 0, shown as s_n / (1 - w^n). It covers all values of the run in the order of their recording, including those before `from`, whatever the number of points. If absent, the curves are not smoothed."
      }
    ],
    answer: "json"
  },
  {
    id: "downloadRunEvents",
    method: "GET",
    path: "/v1/preview/runs/{run_id}/tensorboard",
    tag: "runs",
    summary: "Download a tracking run for TensorBoard",
    description: "Returns an event file with every number of the history, with its name and step. TensorBoard finds files with `tfevents` in their name; the header `Content-Disposition` gives such a name.",
    command: "runs tensorboard",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "run_id",
        in: "path",
        type: "string",
        required: true,
        example: "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
        description: "The tracking run's id; a model names its own as `run_id`.",
        position: 0
      }
    ],
    answer: "bytes"
  },
  {
    id: "listArtifacts",
    method: "GET",
    path: "/v1/preview/artifacts",
    tag: "artifacts",
    summary: "List artifacts, oldest first",
    description: "Each version is a separate artifact and includes the list of its files.",
    command: "data ls",
    columns: ["id", "project", "name", "version", "created"],
    needsKey: true,
    fields: [
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Alias of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 100,
        default: 20,
        description: "Number of items on the page."
      },
      {
        name: "order",
        in: "query",
        type: "string",
        required: false,
        enum: ["asc", "desc"],
        default: "asc",
        description: "Sort order."
      }
    ],
    answer: "json",
    list: "last_id"
  },
  {
    id: "createArtifact",
    method: "POST",
    path: "/v1/preview/artifacts",
    tag: "artifacts",
    summary: "Create an artifact to upload files to",
    description: "If the name is taken, the artifact gets the next version. Each version is a separate artifact.",
    command: "data create",
    columns: ["id", "url"],
    needsKey: true,
    fields: [
      {
        name: "name",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except control characters and / \\ : # ? %",
        position: 0
      },
      {
        name: "project",
        in: "body",
        type: "string",
        required: false,
        description: "Null or absent is `uploads`."
      },
      {
        name: "entity",
        in: "body",
        type: "string",
        required: false,
        description: "Null or absent is `local`."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "getArtifact",
    method: "GET",
    path: "/v1/preview/artifacts/{artifact_id}",
    tag: "artifacts",
    summary: "Get an artifact and the list of its files",
    description: "Lists the files with their sizes and SHA-256 digests.",
    command: "data show",
    columns: ["id", "url", "entity", "project", "name", "version", "created", "files"],
    needsKey: true,
    fields: [
      {
        name: "artifact_id",
        in: "path",
        type: "string",
        required: true,
        example: "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
        description: "The artifact's id, as returned when it was created.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "deleteArtifact",
    method: "DELETE",
    path: "/v1/preview/artifacts/{artifact_id}",
    tag: "artifacts",
    summary: "Delete an artifact and its files",
    description: "Jobs created from it have copies of their data and continue.",
    command: "data rm",
    columns: ["id", "deleted"],
    needsKey: true,
    fields: [
      {
        name: "artifact_id",
        in: "path",
        type: "string",
        required: true,
        example: "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
        description: "The artifact's id, as returned when it was created.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "downloadArtifactFile",
    method: "GET",
    path: "/v1/preview/artifacts/{artifact_id}/files/{file_name}",
    tag: "artifacts",
    summary: "Download a file",
    description: "Returns the file byte for byte.",
    command: "data download",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "artifact_id",
        in: "path",
        type: "string",
        required: true,
        example: "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
        description: "The artifact's id, as returned when it was created.",
        position: 0
      },
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name inside the artifact.",
        example: "train.jsonl",
        position: 1
      },
      {
        name: "redirect",
        in: "query",
        type: "boolean",
        required: false,
        default: false,
        description: "Redirect to the file's URL in the object store, if there is one, instead of sending the bytes. Clients that follow the redirect must not send their key there."
      }
    ],
    answer: "bytes"
  },
  {
    id: "uploadArtifactFile",
    method: "PUT",
    path: "/v1/preview/artifacts/{artifact_id}/files/{file_name}",
    tag: "artifacts",
    summary: "Upload a file",
    description: "The upload is atomic. A repeated upload replaces the file, until a job has been created from the artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409. Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The body is the bytes of the file, with any Content-Type.",
    command: "data upload",
    columns: ["name", "bytes", "sha256"],
    needsKey: true,
    fields: [
      {
        name: "artifact_id",
        in: "path",
        type: "string",
        required: true,
        example: "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
        description: "The artifact's id, as returned when it was created.",
        position: 0
      },
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name inside the artifact.",
        example: "train.jsonl",
        position: 1
      }
    ],
    body: "bytes",
    answer: "json"
  },
  {
    id: "streamUpdates",
    method: "GET",
    path: "/v1/preview/updates",
    tag: "updates",
    summary: "Follow changes",
    description: "Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a second of the change; otherwise one JSON page. An event says which resource has changed, but not how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of the server. Without a cursor, the stream begins with the next change, and its first id, sent without an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are no longer kept, or the cursor is from another server, one event `reset` comes first: read everything again. Deleting a model also deletes all that belongs to it, without further events. A comment every 15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open; they count in the key's rate, but not in its requests in flight. A stream ends when its key expires or is revoked.",
    command: "updates",
    columns: ["cursor", "type", "id", "model_id"],
    follow: [],
    needsKey: true,
    fields: [
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "The `cursor` of the last change that the client has seen. Takes precedence over `Last-Event-ID`."
      },
      {
        name: "wait",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 30,
        default: 0,
        description: "Seconds that a page waits for the first change if there is none yet. Has no effect on a stream."
      },
      {
        name: "Last-Event-ID",
        in: "header",
        type: "string",
        required: false,
        description: "Sent by browsers when they resume a stream; same as `after`."
      }
    ],
    answer: "json",
    list: "cursor",
    events: true
  },
  {
    id: "createSession",
    method: "POST",
    path: "/v1/preview/sessions",
    tag: "sessions",
    summary: "Create a session",
    description: "A session is a key that a browser holds instead of the API key. It is sent in the same way and has the same or fewer scopes. It lasts at most 12 hours and ends when its API key expires or is revoked. It is created from the API key of the request, or from a `code`, which the server prints at start-up as part of a link. A code works once, within 5 minutes. A wrong code is a 401 and counts as a wrong key. A session cannot create a session. A key has at most 100 sessions; a further one replaces the oldest.",
    command: "sessions create",
    columns: ["id", "token", "expires", "scopes"],
    needsKey: false,
    fields: [
      {
        name: "code",
        in: "body",
        type: "string",
        required: false,
        description: "From the link that the server prints at start-up. It stands for the server's first key.",
        hidden: true
      },
      {
        name: "scopes",
        in: "body",
        type: "strings",
        required: false,
        description: "Scopes of the session. Null or absent means all scopes of its key; more than that is a 403."
      },
      {
        name: "expires_in",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum lifetime of the session in seconds. Null or absent is 12 hours.",
        minimum: 1,
        maximum: 43200
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "deleteSession",
    method: "DELETE",
    path: "/v1/preview/sessions/current",
    tag: "sessions",
    summary: "Delete the session",
    description: "Signs out of the session that the request carries. For an API key it is a 404, as that is not a session.",
    command: "sessions end",
    columns: ["deleted"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getKey",
    method: "GET",
    path: "/v1/preview/key",
    tag: "sessions",
    summary: "Get information about the key",
    description: "Describes the API key or session that the request carries. The key itself is not shown.",
    command: "whoami",
    columns: ["id", "name", "owner", "scopes", "expires", "session"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getHealth",
    method: "GET",
    path: "/v1/health",
    tag: "health",
    summary: "Check the health of the service",
    description: "Returns 503 if the engine is not running, or has work and makes no progress. Responds at once, however busy the engine is. `GET /v1/system-check` checks each part.",
    command: "health",
    columns: ["status", "version"],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getHealthAtRoot",
    method: "GET",
    path: "/health",
    tag: "health",
    summary: "Check the health of the service (alias at the root)",
    description: "For load balancers and clients of other servers.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getLivez",
    method: "GET",
    path: "/v1/livez",
    tag: "health",
    summary: "Check that the process is alive",
    description: "Liveness probe for an orchestrator that restarts the process if there is no answer. Neither the database nor the device is checked. Returns 503 only while the server is stopping.",
    command: "livez",
    columns: ["status"],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getLivezAtRoot",
    method: "GET",
    path: "/livez",
    tag: "health",
    summary: "Check that the process is alive (alias at the root)",
    description: "For orchestrators.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getReadyz",
    method: "GET",
    path: "/v1/readyz",
    tag: "health",
    summary: "Check whether the server can take requests",
    description: "Readiness probe for a load balancer, which then sends requests to other servers. A 503 names the part that is not ready: the database does not answer, the cluster's bus is lost, the models are not loaded, or there is no worker.",
    command: "readyz",
    columns: ["status"],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getReadyzAtRoot",
    method: "GET",
    path: "/readyz",
    tag: "health",
    summary: "Check whether the server can take requests (alias at the root)",
    description: "For load balancers.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getVersion",
    method: "GET",
    path: "/v1/version",
    tag: "health",
    summary: "Get the version of the server",
    description: "This server's version, not vLLM's. Clients of vLLM ask for it.",
    command: "version",
    columns: [],
    text: "version",
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getVersionAtRoot",
    method: "GET",
    path: "/version",
    tag: "health",
    summary: "Get the version of the server (alias at the root)",
    description: "For clients of vLLM.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getSystemCheck",
    method: "GET",
    path: "/v1/system-check",
    tag: "health",
    summary: "Check each part of the service",
    description: "Checks each part, and returns the device and the loaded models.",
    command: "system-check",
    columns: ["api.success", "database.success", "cpu_queue.success", "gpu_queue.success", "device.adapter", "device.memory_bytes", "training.jobs", "training.job_bytes"],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getMetrics",
    method: "GET",
    path: "/v1/metrics",
    tag: "metrics",
    summary: "Get the metrics",
    description: "In Prometheus' text format. Metrics of the engine have vLLM's names, so that vLLM's dashboards work; others begin with `daybreak_`. They cover the whole server and all owners.",
    command: "metrics",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "text"
  },
  {
    id: "getMetricsAtRoot",
    method: "GET",
    path: "/metrics",
    tag: "metrics",
    summary: "Get the metrics (alias at the root)",
    description: "For Prometheus.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "text"
  },
  {
    id: "getLoad",
    method: "GET",
    path: "/v1/load",
    tag: "metrics",
    summary: "Count the requests in flight",
    description: "Counts chat completions and completions of all owners that have not ended. Request routers use it.",
    command: "load",
    columns: [],
    text: "server_load",
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getLoadAtRoot",
    method: "GET",
    path: "/load",
    tag: "metrics",
    summary: "Count the requests in flight (alias at the root)",
    description: "For clients of vLLM.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getStats",
    method: "GET",
    path: "/v1/preview/stats",
    tag: "metrics",
    summary: "Get the current statistics of the server",
    description: "Queues, tokens per second, the KV cache, adapters, memory and the disk, for the whole server and all owners. Figures may be a second old.",
    command: "stats",
    columns: ["uptime_seconds", "memory_bytes", "requests", "jobs.running", "jobs.queued", "device.adapter", "training.jobs", "disk.free_bytes", "disk.total_bytes"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "listWorkers",
    method: "GET",
    path: "/v1/preview/workers",
    tag: "metrics",
    summary: "List the workers of the cluster",
    description: "Each worker sends a heartbeat once a second; the list has the workers that this server has heard. A worker that is silent for 10 seconds is removed from the list. A server without a cluster lists itself.",
    command: "workers",
    columns: ["name", "version", "role", "state", "heard"],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "getDocsPage",
    method: "GET",
    path: "/v1/docs",
    tag: "docs",
    summary: "Open the documentation",
    description: "A page with examples and a form to try each operation. It sends no requests to other hosts.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "text"
  },
  {
    id: "getDocsPageAtRoot",
    method: "GET",
    path: "/docs",
    tag: "docs",
    summary: "Open the documentation (alias at the root)",
    description: "Shorter address for people.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "text"
  },
  {
    id: "getDocsPageAtTop",
    method: "GET",
    path: "/",
    tag: "docs",
    summary: "Open the documentation (alias at the top)",
    description: "Shown to a browser that opens the server's address.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "text"
  },
  {
    id: "getDocsFile",
    method: "GET",
    path: "/v1/docs/{file_name}",
    tag: "docs",
    summary: "Get a file of the documentation page",
    description: "A script, style or picture. Its name changes with its contents.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as used by the page.",
        example: "icon.svg",
        position: 0
      }
    ],
    answer: "bytes"
  },
  {
    id: "getContract",
    method: "GET",
    path: "/v1/openapi.json",
    tag: "docs",
    summary: "Get the contract as JSON",
    description: "For client generators and the documentation page.",
    command: "contract",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getContractAtRoot",
    method: "GET",
    path: "/openapi.json",
    tag: "docs",
    summary: "Get the contract as JSON (alias at the root)",
    description: "For tools.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "json"
  },
  {
    id: "getContractText",
    method: "GET",
    path: "/v1/openapi.yaml",
    tag: "docs",
    summary: "Get the contract as YAML",
    description: "The source file, with its comments.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "text"
  },
  {
    id: "getContractTextAtRoot",
    method: "GET",
    path: "/openapi.yaml",
    tag: "docs",
    summary: "Get the contract as YAML (alias at the root)",
    description: "For tools.",
    columns: [],
    needsKey: false,
    fields: [],
    answer: "text"
  },
  {
    id: "getDashboardPage",
    method: "GET",
    path: "/v1/app",
    tag: "dashboard",
    summary: "Open the dashboard",
    description: "A page for people. Sign in with a key or with the link that the server prints at start-up. It sends no requests to other hosts.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or none, as browsers send it."
      }
    ],
    answer: "text"
  },
  {
    id: "getDashboardPageAtRoot",
    method: "GET",
    path: "/app",
    tag: "dashboard",
    summary: "Open the dashboard (alias at the root)",
    description: "The link that the server prints at start-up leads here.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or none, as browsers send it."
      }
    ],
    answer: "text"
  },
  {
    id: "getDashboardFile",
    method: "GET",
    path: "/v1/app/{file_name}",
    tag: "dashboard",
    summary: "Get a file of the dashboard",
    description: "A script, style or picture. Most names change with the contents.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as used by the page.",
        example: "icon.svg",
        position: 0
      },
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or none, as browsers send it."
      }
    ],
    answer: "bytes"
  },
  {
    id: "getDashboardFileAtRoot",
    method: "GET",
    path: "/app/{file_name}",
    tag: "dashboard",
    summary: "Get a file of the dashboard (alias at the root)",
    description: "The page requests its files here.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as used by the page.",
        example: "icon.svg",
        position: 0
      },
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or none, as browsers send it."
      }
    ],
    answer: "bytes"
  },
  {
    id: "wandbGraphql",
    method: "POST",
    path: "/graphql",
    tag: "wandb",
    summary: "Answer a query of the W&B client",
    description: "Errors in a query are reported in `errors` of a response with status 200, as the client expects. Unsupported fields and operations are named there. A query has at most 2,000 tokens.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "query",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "operationName",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "variables",
        in: "body",
        type: "json",
        required: false,
        description: "Values of the query's variables."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "wandbFileStream",
    method: "POST",
    path: "/files/{entity}/{project}/{run}/file_stream",
    tag: "wandb",
    summary: "Add to the history of a run",
    description: "Lines of `wandb-history.jsonl` become records of the run's history, with up to 1,024 finite numbers per line. Lines may be sent again. `wandb-summary.json` is kept; console output and system metrics are not. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "entity",
        in: "path",
        type: "string",
        required: true,
        description: "The entity of the run.",
        example: "local",
        position: 0
      },
      {
        name: "project",
        in: "path",
        type: "string",
        required: true,
        description: "The project of the run.",
        example: "support-agent",
        position: 1
      },
      {
        name: "run",
        in: "path",
        type: "string",
        required: true,
        description: "The run's id, as its client chose it.",
        example: "k3v9x2ab",
        position: 2
      },
      {
        name: "files",
        in: "body",
        type: "json",
        required: false,
        description: "New lines, by file name."
      },
      {
        name: "complete",
        in: "body",
        type: "boolean",
        required: false,
        description: "Whether the run has finished."
      },
      {
        name: "exitcode",
        in: "body",
        type: "integer",
        required: false,
        minimum: -2147483648,
        maximum: 2147483647
      },
      {
        name: "dropped",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "uploaded",
        in: "body",
        type: "strings",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "wandbDownloadFile",
    method: "GET",
    path: "/wandb/files/{address}",
    tag: "wandb",
    summary: "Download a file of an artifact",
    description: "Use the signed URL that a query returned, which is valid for an hour.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "Signed token with the file and the expiry time of the URL.",
        example: "eyJvIjoibG9jYWwifQ.6Zl0aQ",
        position: 0
      }
    ],
    answer: "bytes"
  },
  {
    id: "wandbUploadFile",
    method: "PUT",
    path: "/wandb/files/{address}",
    tag: "wandb",
    summary: "Upload a file of an artifact",
    description: "Use the signed URL that `createArtifactFiles` returned, which is valid for a day. The upload is atomic; a file whose MD5 differs from the announced one is refused. Uploads count towards `DAYBREAK_MAX_ARTIFACT_BYTES`.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "Signed token with the file and the expiry time of the URL.",
        example: "eyJvIjoibG9jYWwifQ.6Zl0aQ",
        position: 0
      }
    ],
    body: "bytes",
    answer: "json"
  },
  {
    id: "tinkerClientConfig",
    method: "POST",
    path: "/tinker/api/v1/client/config",
    tag: "tinker",
    summary: "Get the configuration of the Tinker client",
    description: "The first request of a client.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sdk_version",
        in: "body",
        type: "string",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerClientDynamicConfig",
    method: "POST",
    path: "/tinker/api/v1/client/dynamic_config",
    tag: "tinker",
    summary: "Get the dynamic configuration of the Tinker client",
    description: "Clients repeat this request every few minutes.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sdk_version",
        in: "body",
        type: "string",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerCreateSession",
    method: "POST",
    path: "/tinker/api/v1/create_session",
    tag: "tinker",
    summary: "Create a session of a Tinker client",
    description: "The session owns the models that the client trains. They are freed when it ends.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sdk_version",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "user_metadata",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerSessionHeartbeat",
    method: "POST",
    path: "/tinker/api/v1/session_heartbeat",
    tag: "tinker",
    summary: "Keep a session alive",
    description: "A session without a heartbeat for five minutes ends, and its models are freed.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "body",
        type: "string",
        required: true
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerFinishSession",
    method: "POST",
    path: "/tinker/api/v1/sessions/{session_id}/finish",
    tag: "tinker",
    summary: "End a session",
    description: "Its models are freed; saved weights are kept.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "path",
        type: "string",
        required: true,
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
        description: "The session's id, as returned when it was created.",
        position: 0
      },
      {
        name: "detail",
        in: "body",
        type: "string",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerTelemetry",
    method: "POST",
    path: "/tinker/api/v1/telemetry",
    tag: "tinker",
    summary: "Receive telemetry of a Tinker client",
    description: "The telemetry is discarded.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "body",
        type: "string",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerHealth",
    method: "GET",
    path: "/tinker/api/v1/healthz",
    tag: "tinker",
    summary: "Check that the Tinker API answers",
    description: "Needs a key, like the other operations of this API.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "tinkerServerCapabilities",
    method: "GET",
    path: "/tinker/api/v1/get_server_capabilities",
    tag: "tinker",
    summary: "List the base models that can be trained and sampled",
    description: "The models that the server has loaded.",
    columns: [],
    needsKey: true,
    fields: [],
    answer: "json"
  },
  {
    id: "tinkerCreateModel",
    method: "POST",
    path: "/tinker/api/v1/create_model",
    tag: "tinker",
    summary: "Create a LoRA adapter to train",
    description: "Returns the id of a request; get its result from `retrieve_future`.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "model_seq_id",
        in: "body",
        type: "integer",
        required: true,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "base_model",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "user_metadata",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "lora_config",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "optimizer_config",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerGetInfo",
    method: "POST",
    path: "/tinker/api/v1/get_info",
    tag: "tinker",
    summary: "Get a model",
    description: "For a model that a session trains.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerForwardBackward",
    method: "POST",
    path: "/tinker/api/v1/forward_backward",
    tag: "tinker",
    summary: "Run forward and backward and accumulate the gradient of a loss",
    description: "The gradient is used by the next optimizer step. The body is a `ForwardBackwardRequest` of the package `tinker_public`. With `forward_only` no gradient is accumulated.",
    columns: [],
    needsKey: true,
    fields: [],
    body: "bytes",
    answer: "json"
  },
  {
    id: "tinkerOptimStep",
    method: "POST",
    path: "/tinker/api/v1/optim_step",
    tag: "tinker",
    summary: "Take an AdamW optimizer step",
    description: "Resets the gradient to 0.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "adam_params",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "optimizer_params",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerSaveWeights",
    method: "POST",
    path: "/tinker/api/v1/save_weights",
    tag: "tinker",
    summary: "Save the adapter and the optimizer state",
    description: "They are saved under a `tinker://` path of the key's owner.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "path",
        in: "body",
        type: "string",
        required: false,
        description: "Any characters except NUL and slashes."
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds until deletion; null for never.",
        minimum: 1,
        maximum: 315360000
      },
      {
        name: "overwrite",
        in: "body",
        type: "boolean",
        required: false
      },
      {
        name: "user_metadata",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerSaveWeightsForSampler",
    method: "POST",
    path: "/tinker/api/v1/save_weights_for_sampler",
    tag: "tinker",
    summary: "Save the adapter for sampling",
    description: "Saves it under a `tinker://` path, or, with `sampling_session_seq_id`, for a sampling session of this client only.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "path",
        in: "body",
        type: "string",
        required: false,
        description: "Any characters except NUL and slashes."
      },
      {
        name: "sampling_session_seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds until deletion; null for never.",
        minimum: 1,
        maximum: 315360000
      },
      {
        name: "user_metadata",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerSaveWeightsExternal",
    method: "POST",
    path: "/tinker/api/v1/save_weights_external",
    tag: "tinker",
    summary: "Save the adapter for download",
    description: "Saves it in PEFT format under a `tinker://` path of the key's owner.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "path",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds until deletion; null for never.",
        minimum: 1,
        maximum: 315360000
      },
      {
        name: "age_encryption_recipients",
        in: "body",
        type: "strings",
        required: false,
        description: "Must be empty, as files are not encrypted here."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerLoadWeights",
    method: "POST",
    path: "/tinker/api/v1/load_weights",
    tag: "tinker",
    summary: "Load saved weights",
    description: "Loads them into a new model (`session_id` and `model_seq_id`), or into an existing one (`model_id` and `seq_id`).",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "model_seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: false,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "path",
        in: "body",
        type: "string",
        required: true,
        description: "`tinker://{model_id}/weights/{name}` or `tinker://{model_id}/sampler_weights/{name}`."
      },
      {
        name: "optimizer",
        in: "body",
        type: "boolean",
        required: true
      },
      {
        name: "base_model",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "user_metadata",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "optimizer_config",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerCreateSamplingSession",
    method: "POST",
    path: "/tinker/api/v1/create_sampling_session",
    tag: "tinker",
    summary: "Create a sampling session",
    description: "Samples from a base model or from saved weights; one of `base_model` and `model_path` is required.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "sampling_session_seq_id",
        in: "body",
        type: "integer",
        required: true,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "base_model",
        in: "body",
        type: "string",
        required: false
      },
      {
        name: "model_path",
        in: "body",
        type: "string",
        required: false
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerGetSampler",
    method: "GET",
    path: "/tinker/api/v1/samplers/{sampler_id}",
    tag: "tinker",
    summary: "Get a sampling session",
    description: "Returns its base model and, if it has one, the path of its weights.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sampler_id",
        in: "path",
        type: "string",
        required: true,
        description: "The sampling session's id.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerSample",
    method: "POST",
    path: "/tinker/api/v1/asample",
    tag: "tinker",
    summary: "Sample from a sampling session",
    description: "Log-probabilities of sampled tokens and their alternatives are under softmax(logits / temperature), the distribution from which the token was drawn, without `top_k` and `top_p`; at temperature 0 they are under softmax(logits). Log-probabilities of the prompt are always under softmax(logits).",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sampling_session_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      },
      {
        name: "seq_id",
        in: "body",
        type: "integer",
        required: true,
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "num_samples",
        in: "body",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1024
      },
      {
        name: "prompt",
        in: "body",
        type: "json",
        required: true
      },
      {
        name: "sampling_params",
        in: "body",
        type: "json",
        required: true
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "boolean",
        required: false
      },
      {
        name: "topk_prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 1024
      },
      {
        name: "topk_sample_logprobs",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 1024
      },
      {
        name: "prompt_alt_tokens_k",
        in: "body",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 1024
      },
      {
        name: "target_prompt_logprobs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "prompt_logprobs_last_n",
        in: "body",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1048576
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerRetrieveFuture",
    method: "POST",
    path: "/tinker/api/v1/retrieve_future",
    tag: "tinker",
    summary: "Wait for the result of a request",
    description: "Returns protobuf if the client accepts `application/x-protobuf`. A failure is a response with `error`.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerCancelFuture",
    method: "POST",
    path: "/tinker/api/v1/cancel_future",
    tag: "tinker",
    summary: "Cancel a sample",
    description: "Its sequences end, and its result is a failure. Other requests and finished results are not affected.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters except NUL and a slash."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerWeightsInfo",
    method: "POST",
    path: "/tinker/api/v1/weights_info",
    tag: "tinker-runs",
    summary: "Get information about saved weights",
    description: "For weights that the key's owner saved.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "tinker_path",
        in: "body",
        type: "string",
        required: true,
        description: "`tinker://{model_id}/weights/{name}` or `tinker://{model_id}/sampler_weights/{name}`."
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerListRunCheckpoints",
    method: "GET",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints",
    tag: "tinker-runs",
    summary: "List the saved weights of a model",
    description: "Newest first.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerDeleteCheckpoint",
    method: "DELETE",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}",
    tag: "tinker-runs",
    summary: "Delete saved weights of a model",
    description: "Deletes their files.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      },
      {
        name: "kind",
        in: "path",
        type: "string",
        required: true,
        enum: ["weights", "sampler_weights", "external_weights"],
        example: "weights",
        description: "The kind of saved weights: weights with optimizer state, weights for sampling, or weights for download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name of the saved weights.",
        example: "step-10",
        position: 2
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerListCheckpoints",
    method: "GET",
    path: "/tinker/api/v1/checkpoints",
    tag: "tinker-runs",
    summary: "List all saved weights",
    description: "Newest first.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1000,
        default: 100,
        example: 20,
        description: "Maximum number of items to list."
      },
      {
        name: "offset",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647,
        default: 0,
        example: 0,
        description: "Number of items to skip."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerPublishCheckpoint",
    method: "POST",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish",
    tag: "tinker-runs",
    summary: "Publish saved weights",
    description: "Keys of other owners can then load them and sample from them by their path, but cannot change or list them.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      },
      {
        name: "kind",
        in: "path",
        type: "string",
        required: true,
        enum: ["weights", "sampler_weights", "external_weights"],
        example: "weights",
        description: "The kind of saved weights: weights with optimizer state, weights for sampling, or weights for download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name of the saved weights.",
        example: "step-10",
        position: 2
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerUnpublishCheckpoint",
    method: "DELETE",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish",
    tag: "tinker-runs",
    summary: "Unpublish saved weights",
    description: "Only their owner can then use them.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      },
      {
        name: "kind",
        in: "path",
        type: "string",
        required: true,
        enum: ["weights", "sampler_weights", "external_weights"],
        example: "weights",
        description: "The kind of saved weights: weights with optimizer state, weights for sampling, or weights for download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name of the saved weights.",
        example: "step-10",
        position: 2
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerSetCheckpointTtl",
    method: "PUT",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/ttl",
    tag: "tinker-runs",
    summary: "Set the time to live of saved weights",
    description: "In seconds from now; null keeps them without limit.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      },
      {
        name: "kind",
        in: "path",
        type: "string",
        required: true,
        enum: ["weights", "sampler_weights", "external_weights"],
        example: "weights",
        description: "The kind of saved weights: weights with optimizer state, weights for sampling, or weights for download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name of the saved weights.",
        example: "step-10",
        position: 2
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: true,
        description: "Seconds until deletion; null for never.",
        minimum: 1,
        maximum: 315360000
      }
    ],
    body: "json",
    answer: "json"
  },
  {
    id: "tinkerExternalWeightsUrls",
    method: "GET",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/external_weights/{name}/external_weights_urls",
    tag: "tinker-runs",
    summary: "Get the download URLs of saved weights",
    description: "The URLs are signed, need no key, and are valid for an hour.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name of the saved weights.",
        example: "step-10",
        position: 1
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerDownloadFile",
    method: "GET",
    path: "/tinker/api/v1/files/{address}",
    tag: "tinker-runs",
    summary: "Download a file of saved weights",
    description: "Use a URL that `external_weights_urls` returned.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "Signed token with the file and the expiry time of the URL.",
        example: "eyJvIjoibG9jYWwifQ.6Zl0aQ",
        position: 0
      }
    ],
    answer: "bytes"
  },
  {
    id: "tinkerListTrainingRuns",
    method: "GET",
    path: "/tinker/api/v1/training_runs",
    tag: "tinker-runs",
    summary: "List training runs",
    description: "Newest first. A run is listed while its session lasts, and afterwards as long as it has saved weights.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1000,
        default: 100,
        example: 20,
        description: "Maximum number of items to list."
      },
      {
        name: "offset",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647,
        default: 0,
        example: 0,
        description: "Number of items to skip."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerGetTrainingRun",
    method: "GET",
    path: "/tinker/api/v1/training_runs/{training_run_id}",
    tag: "tinker-runs",
    summary: "Get a training run",
    description: "With its latest saved weights.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "training_run_id",
        in: "path",
        type: "string",
        required: true,
        description: "The id of a model under training.",
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerListSessions",
    method: "GET",
    path: "/tinker/api/v1/sessions",
    tag: "tinker-runs",
    summary: "List sessions",
    description: "Lists the active sessions, newest first.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1000,
        default: 100,
        example: 20,
        description: "Maximum number of items to list."
      },
      {
        name: "offset",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 2147483647,
        default: 0,
        example: 0,
        description: "Number of items to skip."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerGetSession",
    method: "GET",
    path: "/tinker/api/v1/sessions/{session_id}",
    tag: "tinker-runs",
    summary: "Get a session",
    description: "Returns the ids of the models that it trains and of its sampling sessions.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "path",
        type: "string",
        required: true,
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
        description: "The session's id, as returned when it was created.",
        position: 0
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerChatCompletion",
    method: "POST",
    path: "/tinker/oai/api/v1/chat/completions",
    tag: "chat-completions",
    summary: "Create a chat completion (alias beside the Tinker API)",
    description: "For OpenAI clients that use models saved with the Tinker API, by their `tinker://` path.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes precedence over `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "A list of messages comprising the conversation so far."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Maps token ids to values that are added to the logits, clamped to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return log-probabilities of the generated tokens. They are returned in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of most likely tokens to return at each position; requires `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Deprecated in favour of `max_completion_tokens`, which takes precedence.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate. Null or absent is the rest of the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in all its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of choices to generate. With beam search it is the beam width, at most 32.",
        minimum: 1,
        maximum: 128,
        default: 1
      },
      {
        name: "response_format",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "seed",
        in: "body",
        type: "integer",
        required: false,
        description: "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "stream_options",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "tools",
        in: "body",
        type: "json",
        required: false,
        description: "Functions that the model may call."
      },
      {
        name: "tool_choice",
        in: "body",
        type: "string",
        required: false,
        description: "Defaults to `none` without tools and to `auto` with tools.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Passed to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, `reasoning` and `reasoning_content` are omitted from the response.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "If false, only the first tool call is returned.",
        default: true
      },
      {
        name: "user",
        in: "body",
        type: "string",
        required: false,
        description: "Has no effect."
      },
      {
        name: "use_beam_search",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use beam search to find the most likely answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability divided by length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Token ids at which generation stops."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Include the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Continue after the model's end-of-sequence token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Minimum number of tokens to generate before generation may stop.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Omit special tokens from the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "If set, only these token ids may be sampled."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Prepend the last message to the answer if both have the same role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the generation prompt of the chat template, which opens the assistant's turn.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens in addition to those of the chat template.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Documents passed to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "A Jinja template that replaces the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as no model served here takes images."
      },
      {
        name: "structured_outputs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The response id is `chatcmpl-` followed by this. Defaults to a random UUID."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Names of processors that are registered with the server."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return each `token` of the log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `prompt_token_ids` at the top level, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "In a cluster, requests with the same key and a long shared prefix are sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to the first question are used instead. Without a cluster it has no effect."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "engine_xargs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of reasoning tokens. After them the token that ends the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam search.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.",
        default: true
      },
      {
        name: "repetition_detection",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
  {
    id: "tinkerCompletion",
    method: "POST",
    path: "/tinker/oai/api/v1/completions",
    tag: "completions",
    summary: "Create a completion (alias beside the Tinker API)",
    description: "For OpenAI clients that use models saved with the Tinker API, by their `tinker://` path.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes precedence over `request_id` in the body."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: true
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Maximum number of tokens to generate. 0, with `echo`, returns only the prompt.",
        minimum: 0,
        maximum: 2147483647,
        default: 16
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return the prompt in front of the answer; with `logprobs`, including its log-probabilities.",
        default: false
      },
      {
        name: "logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities, with this many alternatives for each token.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "suffix",
        in: "body",
        type: "string",
        required: false,
        description: "Only null or empty, as no model served here supports infilling."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Maps token ids to values that are added to the logits, clamped to -100 to 100."
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of choices to generate. With beam search it is the beam width, at most 32.",
        minimum: 1,
        maximum: 128,
        default: 1
      },
      {
        name: "response_format",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "seed",
        in: "body",
        type: "integer",
        required: false,
        description: "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts at which generation stops. They are not part of the answer.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Stream the response as server-sent events.",
        default: false
      },
      {
        name: "stream_options",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "Sampling temperature. 0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Sample from this many most likely tokens. 0 and -1 include all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Sample from tokens with at least this probability, relative to the most likely token.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "user",
        in: "body",
        type: "string",
        required: false,
        description: "Has no effect."
      },
      {
        name: "use_beam_search",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use beam search to find the most likely answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability divided by length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Token ids at which generation stops."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Include the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Continue after the model's end-of-sequence token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Minimum number of tokens to generate before generation may stop.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Omit special tokens from the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "If set, only these token ids may be sampled."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.",
        default: []
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens to text prompts.",
        default: true
      },
      {
        name: "structured_outputs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The response id is `cmpl-` followed by this. Defaults to a random UUID."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Names of processors that are registered with the server."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return each `token` of the log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Return `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first chunk of each choice.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Cached prefixes are shared only by requests with the same salt."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Only null or {}, as nothing is transferred here."
      },
      {
        name: "engine_xargs",
        in: "body",
        type: "json",
        required: false
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Alias of `engine_xargs`."
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.",
        default: true
      },
      {
        name: "repetition_detection",
        in: "body",
        type: "json",
        required: false
      }
    ],
    body: "json",
    answer: "json",
    events: true
  },
];
