import type {
  ChatCompletion,
  ChatUsage,
  OfferedTool,
  ResponseCallItem,
  ResponseMessageItem,
  ResponseObject,
  ResponseOutputItem,
  ResponseReasoningItem,
  ResponseRequest,
  ResponseTool,
  ResponseUsage,
  TokenGeneration,
} from '../../generated/types.ts';

type Status = ResponseOutputItem['status'];

/** Converts a chat answer to a Response, with the tokens that ART's capture reads. */
export function responseObject(chat: ChatCompletion, request: ResponseRequest): ResponseObject {
  const [{ message, finish_reason, token_ids, prompt_token_ids, logprobs }] = chat.choices;
  const cut = finish_reason === 'length';
  const status = cut ? 'incomplete' : 'completed';
  const id = chat.id;
  const output = [
    ...(message.reasoning ? [reasoningItem(id, message.reasoning, 'completed')] : []),
    ...(message.content ? [messageItem(id, message.content, status)] : []),
    ...(message.tool_calls ?? []).map((call, index) => {
      return callItem(id, index, { call_id: call.id, ...call.function }, status);
    }),
  ];
  const generation = tokenGeneration(
    prompt_token_ids,
    token_ids,
    logprobs.content.map(({ logprob }) => logprob),
    output.length,
  );
  return {
    ...responseStart({ id, created: chat.created, model: chat.model }, request),
    ...responseEnd(output, chat.usage, cut),
    token_generations: [generation],
  };
}

/** Returns a response without output. */
export function responseStart(
  { id, created, model }: Pick<ChatCompletion, 'id' | 'created' | 'model'>,
  request: ResponseRequest,
): ResponseObject {
  return {
    id: responseId(id),
    object: 'response',
    created_at: created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    model,
    output: [],
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    previous_response_id: null,
    background: false,
    store: false,
    temperature: request.temperature ?? null,
    top_p: request.top_p ?? null,
    tool_choice: chosen(request.tool_choice),
    tools: (request.tools ?? []).map(offered),
    truncation: request.truncation ?? 'disabled',
    metadata: null,
    usage: null,
  };
}

function chosen(choice: ResponseRequest['tool_choice']): ResponseObject['tool_choice'] {
  return typeof choice === 'object' && choice !== null ? { type: 'function', name: choice.name } : (choice ?? 'auto');
}

function offered({ name, description, parameters, strict }: ResponseTool): OfferedTool {
  const [about, schema, held] = [description ?? null, parameters ?? null, strict ?? null];
  return { type: 'function', name: name ?? '', description: about, parameters: schema, strict: held };
}

/** Returns the fields that are set at the end of a response. */
export function responseEnd(output: ResponseOutputItem[], usage: ChatUsage, cut: boolean) {
  return {
    status: cut ? ('incomplete' as const) : ('completed' as const),
    incomplete_details: cut ? { reason: 'max_output_tokens' as const } : null,
    output,
    usage: responseUsage(usage),
  };
}

export function tokenGeneration(
  promptIds: number[],
  tokenIds: readonly number[],
  logprobs: readonly number[],
  items: number,
): TokenGeneration {
  return {
    prompt_token_ids: promptIds,
    output_indices: Array.from({ length: items }, (_, index) => index),
    output_tokens: tokenIds.map((token_id, index) => ({ token_id, logprob: logprobs[index] })),
  };
}

function responseId(chatId: string): string {
  return chatId.replace(/^chatcmpl-/, 'resp_');
}

export function reasoningItem(chatId: string, text: string, status: Status): ResponseReasoningItem {
  const content = text === '' ? [] : [{ type: 'reasoning_text' as const, text }];
  return { id: chatId.replace(/^chatcmpl-/, 'rs_'), type: 'reasoning', summary: [], content, status };
}

export function messageItem(chatId: string, text: string, status: Status): ResponseMessageItem {
  const content = text === '' ? [] : [{ type: 'output_text' as const, text, annotations: [] }];
  return { id: chatId.replace(/^chatcmpl-/, 'msg_'), type: 'message', role: 'assistant', content, status };
}

export function callItem(
  chatId: string,
  index: number,
  call: Pick<ResponseCallItem, 'call_id' | 'name' | 'arguments'>,
  status: Status,
): ResponseCallItem {
  return { id: `${chatId.replace(/^chatcmpl-/, 'fc_')}_${index}`, type: 'function_call', ...call, status };
}

function responseUsage(usage: ChatUsage): ResponseUsage {
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details.cached_tokens, cache_write_tokens: 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0 },
    total_tokens: usage.total_tokens,
  };
}
