// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Operation } from '../operations/operation.ts';

export const operations: readonly Operation[] = [
  {
    id: "createChatCompletion",
    method: "POST",
    path: "/v1/chat/completions",
    tag: "chat-completions",
    summary: "Answer a conversation",
    description: "The answer is one JSON document, or with `stream: true` a stream of server-sent events: each `data:` line is one chunk and the last one is `[DONE]`. Whatever can be known before the first token is reported as a plain error, for a stream too; a fault later on arrives as an event with an error body.",
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
        description: "Takes the place of `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Divides positive logits and multiplies negative ones of tokens in the prompt or the answer.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Added to logits, by token id; cut to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Log-probabilities of the answer's tokens; they are given in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Alternatives to report with each token; needs `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Older name of `max_completion_tokens`, which wins.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer. Null or absent is all that the context has left. An answer that is not streamed lists at most 1,048,576 log-probabilities, alternatives included, in all of its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Answers to give; with beam search the width, at most 32.",
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
        description: "Draws are a function of this, the position and the token. Answer i of n uses `seed` + i. -1 means a random seed, as with vLLM, and so does leaving it out.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
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
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
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
        description: "Default `none` without tools and `auto` with them.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Given to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "False hides `reasoning` and `reasoning_content` of the answer.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "False keeps the first call only.",
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
        description: "Search for the likeliest answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability over length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Tokens that end the answer."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Keep the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Go on after the model's end token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "The answer cannot stop before it has this many tokens.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave special tokens out of the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put spaces between special tokens that are kept, where the tokenizer does; those of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep this many tokens of the prompt, its last ones by default; -1 keeps all that fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Where `truncate_prompt_tokens` cuts: `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Log-probabilities of the prompt's tokens, with this many alternatives. Not for streams. An answer lists 131,072 of them at most, alternatives and choices included.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "List the log-probabilities of these tokens beside each token, in this order, in the place of the likeliest. It needs `logprobs`, and is not for beams."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Send a chunk of a stream for so many tokens. The first token and the last ones come at once. Beams come whole.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "No other token can be drawn."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that an answer does not get; the last token of one is not drawn where the others stand before it.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put the last message in front of the answer if both belong to one role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Open the answer's turn in the prompt.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open for the model to go on. Needs `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens on top of the template's.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Given to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "Takes the place of the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; no model served here takes images."
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The answer's id is `chatcmpl-` and this. A random UUID when left out."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Processors that are registered with the server, by name."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Write each `token` in log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `prompt_token_ids` at the top, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "Requests that share a long beginning and this key meet the same prompt cache. Only a cluster goes by it, which sends them to one server; without it, and where it is empty, it goes by the messages up to the first question."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
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
        description: "Another name of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "After so many tokens of thoughts the next one is that which ends them; -1, the default, is no limit. For models that think, and not for beams.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Draft tokens by looking up the last n-gram in the prompt and the answer, and by what a grammar forces, and verify several of them in one step. It never changes tokens or log-probabilities, only how soon they come; false drafts none.",
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
    summary: "Answer a conversation (the same operation, with a slash at the end)",
    description: "Some clients write the path this way. It is served, not redirected.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes the place of `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Divides positive logits and multiplies negative ones of tokens in the prompt or the answer.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Added to logits, by token id; cut to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Log-probabilities of the answer's tokens; they are given in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Alternatives to report with each token; needs `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Older name of `max_completion_tokens`, which wins.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer. Null or absent is all that the context has left. An answer that is not streamed lists at most 1,048,576 log-probabilities, alternatives included, in all of its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Answers to give; with beam search the width, at most 32.",
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
        description: "Draws are a function of this, the position and the token. Answer i of n uses `seed` + i. -1 means a random seed, as with vLLM, and so does leaving it out.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
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
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
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
        description: "Default `none` without tools and `auto` with them.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Given to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "False hides `reasoning` and `reasoning_content` of the answer.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "False keeps the first call only.",
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
        description: "Search for the likeliest answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability over length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Tokens that end the answer."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Keep the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Go on after the model's end token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "The answer cannot stop before it has this many tokens.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave special tokens out of the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put spaces between special tokens that are kept, where the tokenizer does; those of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep this many tokens of the prompt, its last ones by default; -1 keeps all that fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Where `truncate_prompt_tokens` cuts: `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Log-probabilities of the prompt's tokens, with this many alternatives. Not for streams. An answer lists 131,072 of them at most, alternatives and choices included.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "List the log-probabilities of these tokens beside each token, in this order, in the place of the likeliest. It needs `logprobs`, and is not for beams."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Send a chunk of a stream for so many tokens. The first token and the last ones come at once. Beams come whole.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "No other token can be drawn."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that an answer does not get; the last token of one is not drawn where the others stand before it.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put the last message in front of the answer if both belong to one role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Open the answer's turn in the prompt.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open for the model to go on. Needs `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens on top of the template's.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Given to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "Takes the place of the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; no model served here takes images."
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The answer's id is `chatcmpl-` and this. A random UUID when left out."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Processors that are registered with the server, by name."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Write each `token` in log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `prompt_token_ids` at the top, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "Requests that share a long beginning and this key meet the same prompt cache. Only a cluster goes by it, which sends them to one server; without it, and where it is empty, it goes by the messages up to the first question."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
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
        description: "Another name of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "After so many tokens of thoughts the next one is that which ends them; -1, the default, is no limit. For models that think, and not for beams.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Draft tokens by looking up the last n-gram in the prompt and the answer, and by what a grammar forces, and verify several of them in one step. It never changes tokens or log-probabilities, only how soon they come; false drafts none.",
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
    summary: "Continue a text",
    description: "OpenAI's older interface, as vLLM has it: no chat template stands between the prompt and the model, which may be given as token ids. Errors and streams are as those of chat.",
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
        description: "Takes the place of `request_id` in the body."
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
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer. 0, with `echo`, gives the prompt back and nothing more.",
        minimum: 0,
        maximum: 2147483647,
        default: 16
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put the prompt in front of the answer; with `logprobs`, its log-probabilities too.",
        default: false
      },
      {
        name: "logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Give log-probabilities, with this many alternatives to each token.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "suffix",
        in: "body",
        type: "string",
        required: false,
        description: "Null or empty only; no model served here fills gaps."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Divides positive logits and multiplies negative ones of tokens in the prompt or the answer.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Added to logits, by token id; cut to -100 to 100."
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Answers to give; with beam search the width, at most 32.",
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
        description: "Draws are a function of this, the position and the token. Answer i of n uses `seed` + i. -1 means a random seed, as with vLLM, and so does leaving it out.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
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
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
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
        description: "Search for the likeliest answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability over length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Tokens that end the answer."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Keep the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Go on after the model's end token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "The answer cannot stop before it has this many tokens.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave special tokens out of the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put spaces between special tokens that are kept, where the tokenizer does; those of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep this many tokens of the prompt, its last ones by default; -1 keeps all that fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Where `truncate_prompt_tokens` cuts: `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "List the log-probabilities of these tokens beside each token, in this order, in the place of the likeliest. It needs `logprobs`, and is not for beams."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Send a chunk of a stream for so many tokens. The first token and the last ones come at once. Beams come whole.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Log-probabilities of the prompt's tokens, with this many alternatives. Not for streams. An answer lists 131,072 of them at most, alternatives and choices included.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "No other token can be drawn."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that an answer does not get; the last token of one is not drawn where the others stand before it.",
        default: []
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens to prompts of text.",
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The answer's id is `cmpl-` and this. A random UUID when left out."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Processors that are registered with the server, by name."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Write each `token` in log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first of each choice.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
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
        description: "Another name of `engine_xargs`."
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Draft tokens by looking up the last n-gram in the prompt and the answer, and by what a grammar forces, and verify several of them in one step. It never changes tokens or log-probabilities, only how soon they come; false drafts none.",
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
    summary: "Answer a conversation, in Anthropic's words",
    description: "The same models and the same engine as chat. The answer is one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`, the last one `message_stop`. Whatever can be known before the first token is reported as a plain error, for a stream too; a fault later on arrives as an event `error`. The model reads text: blocks of images, documents and the like are refused, and so are tools other than the caller's own. The key may come as `x-api-key`.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: true,
        description: "As in chat, a base model, or a trained model by its name."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation. Where the last message is an assistant's and has no calls, the answer goes on with it."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: true,
        description: "Most tokens of the answer, thoughts included. Where the prompt leaves less of the context, the answer ends with it, and `stop_reason` is `model_context_window_exceeded`: clients send the most that any model has.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "system",
        in: "body",
        type: "string",
        required: false,
        description: "Of several texts, the model sees one after another."
      },
      {
        name: "stop_sequences",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
        default: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
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
        description: "Give the token ids and log-probabilities in a stream too, where ART's capture reads them; whole answers have them unasked.",
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Another name of `engine_xargs`."
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
    summary: "Count the tokens of a conversation",
    description: "Those of the prompt that `/v1/messages` would give to the model.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: true,
        description: "As in chat, a base model, or a trained model by its name."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation. Where the last message is an assistant's and has no calls, the answer goes on with it."
      },
      {
        name: "system",
        in: "body",
        type: "string",
        required: false,
        description: "Of several texts, the model sees one after another."
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
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
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
    summary: "Answer a conversation, in the words of the Responses API",
    description: "The same models and the same engine as chat. Nothing is stored, whatever `store` says: a request carries the whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused, and no answer can be read again. The answer is one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`. An error before the first token is a plain one, for a stream too; a fault later on arrives as an event `error` with an error body.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "input",
        in: "body",
        type: "string",
        required: true,
        description: "The conversation, or a question."
      },
      {
        name: "instructions",
        in: "body",
        type: "string",
        required: false,
        description: "A system message before it."
      },
      {
        name: "max_output_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer, thoughts included. Null or absent is all that the context has left.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
        default: false
      },
      {
        name: "temperature",
        in: "body",
        type: "number",
        required: false,
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
        minimum: 0,
        maximum: 1,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
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
        description: "Default `auto`.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "False keeps the first call only.",
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
        description: "With `auto` a prompt that is too long loses its beginning; else it is an error.",
        enum: ["auto", "disabled"],
        default: "disabled"
      },
      {
        name: "store",
        in: "body",
        type: "boolean",
        required: false,
        description: "Has no effect. Nothing is stored."
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
        description: "Give `token_generations` in a stream too; whole answers have it unasked.",
        default: false
      },
      {
        name: "priority",
        in: "body",
        type: "integer",
        required: false,
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "As in chat."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
      },
      {
        name: "vllm_xargs",
        in: "body",
        type: "json",
        required: false,
        description: "Another name of `engine_xargs`."
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
    summary: "Turn a text or a conversation into tokens",
    description: "A conversation becomes the prompt that chat would give to the model.",
    command: "tokenize",
    columns: ["count", "max_model_len", "tokens"],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: false,
        description: "The text.",
        position: 0
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: false,
        description: "The conversation; as the text that the chat template makes of it, at most 262144 characters."
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens. Default true with `prompt`, false with `messages`."
      },
      {
        name: "return_token_strs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `token_strs`.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Open the answer's turn in the prompt.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open for the model to go on. Needs `add_generation_prompt` false.",
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
        description: "Given to the chat template."
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Given to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "Takes the place of the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
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
    summary: "Turn a text or a conversation into tokens (the same operation, at the root)",
    description: "Users of vLLM look here.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "prompt",
        in: "body",
        type: "string",
        required: false,
        description: "The text."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: false,
        description: "The conversation; as the text that the chat template makes of it, at most 262144 characters."
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens. Default true with `prompt`, false with `messages`."
      },
      {
        name: "return_token_strs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `token_strs`.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Open the answer's turn in the prompt.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open for the model to go on. Needs `add_generation_prompt` false.",
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
        description: "Given to the chat template."
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Given to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "Takes the place of the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
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
    summary: "Read the settings of the tokenizer",
    description: "What the model has in `tokenizer_config.json`, and its chat template. It is the model that answers where a request names none.",
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
    summary: "Read the settings of the tokenizer (the same operation, at the root)",
    description: "Users of vLLM look here.",
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
    summary: "Turn tokens into a text",
    description: "Special tokens are written out.",
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
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
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
    summary: "Turn tokens into a text (the same operation, at the root)",
    description: "Users of vLLM look here.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
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
    summary: "List what a chat can name as its model",
    description: "In the shape of OpenAI's model list: every base model, and every trained model under its `wandb-artifact:///{entity}/{project}/{name}` name, unless all its checkpoints have been deleted. Its checkpoints answer to the name with `:step{N}` added.",
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
    summary: "Read what a chat can name as its model",
    description: "Takes every name that chat takes, those of checkpoints too.",
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
        description: "What a chat names as its `model`. Clients percent-encode it; its slashes may also stand as they are.",
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
    description: "They are the models that the operator serves. Each answers chat under its own name too.",
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
    description: "Deleted models are not among them.",
    command: "models ls",
    columns: ["id", "project", "name", "base_model", "created"],
    needsKey: true,
    fields: [
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    summary: "Create a model, or with `return_existing` fetch the one of that name",
    description: "A model starts as an untrained adapter on a base model. It has a checkpoint, step 0, from the start, and a tracking run. A name that is taken is a 409; with `return_existing: true` the model of that name is the answer, where its base model is the same, with the `retention` that is given here. One model more than `DAYBREAK_MAX_MODELS` allows each owner is a 409 too (`quota_exceeded`).",
    command: "models create",
    columns: ["id", "project", "name", "base_model", "run_id"],
    needsKey: true,
    fields: [
      {
        name: "entity",
        in: "body",
        type: "string",
        required: false,
        description: "Whose model it is; null or absent takes the server's default, `local`."
      },
      {
        name: "project",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but control characters and / \\ : # ? %"
      },
      {
        name: "name",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but control characters and / \\ : # ? %",
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
        description: "Answer with the model of that name instead of a 409 when there is one.",
        default: false
      },
      {
        name: "retention",
        in: "body",
        type: "json",
        required: false,
        description: "Which checkpoints are kept; null for the server's usual retention (`DAYBREAK_KEEP_CHECKPOINTS`), which keeps all where it is not set. A model that is there already keeps its own where this is absent."
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
    summary: "Read a model",
    description: "Its training is told by its checkpoints, its jobs and its tracking run.",
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
        description: "The model's id, as creating it gave it.",
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
    summary: "Delete a model and all that belongs to it",
    description: "Removes the model, all its checkpoints, its artifacts and its tracking run. Its queued and running jobs are stopped and go with it. A body, if one is sent, is ignored.",
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
        description: "The model's id, as creating it gave it.",
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
    description: "A fresh model has one, step 0; each training job that succeeds adds one.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    description: "Steps that do not exist are reported, not an error. The newest step may go too: the next job then continues from the newest one left. A job that starts from a deleted step, or compares with it (`kl_penalty_reference_step` and its like), is not disturbed: the files go when it has ended. Nor is a chat that is answering from it. A model's `retention` deletes by itself.",
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
        description: "The model's id, as creating it gave it.",
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
    summary: "Begin from an adapter of your own",
    description: "Makes a PEFT LoRA adapter the model's step 0, which chat answers from and the first job goes on from, with the adapter's own rank, alpha and target modules; chat knows it as `:step0` and `:v0`. Upload its `adapter_config.json` and `adapter_model.safetensors` to an artifact first. It may be called again until the first job is created; then it is a 409. An adapter that cannot be used, or does not fit the base model, is a 422 that says which key or tensor is at fault.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "artifact_url",
        in: "body",
        type: "string",
        required: true,
        description: "`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, which `training_data_url` takes.",
        position: 1
      },
      {
        name: "any_base_model",
        in: "body",
        type: "boolean",
        required: false,
        description: "Take an adapter whose `base_model_name_or_path` has another name than the model's base, as long as its shapes fit.",
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
    summary: "List the files of a checkpoint's adapter",
    description: "Those that can be downloaded; together they are a PEFT adapter folder. The untrained step 0 has none: it is the base model.",
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
        description: "The model's id, as creating it gave it.",
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
    description: "A tar archive of a Hugging Face model folder: `config.json`, the tokenizer's files and one `model.safetensors`; or, with a `format` of GGUF, one file that llama.cpp opens. It is made as it is sent, whatever format the base model is stored in, GGUF too; weights of blocks become numbers, and are quantised anew where `format` says so. While two are in flight, more are a 503. A model that GGUF cannot hold, such as one whose tokenizer splits text in a way that GGUF has no name for, is a 422 that says why.",
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
        description: "The model's id, as creating it gave it.",
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
        description: "How safetensors are stored; of no effect on GGUF. bf16 is half as large; f32 keeps every bit of what is computed."
      },
      {
        name: "format",
        in: "query",
        type: "string",
        required: false,
        enum: ["safetensors", "gguf-f32", "gguf-bf16", "gguf-f16", "gguf-q8_0", "gguf-q4_1", "gguf-q4_0"],
        default: "safetensors",
        description: "What the file is. Of GGUF the matrices are of the type named, in blocks of 32 for the `q` ones; vectors are f32, what the logits are computed from is q8_0 where the others have 4 bits, and a matrix whose rows are no whole number of blocks is f16. What no adapter changes is copied where it is stored in that type already."
      }
    ],
    answer: "bytes"
  },
  {
    id: "downloadCheckpointFile",
    method: "GET",
    path: "/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}",
    tag: "models",
    summary: "Download a file of a checkpoint's adapter",
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
        description: "The model's id, as creating it gave it.",
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
        description: "Whether to answer with the file's address in the object store, which spares the server its bytes, where there is one. Clients that follow it must not send their key there."
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
    summary: "Log trajectories that are not trained on",
    description: "The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest checkpoint and in the tracking run. The trajectories are kept whole, to be read from the model's `logs`, until they are the oldest of the owner who has most and `DAYBREAK_KEEP_TRAJECTORIES` is full; the metrics stay. The metrics of one log have at most 1,024 different names, the reward among them, and so have all that are stored on one checkpoint; a name has at most 256 characters. With more metrics than `DAYBREAK_MAX_LOG_BYTES` allows each owner it is a 409 (`quota_exceeded`).",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "split",
        in: "body",
        type: "string",
        required: true,
        description: "What the metrics are filed under, such as `val` or `train`; no control characters."
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
    summary: "List what was logged of a model",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    description: "Whole and in the order in which they were sent, unknown fields too. A page ends early where its groups would be more than 8 MiB; `has_more` tells. A 404 where they are kept no more.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "log_id",
        in: "path",
        type: "string",
        required: true,
        example: "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701",
        description: "The log's id, as the list of logs gives it.",
        position: 1
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    description: "Those of its RL jobs, from when they are planned, and those that were logged; of a job or log the first 10,000. Where `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest of the owner who has most have gone. All filters that are given must fit.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "split",
        in: "query",
        type: "string",
        required: false,
        description: "Only those of this split; that of RL jobs is `train`."
      },
      {
        name: "step",
        in: "query",
        type: "integer",
        required: false,
        description: "Only those of jobs that make the checkpoint of this step, and of logs when it was the newest.",
        minimum: 0,
        maximum: 2147483647
      },
      {
        name: "job_id",
        in: "query",
        type: "string",
        required: false,
        description: "Only those of this job."
      },
      {
        name: "log_id",
        in: "query",
        type: "string",
        required: false,
        description: "Only those of this log."
      },
      {
        name: "group",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 65535,
        description: "Only those of the group at this place of their job or log."
      },
      {
        name: "outcome",
        in: "query",
        type: "string",
        required: false,
        description: "Only those of this outcome.",
        enum: ["trained", "no_advantage", "without_tokens", "too_long", "logged"]
      },
      {
        name: "truncated",
        in: "query",
        type: "boolean",
        required: false,
        description: "Only those with an answer that ended by its length, or only those without."
      },
      {
        name: "reward_min",
        in: "query",
        type: "number",
        required: false,
        minimum: -1e+30,
        maximum: 1e+30,
        description: "Only those of at least this reward."
      },
      {
        name: "reward_max",
        in: "query",
        type: "number",
        required: false,
        minimum: -1e+30,
        maximum: 1e+30,
        description: "Only those of at most this reward."
      },
      {
        name: "text",
        in: "query",
        type: "string",
        required: false,
        description: "Only those with this text, in any case, in the first 2,000 characters of prompt and answers."
      },
      {
        name: "sort",
        in: "query",
        type: "string",
        required: false,
        enum: ["newest", "oldest", "highest_reward", "lowest_reward", "longest", "shortest"],
        default: "newest",
        description: "What comes first; of equals the newest."
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    summary: "Read a trajectory",
    description: "Whole, as it was sent, unknown fields too.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "trajectory_id",
        in: "path",
        type: "string",
        required: true,
        example: "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
        description: "The trajectory's id, as the list of trajectories gives it.",
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
    summary: "Read what training made of each token",
    description: "Of one training sequence of the trajectory: log-probabilities at sampling and before the gradient step, the ratio of the two policies, entropy. Written with the step that trained on it, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; a 404 where there are none.",
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
        description: "The model's id, as creating it gave it.",
        position: 0
      },
      {
        name: "trajectory_id",
        in: "path",
        type: "string",
        required: true,
        example: "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
        description: "The trajectory's id, as the list of trajectories gives it.",
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
        description: "Which training sequence of the trajectory, from 0; a conversation that only grows has one."
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
    description: "The rewards of each group, and what became of it. An SFT job has none.",
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
        description: "The job's id, RL and SFT alike.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    description: "Of all models, RL and SFT alike; the filters narrow it down.",
    command: "jobs ls",
    columns: ["id", "kind", "status", "model_id", "step", "steps_done", "total_steps", "created"],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "query",
        type: "string",
        required: false,
        description: "Only those of this model. An unknown model is a 404."
      },
      {
        name: "status",
        in: "query",
        type: "string",
        required: false,
        description: "Only jobs in this state.",
        enum: ["queued", "running", "succeeded", "failed", "cancelled"]
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    summary: "Train a model by reinforcement",
    description: "The job is on disk before the answer. It trains once over the groups, from the newest checkpoint, and leaves the next one. A group whose rewards are all equal teaches nothing and is skipped. Where the owner has as many checkpoints as `DAYBREAK_MAX_CHECKPOINTS` allows, including those of unfinished jobs, it is a 409 (`quota_exceeded`).",
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
    summary: "Fine-tune a model on uploaded conversations",
    description: "The data is `train.jsonl` or `trajectories.jsonl` (with an optional `metadata.json`) of an artifact: one JSON object a line, `{\"messages\": [...], \"tools\": [...]}`, ending with a message of the assistant. Where the owner has as many checkpoints as `DAYBREAK_MAX_CHECKPOINTS` allows, including those of unfinished jobs, it is a 409 (`quota_exceeded`).",
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
        description: "A `daybreak-artifact:///` or `wandb-artifact:///` name of this server's store; `http(s)://` on a public host or one that the operator lists; `file://` inside the folder that the operator names. It is copied before the job is queued for training, of a web host within ten minutes and 256 MiB a file, and not read again."
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
        description: "Has no effect; the event `training_started` names its keys."
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
    summary: "Read a training job",
    description: "Jobs outlive a restart of the server; one that was running then goes on after its last gradient step.",
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
        description: "The job's id, RL and SFT alike.",
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
    description: "No checkpoint of the job appears. Its last event is `training_failed`, so that clients that poll it stop. Cancelling a cancelled job changes nothing; a job that has succeeded or failed is a 409.",
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
        description: "The job's id, RL and SFT alike.",
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
    summary: "Try a failed or cancelled job again",
    description: "Makes a new job of the same data and settings, which goes on after the last gradient step of the old one; its events tell of all steps. Where the model has got another newest checkpoint meanwhile, it begins anew from that. What this needs is kept for 24 hours, of the 16 newest such jobs of a model, and moves to the new job. A job that is queued or running, has succeeded, was tried again already or is kept no longer is a 409.",
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
        description: "The job's id, RL and SFT alike.",
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
    description: "Of RL and SFT jobs alike. The order is `training_started`, one `gradient_step` for each of its `num_sequences`, then `training_ended`; or `training_failed` at any point. The new checkpoint is listed, and answers chat, before `training_ended` is visible.",
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
        description: "The job's id, RL and SFT alike.",
        position: 0
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
        description: "Only those of this model. An unknown model is a 404."
      },
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    summary: "Read a tracking run",
    description: "Its metrics are read from its history.",
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
    summary: "List what a tracking run has recorded",
    description: "Each gradient step, each finished RL job and each call of `log` adds a record; that of a job has the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its limit where they are large.",
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
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
      },
      {
        name: "limit",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 1000,
        default: 20,
        description: "Number of records on the page, at most."
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
    description: "What each is called, how often it was recorded, its newest value and its extremes over all records. No more than 4,096 are listed: names that come later stand in the history and in the file for TensorBoard, and have a curve where one asks for it by name.",
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
    summary: "Read metrics of a tracking run as curves",
    description: "Every record counts: nothing is sampled, so that one spike in a long run is in the `max` of its bucket. Where the\nrange has no more values of a metric than `points`, each of them is a bucket of its own. Else a bucket holds the\nvalues whose x, divided by the bucket's width and rounded down, is the same; the width is the smallest power of\ntwo that leads to no more than `points` buckets. So buckets stay where they are while a run grows.\n\nA record without a metric does not count for it, and one without a `gradient_step` only with another `x`.\n\nAll curves of an answer have 32,768 points at most: a number of names and `points` whose product is greater is\nrefused (422).",
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
        description: "Up to 32 names, with commas between. A comma or a backslash inside of a name has a backslash before it.",
        example: "loss/train,train/reward",
        position: 1
      },
      {
        name: "x",
        in: "query",
        type: "string",
        required: false,
        description: "What the curves run over.",
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
        description: "The smallest x that counts."
      },
      {
        name: "to",
        in: "query",
        type: "number",
        required: false,
        minimum: 0,
        maximum: 9007199254740991,
        description: "The largest x that counts."
      },
      {
        name: "points",
        in: "query",
        type: "integer",
        required: false,
        minimum: 1,
        maximum: 4000,
        default: 1000,
        description: "The most buckets of one metric; for all metrics together 32,768, so 4,000 for up to 8 names."
      },
      {
        name: "smoothing",
        in: "query",
        type: "number",
        required: false,
        minimum: 0,
        maximum: 0.999,
        description: "The weight w of an exponential moving average, debiased as TensorBoard's: s_n = w s_(n-1) + (1 - w) v_n from s_0 = 0, shown as s_n / (1 - w^n). It runs over all values of the run in the order of their recording, those before `from` too, whatever the number of points. Left out, nothing is smoothed."
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
    description: "An event file with every number of the history under its name and step. TensorBoard finds files whose name contains `tfevents`; the header `Content-Disposition` has one.",
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
    description: "Each version is an artifact of its own, and comes with the list of its files.",
    command: "data ls",
    columns: ["id", "project", "name", "version", "created"],
    needsKey: true,
    fields: [
      {
        name: "after",
        in: "query",
        type: "string",
        required: false,
        description: "Cursor; the `last_id` of the page before, empty for the first page. An unknown one is a 404."
      },
      {
        name: "cursor",
        in: "query",
        type: "string",
        required: false,
        description: "Another name of `after`; sending both is a validation error."
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
    description: "A name that is taken gets its next version; each version is an artifact of its own.",
    command: "data create",
    columns: ["id", "url"],
    needsKey: true,
    fields: [
      {
        name: "name",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but control characters and / \\ : # ? %",
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
    summary: "Read an artifact and the list of its files",
    description: "Names the files with their sizes and SHA-256 digests.",
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
        description: "The artifact's id, as creating it gave it.",
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
    description: "Jobs that were created from it have copies of their data, and go on.",
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
        description: "The artifact's id, as creating it gave it.",
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
    description: "As it was uploaded, byte for byte.",
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
        description: "The artifact's id, as creating it gave it.",
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
        description: "Whether to answer with the file's address in the object store, which spares the server its bytes, where there is one. Clients that follow it must not send their key there."
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
    description: "The file appears whole or not at all. Uploading it again replaces it, until a job has been created from the artifact: then it is a 409. An artifact has at most 1,000 files; one more is a 409. All files of an owner have at most `DAYBREAK_MAX_ARTIFACT_BYTES`; more are a 409 (`quota_exceeded`). The body is the bytes of the file, whatever Content-Type they have.",
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
        description: "The artifact's id, as creating it gave it.",
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
    summary: "Follow what changes",
    description: "Each change of a model, run, job, checkpoint, log or artifact of the key's owner, in the order in which they were committed: with `Accept: text/event-stream` as a stream of server-sent events, within a second; else as one JSON page. It says what has changed, and not how: read that. The id of an event is its `cursor`; `after`, or the header `Last-Event-ID`, goes on behind it, after a restart of the server too, so that nothing is missed and nothing told twice. Without either it begins with the next change; the first id, which comes without an event, says where that is. The last 10,000 changes are kept: where some after the cursor are not any more, or it is none of this server, one event `reset` comes first, which means to read everything anew. With a model goes all that is its own, of which no events tell. A comment every 15 seconds keeps the connection. A key with its sessions has 64 streams at a time, which count in its rate, but not as its requests in flight. A stream ends when its key does.",
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
        description: "The `cursor` of the last change that is known. Stands above `Last-Event-ID`."
      },
      {
        name: "wait",
        in: "query",
        type: "integer",
        required: false,
        minimum: 0,
        maximum: 30,
        default: 0,
        description: "Seconds for which a page waits for a first change where there is none yet. Of no effect on a stream."
      },
      {
        name: "Last-Event-ID",
        in: "header",
        type: "string",
        required: false,
        description: "What browsers send when they take up a stream again; the same as `after`."
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
    summary: "Sign in",
    description: "A session is a key of its own, for a browser to hold in place of the API key: it is sent as that is, may do the same or less, lasts 12 hours at most and no longer than its key, and is gone when that is revoked. It is made from the API key that the request carries, or from a `code`, which the server prints at its start as a part of a link; a code works once, within 5 minutes. A wrong code is a 401 and counts as a wrong key. A session makes no other session. A key has 100 at a time; the oldest goes when there are more.",
    command: "sessions create",
    columns: ["id", "token", "expires", "scopes"],
    needsKey: false,
    fields: [
      {
        name: "code",
        in: "body",
        type: "string",
        required: false,
        description: "From the link that the server prints at its start. It stands for the server's first key.",
        hidden: true
      },
      {
        name: "scopes",
        in: "body",
        type: "strings",
        required: false,
        description: "What the session may do. Null or absent is all that its key may; more than that is a 403."
      },
      {
        name: "expires_in",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds that the session is to last at most. Null or absent is 12 hours.",
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
    summary: "Sign out",
    description: "Ends the session that the request carries. With an API key it is a 404, for that is no session.",
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
    summary: "Read what is known of the key",
    description: "Of the API key, or the session, that the request carries. The key itself is not shown.",
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
    summary: "Whether the service answers",
    description: "503 while the engine is not up, or has work and makes no progress. Answers at once, however busy the engine is; `GET /v1/system-check` tries each part.",
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
    summary: "Whether the service answers (the same operation, at the root)",
    description: "Load balancers and users of other servers look here.",
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
    summary: "Whether the process is alive",
    description: "For an orchestrator that starts a process again where this does not answer. Nothing else is tried, neither the database nor the device. 503 only while the server is stopping.",
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
    summary: "Whether the process is alive (the same operation, at the root)",
    description: "Orchestrators look here.",
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
    summary: "Whether the server can take requests",
    description: "For a load balancer, which sends requests elsewhere meanwhile. 503 names what is not ready: the database does not answer, the bus of the cluster is lost, the models are not loaded, or no worker is there.",
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
    summary: "Whether the server can take requests (the same operation, at the root)",
    description: "Load balancers look here.",
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
    summary: "Read the version of the server",
    description: "It is that of this server, not of vLLM, whose clients ask for it.",
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
    summary: "Read the version of the server (the same operation, at the root)",
    description: "Users of vLLM look here.",
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
    summary: "Whether each part of the service works",
    description: "Tries each part and tells which device computes and which models are loaded.",
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
    summary: "Read the metrics",
    description: "In Prometheus' text format: the engine's under vLLM's names, so that dashboards made for it work; the rest under `daybreak_`. They cover the whole server, all owners' requests.",
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
    summary: "Read the metrics (the same operation, at the root)",
    description: "Prometheus looks here.",
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
    description: "Chats and completions, of all owners, whose answers have not ended. Routers of requests ask for it.",
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
    summary: "Count the requests in flight (the same operation, at the root)",
    description: "Users of vLLM look here.",
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
    summary: "Read what the server does and holds now",
    description: "The figures that a person looks at: queues, tokens a second, the KV cache, adapters, memory, the disk. They are of the whole server, for all owners, and may be a second old.",
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
    description: "Each says once a second that it is there; this is what the server that is asked has heard. One that was silent for 10 seconds is gone from the list. A server without a cluster lists itself.",
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
    summary: "Read the documentation",
    description: "A page for people, with samples and a form to try each operation. It asks no other host for anything.",
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
    summary: "Read the documentation (the same operation, at the root)",
    description: "People look here.",
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
    summary: "Read the documentation (the same operation, at the top)",
    description: "Who opens the server's address in a browser lands here.",
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
    summary: "Read a part of the documentation page",
    description: "Its scripts, styles and pictures. The page asks for them by names that change with their contents.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as the page asks for it.",
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
    summary: "Read the contract as JSON",
    description: "For generators of clients, and for the documentation page.",
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
    summary: "Read the contract as JSON (the same operation, at the root)",
    description: "Tools look here.",
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
    summary: "Read the contract as it is written",
    description: "With its comments.",
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
    summary: "Read the contract as it is written (the same operation, at the root)",
    description: "Tools look here.",
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
    description: "A page for people. It signs in with a key or with the link of the start lines, and asks no other host for anything.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or neither; as browsers send it."
      }
    ],
    answer: "text"
  },
  {
    id: "getDashboardPageAtRoot",
    method: "GET",
    path: "/app",
    tag: "dashboard",
    summary: "Open the dashboard (the same operation, at the root)",
    description: "The link of the start lines leads here.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or neither; as browsers send it."
      }
    ],
    answer: "text"
  },
  {
    id: "getDashboardFile",
    method: "GET",
    path: "/v1/app/{file_name}",
    tag: "dashboard",
    summary: "Read a part of the dashboard",
    description: "Its scripts, styles and pictures. Most names change with the contents.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as the page asks for it.",
        example: "icon.svg",
        position: 0
      },
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or neither; as browsers send it."
      }
    ],
    answer: "bytes"
  },
  {
    id: "getDashboardFileAtRoot",
    method: "GET",
    path: "/app/{file_name}",
    tag: "dashboard",
    summary: "Read a part of the dashboard (the same operation, at the root)",
    description: "The page asks for its parts here.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "file_name",
        in: "path",
        type: "string",
        required: true,
        description: "The file's name, as the page asks for it.",
        example: "icon.svg",
        position: 0
      },
      {
        name: "Accept-Encoding",
        in: "header",
        type: "string",
        required: false,
        description: "Brotli, gzip, or neither; as browsers send it."
      }
    ],
    answer: "bytes"
  },
  {
    id: "wandbGraphql",
    method: "POST",
    path: "/graphql",
    tag: "wandb",
    summary: "Answer W&B's client",
    description: "What is wrong with a query is told in `errors` of an answer of status 200, as the client expects. A field or an operation that is not answered here is named there. A query has at most 2,000 tokens.",
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
        description: "The values of the query's variables."
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
    description: "Lines of `wandb-history.jsonl` become records of the run's history: numbers that are finite, up to 1,024 a line. Lines that came before may come again. `wandb-summary.json` is kept; console output and system metrics are not. With more metrics than `DAYBREAK_MAX_LOG_BYTES` allows each owner it is a 409 (`quota_exceeded`).",
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
        description: "Lines that are new, by the name of their file."
      },
      {
        name: "complete",
        in: "body",
        type: "boolean",
        required: false,
        description: "Whether the run is over."
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
    description: "From the address that a query gave, which is signed and good for an hour.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "What the address is of, until when, and the server's signature.",
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
    description: "To the address that `createArtifactFiles` gave, which is signed and good for a day. The file appears whole or not at all; one whose MD5 is not as announced is refused. `DAYBREAK_MAX_ARTIFACT_BYTES` counts what is uploaded.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "What the address is of, until when, and the server's signature.",
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
    summary: "Tell the Tinker client how to behave",
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
    summary: "Tell the Tinker client what may change while it runs",
    description: "Clients ask again every few minutes.",
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
    summary: "Begin a session of a Tinker client",
    description: "It holds the models that the client trains, and ends with it.",
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
    summary: "Keep a session",
    description: "A session that is not heard of for five minutes is ended, and what it trained is freed.",
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
    description: "What it trained is freed; what it saved stays.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "path",
        type: "string",
        required: true,
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
        description: "The session, as creating it gave it.",
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
    summary: "Take what a Tinker client tells of itself",
    description: "Nothing of it is kept.",
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
    summary: "Whether the Tinker API answers",
    description: "It takes a key, as the other operations of this API do.",
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
    description: "They are those that the server has loaded.",
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
    summary: "Begin to train a LoRA adapter",
    description: "The answer names what `retrieve_future` gives the result of.",
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
    summary: "Read what a model is",
    description: "Of a model that the session trains.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
    summary: "Add the gradient of a loss to what the next optimizer step takes",
    description: "The body is a `ForwardBackwardRequest` of the package `tinker_public`. With `forward_only` nothing is added.",
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
    summary: "Take a step of AdamW along the gradient",
    description: "The gradient is 0 again after it.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
    summary: "Save adapter and optimizer state",
    description: "They stay under a `tinker://` path of the key's owner.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
        description: "Any characters but NUL and slashes."
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds until it is deleted; null for never.",
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
    summary: "Save the adapter to sample from",
    description: "Under a `tinker://` path, or with `sampling_session_seq_id` for a sampling session of this client alone.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
        description: "Any characters but NUL and slashes."
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
        description: "Seconds until it is deleted; null for never.",
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
    summary: "Save the adapter to download it",
    description: "As PEFT writes adapters, under a `tinker://` path of the key's owner.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "model_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
        description: "Any characters but NUL and a slash."
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: false,
        description: "Seconds until it is deleted; null for never.",
        minimum: 1,
        maximum: 315360000
      },
      {
        name: "age_encryption_recipients",
        in: "body",
        type: "strings",
        required: false,
        description: "None are taken; files are not encrypted here."
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
    summary: "Go on from saved weights",
    description: "Into a new model (`session_id` and `model_seq_id`), or into one that is there (`model_id` and `seq_id`).",
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
        description: "Any characters but NUL and a slash."
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
    summary: "Begin to sample from a base model or from saved weights",
    description: "One of `base_model` and `model_path` is needed.",
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
    summary: "Read what a sampling session samples from",
    description: "The id is that of the sampling session.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sampler_id",
        in: "path",
        type: "string",
        required: true,
        description: "The sampling session.",
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
    description: "Log-probabilities of sampled tokens and their alternatives are those under softmax(logits / temperature), from which the token was drawn. `top_k` and `top_p` do not change them, and at temperature 0 they are the model's own. Those of the prompt are always the model's own.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "sampling_session_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
    summary: "Wait for a result",
    description: "Answers with protobuf what the client takes as `application/x-protobuf`. A failure is an answer with `error`.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
    summary: "Abandon a sample",
    description: "Its sequences end, and its result is a failure. Other requests, and what is done, stay as they are.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: true,
        description: "Any characters but NUL and a slash."
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
    summary: "Read what saved weights are",
    description: "Of weights that the key's owner saved.",
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
    summary: "List what a model saved",
    description: "The newest first.",
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
    summary: "Delete what a model saved",
    description: "Its files are removed.",
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
        description: "Weights with their optimizer state, weights to sample from, or weights to download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name that it was saved under.",
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
    summary: "List all that was saved",
    description: "The newest first.",
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
        description: "The most that are listed."
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
        description: "How many are passed over."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerPublishCheckpoint",
    method: "POST",
    path: "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish",
    tag: "tinker-runs",
    summary: "Let every owner read what a model saved",
    description: "Keys of other owners can go on from it, and sample from it, by its path; they cannot change or list it.",
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
        description: "Weights with their optimizer state, weights to sample from, or weights to download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name that it was saved under.",
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
    summary: "Let no other owner read what a model saved",
    description: "It stays with its owner.",
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
        description: "Weights with their optimizer state, weights to sample from, or weights to download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name that it was saved under.",
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
    summary: "Say how long saved weights are kept",
    description: "From now on; null for ever.",
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
        description: "Weights with their optimizer state, weights to sample from, or weights to download.",
        position: 1
      },
      {
        name: "name",
        in: "path",
        type: "string",
        required: true,
        description: "The name that it was saved under.",
        example: "step-10",
        position: 2
      },
      {
        name: "ttl_seconds",
        in: "body",
        type: "integer",
        required: true,
        description: "Seconds until it is deleted; null for never.",
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
    summary: "Say where the files of saved weights are downloaded",
    description: "The addresses are signed, need no key, and are good for an hour.",
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
        description: "The name that it was saved under.",
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
    description: "From the address that `external_weights_urls` gave.",
    columns: [],
    needsKey: false,
    fields: [
      {
        name: "address",
        in: "path",
        type: "string",
        required: true,
        description: "What the address is of, until when, and the server's signature.",
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
    summary: "List models that are or were trained",
    description: "The newest first. A run is listed while its session lasts, and after that while weights that it saved are there.",
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
        description: "The most that are listed."
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
        description: "How many are passed over."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerGetTrainingRun",
    method: "GET",
    path: "/tinker/api/v1/training_runs/{training_run_id}",
    tag: "tinker-runs",
    summary: "Read what a model under training is",
    description: "With the newest that it saved.",
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
    description: "Those that last, the newest first.",
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
        description: "The most that are listed."
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
        description: "How many are passed over."
      }
    ],
    answer: "json"
  },
  {
    id: "tinkerGetSession",
    method: "GET",
    path: "/tinker/api/v1/sessions/{session_id}",
    tag: "tinker-runs",
    summary: "Read what a session has",
    description: "The models that it trains and what it samples from.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "session_id",
        in: "path",
        type: "string",
        required: true,
        example: "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
        description: "The session, as creating it gave it.",
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
    summary: "Answer a conversation (the same operation, beside the Tinker API)",
    description: "Where clients of OpenAI find models that the Tinker API saved, which are named by their path.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes the place of `request_id` in the body."
      },
      {
        name: "messages",
        in: "body",
        type: "json",
        required: true,
        description: "The conversation."
      },
      {
        name: "model",
        in: "body",
        type: "string",
        required: false,
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Divides positive logits and multiplies negative ones of tokens in the prompt or the answer.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Added to logits, by token id; cut to -100 to 100."
      },
      {
        name: "logprobs",
        in: "body",
        type: "boolean",
        required: false,
        description: "Log-probabilities of the answer's tokens; they are given in any case.",
        default: false
      },
      {
        name: "top_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Alternatives to report with each token; needs `logprobs`.",
        minimum: 0,
        maximum: 20,
        default: 0
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Older name of `max_completion_tokens`, which wins.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "max_completion_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer. Null or absent is all that the context has left. An answer that is not streamed lists at most 1,048,576 log-probabilities, alternatives included, in all of its choices together.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Answers to give; with beam search the width, at most 32.",
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
        description: "Draws are a function of this, the position and the token. Answer i of n uses `seed` + i. -1 means a random seed, as with vLLM, and so does leaving it out.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
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
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
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
        description: "Default `none` without tools and `auto` with them.",
        enum: ["none", "auto", "required"]
      },
      {
        name: "reasoning_effort",
        in: "body",
        type: "string",
        required: false,
        description: "Given to the chat template.",
        enum: ["none", "minimal", "low", "medium", "high", "xhigh", "max"]
      },
      {
        name: "include_reasoning",
        in: "body",
        type: "boolean",
        required: false,
        description: "False hides `reasoning` and `reasoning_content` of the answer.",
        default: true
      },
      {
        name: "parallel_tool_calls",
        in: "body",
        type: "boolean",
        required: false,
        description: "False keeps the first call only.",
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
        description: "Search for the likeliest answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability over length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Tokens that end the answer."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Keep the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Go on after the model's end token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "The answer cannot stop before it has this many tokens.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave special tokens out of the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put spaces between special tokens that are kept, where the tokenizer does; those of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep this many tokens of the prompt, its last ones by default; -1 keeps all that fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Where `truncate_prompt_tokens` cuts: `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Log-probabilities of the prompt's tokens, with this many alternatives. Not for streams. An answer lists 131,072 of them at most, alternatives and choices included.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "List the log-probabilities of these tokens beside each token, in this order, in the place of the likeliest. It needs `logprobs`, and is not for beams."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Send a chunk of a stream for so many tokens. The first token and the last ones come at once. Beams come whole.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "No other token can be drawn."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that an answer does not get; the last token of one is not drawn where the others stand before it.",
        default: []
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put the last message in front of the answer if both belong to one role.",
        default: false
      },
      {
        name: "add_generation_prompt",
        in: "body",
        type: "boolean",
        required: false,
        description: "Open the answer's turn in the prompt.",
        default: true
      },
      {
        name: "continue_final_message",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave the last message open for the model to go on. Needs `add_generation_prompt` false.",
        default: false
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens on top of the template's.",
        default: false
      },
      {
        name: "documents",
        in: "body",
        type: "json",
        required: false,
        description: "Given to the chat template."
      },
      {
        name: "chat_template",
        in: "body",
        type: "string",
        required: false,
        description: "Takes the place of the model's chat template."
      },
      {
        name: "chat_template_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "More variables of the chat template. A chat_template among them counts where the field of that name is left out."
      },
      {
        name: "mm_processor_kwargs",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; no model served here takes images."
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The answer's id is `chatcmpl-` and this. A random UUID when left out."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Processors that are registered with the server, by name."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Write each `token` in log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `prompt_token_ids` at the top, and `token_ids` in the chunks of a stream.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "prompt_cache_key",
        in: "body",
        type: "string",
        required: false,
        description: "Requests that share a long beginning and this key meet the same prompt cache. Only a cluster goes by it, which sends them to one server; without it, and where it is empty, it goes by the messages up to the first question."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
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
        description: "Another name of `engine_xargs`."
      },
      {
        name: "thinking_token_budget",
        in: "body",
        type: "integer",
        required: false,
        description: "After so many tokens of thoughts the next one is that which ends them; -1, the default, is no limit. For models that think, and not for beams.",
        minimum: -1,
        maximum: 2147483647
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Draft tokens by looking up the last n-gram in the prompt and the answer, and by what a grammar forces, and verify several of them in one step. It never changes tokens or log-probabilities, only how soon they come; false drafts none.",
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
    summary: "Continue a text (the same operation, beside the Tinker API)",
    description: "Where clients of OpenAI find models that the Tinker API saved, which are named by their path.",
    columns: [],
    needsKey: true,
    fields: [
      {
        name: "X-Request-Id",
        in: "header",
        type: "string",
        required: false,
        description: "Takes the place of `request_id` in the body."
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
        description: "A base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for that checkpoint and no other. Null or absent is the only, or first, base model."
      },
      {
        name: "max_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Most tokens of the answer. 0, with `echo`, gives the prompt back and nothing more.",
        minimum: 0,
        maximum: 2147483647,
        default: 16
      },
      {
        name: "echo",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put the prompt in front of the answer; with `logprobs`, its log-probabilities too.",
        default: false
      },
      {
        name: "logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Give log-probabilities, with this many alternatives to each token.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "suffix",
        in: "body",
        type: "string",
        required: false,
        description: "Null or empty only; no model served here fills gaps."
      },
      {
        name: "frequency_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit for each time that the answer has it already.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "presence_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Taken off a token's logit once the answer has it.",
        minimum: -2,
        maximum: 2,
        default: 0
      },
      {
        name: "repetition_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Divides positive logits and multiplies negative ones of tokens in the prompt or the answer.",
        maximum: 1000,
        default: 1
      },
      {
        name: "logit_bias",
        in: "body",
        type: "json",
        required: false,
        description: "Added to logits, by token id; cut to -100 to 100."
      },
      {
        name: "n",
        in: "body",
        type: "integer",
        required: false,
        description: "Answers to give; with beam search the width, at most 32.",
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
        description: "Draws are a function of this, the position and the token. Answer i of n uses `seed` + i. -1 means a random seed, as with vLLM, and so does leaving it out.",
        minimum: -9223372036854776000,
        maximum: 9223372036854776000
      },
      {
        name: "stop",
        in: "body",
        type: "string",
        required: false,
        description: "Texts that end the answer and are not part of it.",
        default: []
      },
      {
        name: "stream",
        in: "body",
        type: "boolean",
        required: false,
        description: "Answer with server-sent events.",
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
        description: "0 is greedy.",
        minimum: 0,
        maximum: 2,
        default: 1
      },
      {
        name: "top_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among the likeliest tokens that together have this probability.",
        maximum: 1,
        default: 1
      },
      {
        name: "top_k",
        in: "body",
        type: "integer",
        required: false,
        description: "Draw among this many tokens; 0 and -1 are all.",
        minimum: -1,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "min_p",
        in: "body",
        type: "number",
        required: false,
        description: "Draw among tokens at least this likely, relative to the likeliest.",
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
        description: "Search for the likeliest answers.",
        default: false
      },
      {
        name: "length_penalty",
        in: "body",
        type: "number",
        required: false,
        description: "Beam search ranks by log-probability over length to this power.",
        minimum: -1000,
        maximum: 1000,
        default: 1
      },
      {
        name: "stop_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "Tokens that end the answer."
      },
      {
        name: "include_stop_str_in_output",
        in: "body",
        type: "boolean",
        required: false,
        description: "Keep the stop text in the answer.",
        default: false
      },
      {
        name: "ignore_eos",
        in: "body",
        type: "boolean",
        required: false,
        description: "Go on after the model's end token.",
        default: false
      },
      {
        name: "min_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "The answer cannot stop before it has this many tokens.",
        minimum: 0,
        maximum: 2147483647,
        default: 0
      },
      {
        name: "skip_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Leave special tokens out of the text.",
        default: true
      },
      {
        name: "spaces_between_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Put spaces between special tokens that are kept, where the tokenizer does; those of the served models do not.",
        default: true
      },
      {
        name: "truncate_prompt_tokens",
        in: "body",
        type: "integer",
        required: false,
        description: "Keep this many tokens of the prompt, its last ones by default; -1 keeps all that fit.",
        minimum: -1,
        maximum: 9223372036854776000
      },
      {
        name: "truncation_side",
        in: "body",
        type: "string",
        required: false,
        description: "Where `truncate_prompt_tokens` cuts: `left`, the default, keeps the prompt's last tokens, `right` its first.",
        enum: ["left", "right"]
      },
      {
        name: "logprob_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "List the log-probabilities of these tokens beside each token, in this order, in the place of the likeliest. It needs `logprobs`, and is not for beams."
      },
      {
        name: "stream_interval",
        in: "body",
        type: "integer",
        required: false,
        description: "Send a chunk of a stream for so many tokens. The first token and the last ones come at once. Beams come whole.",
        minimum: 1,
        maximum: 2147483647
      },
      {
        name: "prompt_logprobs",
        in: "body",
        type: "integer",
        required: false,
        description: "Log-probabilities of the prompt's tokens, with this many alternatives. Not for streams. An answer lists 131,072 of them at most, alternatives and choices included.",
        minimum: 0,
        maximum: 20
      },
      {
        name: "allowed_token_ids",
        in: "body",
        type: "integers",
        required: false,
        description: "No other token can be drawn."
      },
      {
        name: "bad_words",
        in: "body",
        type: "strings",
        required: false,
        description: "Texts that an answer does not get; the last token of one is not drawn where the others stand before it.",
        default: []
      },
      {
        name: "add_special_tokens",
        in: "body",
        type: "boolean",
        required: false,
        description: "Add the tokenizer's special tokens to prompts of text.",
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
        description: "Among the requests of one owner, lower is handled earlier. Owners are served in turn, whatever the priorities of their requests.",
        minimum: -9007199254740991,
        maximum: 9007199254740991,
        default: 0
      },
      {
        name: "request_id",
        in: "body",
        type: "string",
        required: false,
        description: "The answer's id is `cmpl-` and this. A random UUID when left out."
      },
      {
        name: "logits_processors",
        in: "body",
        type: "json",
        required: false,
        description: "Processors that are registered with the server, by name."
      },
      {
        name: "return_tokens_as_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Write each `token` in log-probabilities as `token_id:{id}`.",
        default: false
      },
      {
        name: "return_token_ids",
        in: "body",
        type: "boolean",
        required: false,
        description: "Give `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first of each choice.",
        default: false
      },
      {
        name: "cache_salt",
        in: "body",
        type: "string",
        required: false,
        description: "Requests share cached prompts only under the same salt."
      },
      {
        name: "kv_transfer_params",
        in: "body",
        type: "json",
        required: false,
        description: "Null or {} only; nothing is transferred here."
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
        description: "Another name of `engine_xargs`."
      },
      {
        name: "speculation",
        in: "body",
        type: "boolean",
        required: false,
        description: "Draft tokens by looking up the last n-gram in the prompt and the answer, and by what a grammar forces, and verify several of them in one step. It never changes tokens or log-probabilities, only how soon they come; false drafts none.",
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
