import type { JsonReply, KeyedContext, MessagesHandlers, StreamReply } from '../../generated/handlers.ts';
import type {
  CountMessageTokensRequest,
  Message,
  MessageEvent,
  MessageRequest,
  MessagesErrorBody,
  MessageTokens,
} from '../../generated/types.ts';
import { promptCharacters } from '../../inference/cost/prompt-bounds.ts';
import { answerChat, type ChatParts } from '../chat/answer-chat.ts';
import { encodeChat } from '../chat/chat-prompt.ts';
import { findChatTarget } from '../chat/chat-target.ts';
import { translateError } from '../chat/protocol-names.ts';
import type { Bodied, Keyed } from '../contract/failures.ts';
import { Body, Inject, Post, Route, Security } from '../contract/route-decorators.ts';
import { chatPrompt, chatRequestOfMessages, MESSAGES_NAMES } from '../messages/chat-request.ts';
import { message } from '../messages/message.ts';
import { messageEvents } from '../messages/message-events.ts';

type Failure = JsonReply<Keyed | Bodied | 400 | 404, MessagesErrorBody>;

/** Anthropic's Messages API, implemented on top of chat. */
@Route('v1/messages')
export class MessagesHandler implements MessagesHandlers {
  readonly #parts: ChatParts;

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  @Post('')
  @Security('bearerAuth')
  async createMessage(
    @Body() body: MessageRequest,
    @Inject() { caller, signal }: KeyedContext,
  ): Promise<JsonReply<200, Message> | StreamReply<200, MessageEvent> | Failure> {
    const request = { caller, body: chatRequestOfMessages(body), mostTokens: Number.POSITIVE_INFINITY, signal };
    const reply = await answerChat(this.#parts, request).catch((error) => {
      throw translateError(error, MESSAGES_NAMES);
    });
    const options = { stopSequences: body.stop_sequences ?? [], maxTokens: body.max_tokens };
    if ('body' in reply) return { status: 200, body: message(reply.body, options) };
    const returnTokenIds = body.return_token_ids ?? false;
    return { status: 200, stream: messageEvents(reply.stream, { ...options, returnTokenIds }), named: true };
  }

  @Post('count_tokens')
  @Security('bearerAuth')
  async countMessageTokens(
    @Body() body: CountMessageTokensRequest,
    @Inject() { caller: { owner }, signal }: KeyedContext,
  ): Promise<JsonReply<200, MessageTokens> | Failure> {
    const { texts, requestTemplates } = this.#parts;
    const { base } = await findChatTarget(this.#parts, owner, body.model);
    const parts = { texts, requestTemplates, requester: { owner, signal } };
    const ids = await encodeChat(base, chatPrompt(body), promptCharacters(base.contextLength), parts);
    return { status: 200, body: { input_tokens: ids.length } };
  }
}
