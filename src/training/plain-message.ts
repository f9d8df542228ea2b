import type { ChatMessage } from '../model/text/chat-message.ts';
import { isObject, type JsonObject } from './json-reading.ts';
import { type Place, TrainingInputError } from './training-input-error.ts';

/** A message of a conversation; what is not text in it is the chat template's concern. */
export type PlainMessage = ChatMessage;

/** Null content is empty. Throws a `TrainingInputError` for a message without a role or with unreadable content. */
export function readMessage(message: JsonObject, place: Place): PlainMessage {
  const { role, content, tool_calls: calls } = message;
  if (typeof role !== 'string') {
    throw new TrainingInputError(place, 'it must be a message with a role, or a choice with a message');
  }
  if (content != null && typeof content !== 'string' && !(Array.isArray(content) && content.every(isContentPart))) {
    throw new TrainingInputError([...place, 'content'], 'it must be a string, null, or an array of parts with a type');
  }
  if (calls != null && !(Array.isArray(calls) && calls.every(isObject))) {
    throw new TrainingInputError([...place, 'tool_calls'], 'it must be an array of objects');
  }
  return { ...message, role, content: (content as PlainMessage['content']) ?? '', tool_calls: calls ?? undefined };
}

function isContentPart(part: unknown): boolean {
  return typeof part === 'string' || (isObject(part) && typeof part.type === 'string');
}
