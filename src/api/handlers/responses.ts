import type { ErrorReply, JsonReply, KeyedContext, ResponsesHandlers, StreamReply } from '../../generated/handlers.ts';
import type { ResponseEvent, ResponseObject, ResponseRequest } from '../../generated/types.ts';
import { answerChat, type ChatParts } from '../chat/answer-chat.ts';
import { translateError } from '../chat/protocol-names.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Inject, Post, Route, Security } from '../contract/route-decorators.ts';
import { chatRequestOfResponses, RESPONSES_NAMES } from '../responses/chat-request.ts';
import { responseEvents } from '../responses/response-events.ts';
import { responseObject } from '../responses/response-object.ts';

/** OpenAI's Responses API, implemented on top of chat. */
@Route('v1')
export class ResponsesHandler implements ResponsesHandlers {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  @Post('responses')
  @Security('bearerAuth')
  async createResponse(
    @Body() body: ResponseRequest,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<
    JsonReply<200, ResponseObject> | StreamReply<200, ResponseEvent> | ErrorReply<Keyed | Bodied | 400 | 404>
  > {
    const reply = await answerChat(this.#parts, { caller, body: chatRequestOfResponses(body), signal }).catch(
      (error) => {
        throw translateError(error, RESPONSES_NAMES);
      },
    );
    if ('body' in reply) return { status: 200, body: responseObject(reply.body, body) };
    return { status: 200, stream: responseEvents(reply.stream, body), named: true };
  }
}
