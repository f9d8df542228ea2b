import { randomUUID } from 'node:crypto';
import type {
  ChatCompletionsHandlers,
  ErrorReply,
  JsonReply,
  KeyedContext,
  StreamReply,
} from '../../generated/handlers.ts';
import type {
  ChatCompletion,
  ChatCompletionChunk,
  ChatCompletionEvent,
  ChatCompletionRequest,
  RequestId,
} from '../../generated/types.ts';
import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { ChatChunks } from '../../inference/chat/chat-chunks.ts';
import {
  type ChatParams,
  choiceSampling,
  fitPrompt,
  type ModelLimits,
  readChatParams,
  stopTokens,
} from '../../inference/chat/chat-params.ts';
import {
  type AnswerOptions,
  type ChatHeader,
  type ChatPrompt,
  chatCompletion,
} from '../../inference/chat/chat-response.ts';
import { type ChoiceDelta, ChoiceStream } from '../../inference/chat/choice-stream.ts';
import { logitRules } from '../../inference/chat/logit-fields.ts';
import { promptLogprobs } from '../../inference/chat/prompt-logprobs.ts';
import { answerRole, echoText } from '../../inference/chat/prompt-settings.ts';
import { RequestError } from '../../inference/chat/request-error.ts';
import type { TemplateSandbox } from '../../inference/chat/templates/template-sandbox.ts';
import type { ToolChoice } from '../../inference/chat/tool-choice.ts';
import type { ServedModel } from '../../inference/served-models.ts';
import type { ComputeClient } from '../../worker/client.ts';
import { WorkerError } from '../../worker/worker-error.ts';
import { renderChat } from '../chat/chat-prompt.ts';
import { type ChatTarget, type ChatTargetParts, findChatTarget } from '../chat/chat-target.ts';
import { mergeChoices, type RunningChoice } from '../chat/merge-choices.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Header, Inject, Post, Route, Security } from '../contract/route-decorators.ts';

export interface ChatCompletionsParts extends ChatTargetParts {
  /** Where templates of requests are rendered; null refuses them. */
  templates: TemplateSandbox | null;
  compute: ComputeClient;
}

type ChatReply = JsonReply<200, ChatCompletion> | StreamReply<200, ChatCompletionEvent>;

interface ChatRequest {
  owner: string;
  body: ChatCompletionRequest;
  requestId: RequestId | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** A chat that is ready to run. */
interface PreparedChat {
  target: ChatTarget;
  params: ChatParams;
  promptIds: Uint32Array;
  maxTokens: number;
  /** Whose cached prompts it may share. */
  cacheRoot: string;
  reading: AnswerReading;
}

/** OpenAI-style chat from a base model or from any checkpoint of a trained model. */
@Route('v1/chat')
export class ChatCompletionsHandler implements ChatCompletionsHandlers {
  readonly #parts: ChatCompletionsParts;

  constructor(parts: ChatCompletionsParts) {
    this.#parts = parts;
  }

  @Post('completions')
  @Security('bearerAuth')
  async createChatCompletion(
    @Body() body: ChatCompletionRequest,
    @Inject() { caller, signal }: KeyedContext,
    @Header('X-Request-Id') requestId?: RequestId,
  ): Promise<
    JsonReply<200, ChatCompletion> | StreamReply<200, ChatCompletionEvent> | ErrorReply<Keyed | Bodied | 400 | 404>
  > {
    const request: ChatRequest = { owner: caller.owner, body, requestId, signal };
    for (let target = await this.#find(request); ; ) {
      try {
        return await this.#answer(request, target);
      } catch (error) {
        if (!(error instanceof WorkerError && error.code === 'adapter_load_failed')) throw error;
        // Its checkpoint may have been deleted while the chat waited: the name means another one by now, or none.
        const now = await this.#find(request);
        if (now.adapter?.id === target.adapter?.id) throw error;
        target = now;
      }
    }
  }

  #find({ body, owner }: ChatRequest): Promise<ChatTarget> {
    return findChatTarget(this.#parts, owner, body.model ?? null);
  }

  async #answer({ owner, body, requestId, signal }: ChatRequest, target: ChatTarget): Promise<ChatReply> {
    const params = readChatParams(body, limitsOf(target.base, this.#parts.served.processors));
    const { ids, choice, reading } = await renderChat(target.base, body, params, this.#parts.templates);
    refuseForcedCalls(choice);
    const { promptIds, maxTokens } = fitPrompt(ids, params, target.base.contextLength);
    const header: ChatHeader = {
      id: `chatcmpl-${requestId ?? body.request_id ?? randomUUID()}`,
      created: Math.floor(Date.now() / 1000),
      model: body.model ?? target.base.id,
      systemFingerprint: null,
    };
    const answer: AnswerOptions = {
      role: answerRole(body),
      echo: echoText(body),
      reasons: reading.reasoning !== null,
      returnTokenIds: params.returnTokenIds,
    };
    const end = new AbortController();
    const cacheRoot = JSON.stringify([owner, params.cacheSalt]);
    this.#parts.compute.checkRoom(params.n);
    const running = this.#startChoices(
      { target, params, promptIds, maxTokens, cacheRoot, reading },
      AbortSignal.any([signal, end.signal]),
    );
    const prompt = (): ChatPrompt => {
      const report = running[0].generation.prompt;
      return {
        ids: [...promptIds],
        cachedTokens: report?.cachedTokens ?? 0,
        logprobs: promptLogprobs(promptIds, report?.logprobs ?? null, (ids) => target.base.text.tokenizer.decode(ids)),
      };
    };
    const deltas = mergeChoices(running, () => end.abort());
    if (!params.stream) {
      const choices: ChoiceDelta[][] = Array.from({ length: params.n }, () => []);
      for await (const delta of deltas) choices[delta.index].push(delta);
      return { status: 200, body: chatCompletion(header, prompt(), choices, answer) };
    }
    // With the first token in hand, nothing that could have been a plain HTTP error is left to happen.
    const first = await deltas.next();
    const chunks = new ChatChunks(header, prompt(), { ...params, ...answer });
    return { status: 200, stream: streamOf(chunks, first, deltas) };
  }

  #startChoices(
    { target, params, promptIds, maxTokens, cacheRoot, reading }: PreparedChat,
    signal: AbortSignal,
  ): RunningChoice[] {
    const { base, adapter } = target;
    const { tokenizer, specialIds } = base.text;
    const stopTokenIds = stopTokens(params, specialIds.eos);
    const eosIds = params.ignoreEos ? [] : specialIds.eos;
    const { minTokens, logits } = params;
    // min_tokens holds off the model's own ends even where these would not stop the answer.
    const stopIds = [...new Set([...specialIds.eos, ...stopTokenIds])];
    const rules = logitRules(logits, { minTokens, stopIds, tokenizer });
    return Array.from({ length: params.n }, (_, index): RunningChoice => {
      const sampling = choiceSampling(params, index);
      const { topLogprobs, priority } = params;
      // The prompt is the same for all choices, and scored once.
      const promptLogprobs = index === 0 ? params.promptLogprobs : null;
      const asked = { sampling, topLogprobs, promptLogprobs, priority, cacheRoot };
      const generation = this.#parts.compute.generate(
        { model: base.id, adapter, promptIds, maxTokens, stopTokenIds, rules, ...asked },
        signal,
      );
      const stream = new ChoiceStream({ ...params, index, tokenizer, eosIds, stopTokenIds, maxTokens, reading });
      return { generation, stream };
    });
  }
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

function limitsOf({ contextLength, text }: ServedModel, processors: readonly string[]): ModelLimits {
  return { contextLength, vocabSize: text.config.vocab_size, processors };
}

/** Until a grammar holds answers to calls. */
function refuseForcedCalls({ kind }: ToolChoice): void {
  if (kind !== 'required' && kind !== 'named') return;
  const message = "tool_choice: calls cannot be forced yet; send 'auto' or 'none'";
  throw new RequestError('tool_choice', message, 'invalid_request_error', 'unsupported_value');
}
