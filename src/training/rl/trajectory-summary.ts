import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { isCutShort } from './message-answer.ts';

/** Summary of a trajectory, for lists and search. */
export interface TrajectorySummary {
  reward: number;
  /** The trajectory's own metrics, with booleans as 0 and 1. */
  metrics: Record<string, number>;
  /** The first message of the user, truncated. */
  prompt: string;
  /** The last answer, truncated. */
  answer: string;
  /** Lower-case text for searches: the prompt and the answers, truncated. */
  text: string;
  answers: number;
  /** Number of characters in all answers. */
  characters: number;
  /** Whether a length limit ended an answer. */
  truncated: boolean;
}

/** Most characters of `prompt` and of `answer`. */
export const SHOWN_CHARACTERS = 200;
/** Most characters of `text`. */
export const SEARCHED_CHARACTERS = 2_000;
/** Most metrics of one trajectory, and most characters of their names. */
const MAX_METRICS = 64;
const LONGEST_NAME = 256;

interface Message {
  role: string;
  text: string;
  sampled: boolean;
  truncated: boolean;
}

/**
 * Summarizes a trajectory that has been validated against the contract. Unreadable parts are skipped.
 */
export function summarize(trajectory: JsonObject): TrajectorySummary {
  const messages = [...messagesOf(trajectory)];
  const sampled = messages.filter((message) => message.sampled);
  const answers = sampled.length > 0 ? sampled : messages.filter(({ role }) => role === 'assistant');
  const prompt = (messages.find(({ role }) => role === 'user') ?? messages[0])?.text ?? '';
  const searched = [prompt, ...answers.map(({ text }) => text)].map((text) => text.slice(0, SEARCHED_CHARACTERS));
  return {
    reward: typeof trajectory.reward === 'number' ? trajectory.reward : 0,
    metrics: metricsOf(trajectory.metrics),
    prompt: cut(prompt, SHOWN_CHARACTERS),
    answer: cut(answers.at(-1)?.text ?? '', SHOWN_CHARACTERS),
    text: cut(searched.join('\n').toLowerCase(), SEARCHED_CHARACTERS),
    answers: answers.length,
    characters: answers.reduce((sum, { text }) => sum + text.length, 0),
    truncated: answers.some(({ truncated }) => truncated),
  };
}

function* messagesOf(trajectory: JsonObject): Generator<Message> {
  yield* conversation(trajectory.messages_and_choices);
  for (const history of objects(trajectory.additional_histories)) yield* conversation(history.messages_and_choices);
  if (!isJsonObject(trajectory.exchanges)) return;
  const { chat_completions: chats, completions, messages, responses } = trajectory.exchanges;
  for (const [place, { request, response }] of objects(chats).entries()) {
    if (place === 0 && isJsonObject(request)) yield* conversation(request.messages);
    if (isJsonObject(response)) yield* conversation(response.choices);
  }
  for (const [place, { request, response }] of objects(completions).entries()) {
    const prompt = isJsonObject(request) && typeof request.prompt === 'string' ? request.prompt : '';
    if (place === 0) yield { role: 'user', text: prompt, sampled: false, truncated: false };
    if (!isJsonObject(response)) continue;
    for (const { text, finish_reason: reason } of objects(response.choices)) {
      yield { role: 'assistant', text: textOf(text), sampled: true, truncated: reason === 'length' };
    }
  }
  for (const [place, { request, response }] of objects(messages).entries()) {
    if (place === 0 && isJsonObject(request)) yield* conversation(request.messages);
    if (!isJsonObject(response)) continue;
    const truncated = isCutShort(response.stop_reason);
    yield { role: 'assistant', text: blocksText(response.content), sampled: true, truncated };
  }
  for (const [place, { request, response }] of objects(responses).entries()) {
    if (place === 0 && isJsonObject(request)) yield* inputOf(request.input);
    if (!isJsonObject(response)) continue;
    const truncated = response.status === 'incomplete';
    yield { role: 'assistant', text: blocksText(response.output), sampled: true, truncated };
  }
}

/** Yields the messages of a `responses` input: a string, or a list of items, some of which are messages. */
function* inputOf(input: unknown): Generator<Message> {
  if (typeof input === 'string') yield { role: 'user', text: input, sampled: false, truncated: false };
  else yield* conversation(objects(input).filter(({ role }) => typeof role === 'string'));
}

/** Returns the texts and tool calls of an answer that is a list of blocks or items, without its reasoning. */
function blocksText(blocks: unknown): string {
  const parts = objects(blocks).map(({ type, text, content, name, input, arguments: given }) => {
    if (type === 'tool_use' || type === 'function_call') return callText(name, given ?? input);
    return type === 'reasoning' ? '' : textOf(text ?? content);
  });
  return parts.filter((part) => part !== '').join('\n');
}

/** Yields the messages of a conversation. It distinguishes choices from messages as `isChoice` does. */
function* conversation(items: unknown): Generator<Message> {
  for (const item of objects(items)) {
    if (isJsonObject(item.message) && item.role == null) {
      yield {
        role: 'assistant',
        text: answerText(item.message),
        sampled: true,
        truncated: item.finish_reason === 'length',
      };
    } else yield { role: textOf(item.role), text: answerText(item), sampled: false, truncated: false };
  }
}

/** Returns the content and the tool calls of a message as text. */
function answerText({ content, tool_calls: calls }: JsonObject): string {
  const called = objects(calls).map((call) => {
    const { name, arguments: given } = isJsonObject(call.function) ? call.function : call;
    return callText(name, given);
  });
  return [textOf(content), ...called].filter((part) => part !== '').join('\n');
}

function callText(name: unknown, given: unknown): string {
  return `${textOf(name)}(${typeof given === 'string' ? given : JSON.stringify(given ?? {})})`;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isJsonObject(part) ? textOf(part.text) : textOf(part))).join('');
}

function metricsOf(value: unknown): Record<string, number> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const numbers = entries
    .filter(([name, metric]) => name.length <= LONGEST_NAME && ['number', 'boolean'].includes(typeof metric))
    .map(([name, metric]): [string, number] => [plain(name), Number(metric)]);
  return Object.fromEntries(numbers.filter(([, metric]) => Number.isFinite(metric)).slice(0, MAX_METRICS));
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function cut(text: string, length: number): string {
  return plain(text.slice(0, length));
}

/** Replaces characters that PostgreSQL cannot store: U+0000 and lone surrogates. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}
