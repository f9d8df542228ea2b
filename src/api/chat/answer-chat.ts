import { hash, randomUUID } from 'node:crypto';
import type { Caller, JsonReply, StreamReply } from '../../generated/handlers.ts';
import type { ChatCompletion, ChatCompletionChunk, ChatCompletionRequest, RequestId } from '../../generated/types.ts';
import { ChatChunks } from '../../inference/chat/chat-chunks.ts';
import { fitPrompt, readChatParams } from '../../inference/chat/chat-params.ts';
import {
  type AnswerOptions,
  type ChatHeader,
  type ChatPrompt,
  chatCompletion,
} from '../../inference/chat/chat-response.ts';
import type { ChoiceDelta } from '../../inference/chat/choice-stream.ts';
import { inIntervals } from '../../inference/chat/delta-intervals.ts';
import { boundPromptLogprobs, promptLogprobs } from '../../inference/chat/prompt-logprobs.ts';
import { answerRole, echoText } from '../../inference/chat/prompt-settings.ts';
import type { PromptTexts } from '../../inference/text/prompt-texts.ts';
import { answerOnTarget } from './answer-on-target.ts';
import { renderChat } from './chat-prompt.ts';
import type { ChatTarget, ChatTargetParts } from './chat-target.ts';
import { mergeChoices, type StartedAnswer } from './merge-choices.ts';
import { searchBeams } from './search-beams.ts';
import {
  type ChoiceParts,
  cacheRootOf,
  grammarFor,
  type PreparedPrompt,
  rulesFor,
  startChoices,
} from './start-choices.ts';
import { listableTokens, type WholeChoices } from './whole-choices.ts';

/** Dependencies of chat generation, for all protocols. */
export interface ChatParts extends ChatTargetParts, ChoiceParts {
  texts: PromptTexts;
  /** Whether requests may send their own chat templates. */
  requestTemplates: boolean;
  whole: WholeChoices;
}

/** A whole answer, or a stream of chunks if the request asks for one. */
export type ChatReply =
  | JsonReply<200, ChatCompletion>
  | (StreamReply<200, ChatCompletionChunk> & { stream: AsyncGenerator<ChatCompletionChunk, void, void> });

export interface ChatRequest {
  caller: Caller;
  body: ChatCompletionRequest;
  /** Upper bound of `max_tokens`; the context length if absent. */
  mostTokens?: number;
  requestId?: RequestId;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/**
 * Answers a chat. A stream is returned only once its first token is sampled, so that earlier failures are plain HTTP
 * errors. Throws `model_not_found`, a `RequestError` that names a field of chat, and the engine's refusals.
 */
export async function answerChat(chat: ChatParts, request: ChatRequest): Promise<ChatReply> {
  return answerOnTarget(chat, request.caller.owner, request.body, (target) => answer(chat, request, target));
}

async function answer(
  chat: ChatParts,
  { caller, body, mostTokens, requestId, signal }: ChatRequest,
  target: ChatTarget,
): Promise<ChatReply> {
  const params = readChatParams(body, { ...target.base.limits, mostTokens, processors: chat.served.processors });
  const { owner, keyId } = caller;
  const { texts, requestTemplates } = chat;
  const parts = { texts, requestTemplates, requester: { owner, signal } };
  const { ids, reading, constraint } = await renderChat(target.base, body, params, parts);
  const { promptIds, maxTokens: room } = fitPrompt(ids, params, target.base.contextLength);
  const maxTokens = params.stream
    ? room
    : listableTokens({
        rooms: [room],
        n: params.n,
        alternatives: params.logprobTokenIds.length || params.topLogprobs,
        minTokens: params.minTokens,
        field: (['max_completion_tokens', 'max_tokens'] as const).find((name) => body[name] != null) ?? null,
      });
  if (params.promptLogprobs !== null) {
    const asked = { tokens: promptIds.length, copies: 1, alternatives: params.promptLogprobs };
    boundPromptLogprobs('prompt_logprobs', asked);
  }
  const header: ChatHeader = {
    id: `chatcmpl-${requestId ?? body.request_id ?? randomUUID()}`,
    created: Math.floor(Date.now() / 1000),
    model: body.model ?? target.base.id,
    systemFingerprint: null,
  };
  const answer: AnswerOptions = {
    role: answerRole(body),
    echo: echoText(body),
    reasoningMode: reading.reasoning === null ? 'unsplit' : (body.include_reasoning ?? true) ? 'shown' : 'hidden',
    returnTokenIds: params.returnTokenIds,
  };
  const cacheRoot = cacheRootOf(keyId, params);
  const rules = rulesFor(target, params, reading);
  const grammar = grammarFor(target, params, constraint, reading);
  chat.compute.checkRoom(params.n, owner);
  const {
    n,
    deltas: each,
    report,
  } = await start(
    chat,
    {
      ...{ target, params, promptIds, maxTokens, owner, cacheRoot, rules, reading, constraint, grammar },
      affinity: body.prompt_cache_key || openingOf(body.messages),
    },
    signal,
  );
  const deltas = params.stream ? inIntervals(each, params.streamInterval) : each;
  const prompt = (): ChatPrompt => {
    const known = report();
    return {
      ids: [...promptIds],
      cachedTokens: known?.cachedTokens ?? 0,
      logprobs: promptLogprobs(promptIds, known?.logprobs ?? null, (ids) => target.base.text.tokenizer.decode(ids)),
    };
  };
  if (!params.stream) {
    const choices = await chat.whole.collect(n, deltas);
    return { status: 200, body: chatCompletion(header, prompt(), choices, answer, target.policy) };
  }
  // From the first token on, no failure could still be a plain HTTP error.
  const first = await deltas.next();
  const chunks = new ChatChunks(header, prompt(), { ...params, ...answer, n }, target.policy);
  return { status: 200, stream: streamOf(chunks, first, deltas) };
}

async function start(chat: ChatParts, prepared: PreparedPrompt, signal: AbortSignal): Promise<StartedAnswer> {
  if (prepared.params.beams !== null) return searchBeams(chat, prepared, signal);
  const end = new AbortController();
  const running = startChoices(chat, prepared, AbortSignal.any([signal, end.signal]));
  return {
    n: running.length,
    deltas: mergeChoices(running, () => end.abort()),
    report: () => running[0].generation.prompt,
  };
}

/**
 * Returns a hash of the messages up to the first question: equal for all turns of a conversation, and for all answers
 * to its first question.
 */
function openingOf(messages: ChatCompletionRequest['messages']): string {
  const first = messages.findIndex(({ role }) => role === 'user');
  return hash('sha256', JSON.stringify(messages.slice(0, first + 1)), 'base64');
}

async function* streamOf(
  chunks: ChatChunks,
  first: IteratorResult<ChoiceDelta, void>,
  rest: AsyncGenerator<ChoiceDelta, void, void>,
): AsyncGenerator<ChatCompletionChunk, void, void> {
  try {
    yield chunks.first();
    const echo = chunks.echo();
    if (echo !== null) yield echo;
    if (!first.done) yield chunks.next(first.value);
    for await (const delta of rest) yield chunks.next(delta);
    const last = chunks.last();
    if (last !== null) yield last;
  } finally {
    await rest.return();
  }
}
