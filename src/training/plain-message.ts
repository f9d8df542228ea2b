import { isJsonObject, type JsonObject } from '../model/checkpoint/json-file.ts';
import type { ChatMessage } from '../model/text/chat-message.ts';
import { argumentsObject, calledFunction } from '../model/text/chat-message.ts';
import { type InputPath, TrainingInputError } from './training-input-error.ts';

/** A message of a conversation. The chat template handles content that is not text. */
export type PlainMessage = ChatMessage;

const ROLES: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
/** Fields from which templates write an answer. */
const ANSWER_FIELDS = ['content', 'tool_calls', 'function_call', 'reasoning', 'reasoning_content'];
/** Other fields of an answer that clients send back. */
const OTHER_FIELDS = [
  ...['role', 'name', 'weight', 'refusal', 'audio', 'parsed', 'annotations', 'images', 'tool_call_id', 'token_ids'],
  ...['thinking', 'thinking_blocks', 'reasoning_details', 'provider_specific_fields'],
];

/**
 * Reads a message; null content becomes ''. Throws a `TrainingInputError` for a message without a role or with
 * unreadable content.
 */
export function readPlainMessage(message: JsonObject, place: InputPath): PlainMessage {
  const { role, content, tool_calls: calls } = message;
  if (typeof role !== 'string') {
    throw new TrainingInputError(place, 'it must be a message with a role or a choice with a message');
  }
  if (content != null && typeof content !== 'string' && !(Array.isArray(content) && content.every(isContentPart))) {
    throw new TrainingInputError([...place, 'content'], 'it must be a string, null, or an array of parts with a type');
  }
  if (calls != null && !(Array.isArray(calls) && calls.every(isJsonObject))) {
    throw new TrainingInputError([...place, 'tool_calls'], 'it must be an array of objects');
  }
  return { ...message, role, content: (content as PlainMessage['content']) ?? '', tool_calls: calls ?? undefined };
}

/** Throws a `TrainingInputError` for an unknown role: with a misspelt role, nothing or the wrong text is trained on. */
export function requireRole({ role }: PlainMessage, place: InputPath): void {
  if (ROLES.includes(role)) return;
  const reason = `${JSON.stringify(role.slice(0, 64))} is not a role; allowed are ${ROLES.join(', ')}`;
  throw new TrainingInputError([...place, 'role'], reason);
}

/** Throws a `TrainingInputError` for an assistant message without an answer, which would train for empty answers. */
export function requireAnswer(message: JsonObject, place: InputPath): void {
  if (message.role !== 'assistant' || ANSWER_FIELDS.some((field) => isGiven(message, field))) return;
  throw withoutAnswer(message, place);
}

/**
 * Throws a `TrainingInputError` for a call without a function, and for arguments that are not a JSON object. Templates
 * would write other arguments as none, and the model would learn that.
 */
export function requireCalls({ role, tool_calls: calls, function_call: older }: PlainMessage, place: InputPath): void {
  if (role !== 'assistant') return;
  for (const [index, call] of (calls ?? []).entries()) {
    const at = [...place, 'tool_calls', index];
    const called = calledFunction(call);
    if (called === null) {
      throw new TrainingInputError(at, 'it must be a function call: {"function": {"name": ..., "arguments": ...}}');
    }
    requireArguments(called.arguments, at);
  }
  if (isJsonObject(older)) requireArguments(older.arguments, [...place, 'function_call']);
}

function requireArguments(value: unknown, place: InputPath): void {
  if (argumentsObject(value) !== null) return;
  throw new TrainingInputError([...place, 'arguments'], 'they must be a JSON object, or its text');
}

/**
 * Throws a `TrainingInputError` for an assistant message with an unknown field in place of an answer. For conversations
 * with a sampled answer: clients omit null fields of earlier answers, so a message without an answer is allowed.
 */
export function requireNoOtherAnswer(message: JsonObject, place: InputPath): void {
  if (message.role !== 'assistant' || ANSWER_FIELDS.some((field) => field in message)) return;
  if (oddFields(message).length > 0) throw withoutAnswer(message, place);
}

function withoutAnswer(message: JsonObject, place: InputPath): TrainingInputError {
  const odd = oddFields(message).map((field) => field.slice(0, 64).toWellFormed());
  const has = odd.length === 0 ? '' : `; it has ${odd.slice(0, 8).join(', ')}`;
  return new TrainingInputError(place, `it has neither content nor tool_calls${has}`);
}

/** Returns whether an answer field is set. An empty list of calls counts as unset, empty content as set. */
function isGiven(message: JsonObject, field: string): boolean {
  const value = message[field];
  return value != null && !(field === 'tool_calls' && Array.isArray(value) && value.length === 0);
}

function oddFields(message: JsonObject): string[] {
  return Object.keys(message).filter((field) => !ANSWER_FIELDS.includes(field) && !OTHER_FIELDS.includes(field));
}

function isContentPart(part: unknown): boolean {
  return typeof part === 'string' || (isJsonObject(part) && typeof part.type === 'string');
}
