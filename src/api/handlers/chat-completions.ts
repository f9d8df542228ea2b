import type {
  ChatCompletionsHandlers,
  ErrorReply,
  JsonReply,
  KeyedContext,
  StreamReply,
} from '../../generated/handlers.ts';
import type { ChatCompletion, ChatCompletionEvent, ChatCompletionRequest, RequestId } from '../../generated/types.ts';
import { answerChat, type ChatParts } from '../chat/answer-chat.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Header, Inject, Post, Route, Security } from '../contract/route-decorators.ts';

/** OpenAI-style chat from a base model or from any checkpoint of a trained model. */
@Route('v1/chat')
export class ChatCompletionsHandler implements ChatCompletionsHandlers {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
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
    return answerChat(this.#parts, { caller, body, requestId, signal });
  }
}
