import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import { isCutShort } from './message-answer.ts';

/** What lists show of a trajectory, and search in. */
export interface TrajectorySummary {
  reward: number;
  /** Its own metrics, booleans as 0 and 1. */
  metrics: Record<string, number>;
  /** The first message of the user, cut. */
  prompt: string;
  /** The last answer, cut. */
  answer: string;
  /** Prompt and answers in small letters, cut: what is searched. */
  text: string;
  answers: number;
  /** Characters of all answers. */
  characters: number;
  /** Whether an answer ended by its length. */
  truncated: boolean;
}

/** Characters of `prompt` and `answer`. */
export const SHOWN_CHARACTERS = 200;
/** Characters of `text`. */
export const SEARCHED_CHARACTERS = 2_000;
/** Metrics of one trajectory, and characters of their names. */
const MOST_METRICS = 64;
const LONGEST_NAME = 256;

interface Message {
  role: string;
  text: string;
  sampled: boolean;
  truncated: boolean;
}

/**
 * The summary of a trajectory as a client sent it and the contract has let it in. What cannot be read in it is passed
 * over.
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

/** A question, or items, some of which are messages. */
function* inputOf(input: unknown): Generator<Message> {
  if (typeof input === 'string') yield { role: 'user', text: input, sampled: false, truncated: false };
  else yield* conversation(objects(input).filter(({ role }) => typeof role === 'string'));
}

/** The texts and calls of an answer that is a list of blocks or items; what it thought is left out. */
function blocksText(blocks: unknown): string {
  const parts = objects(blocks).map(({ type, text, content, name, input, arguments: given }) => {
    if (type === 'tool_use' || type === 'function_call') return callText(name, given ?? input);
    return type === 'reasoning' ? '' : textOf(text ?? content);
  });
  return parts.filter((part) => part !== '').join('\n');
}

/** Choices are told from messages as `isChoice` does. */
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

/** Its content and its calls of tools. */
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
  return Object.fromEntries(numbers.filter(([, metric]) => Number.isFinite(metric)).slice(0, MOST_METRICS));
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function cut(text: string, length: number): string {
  return plain(text.slice(0, length));
}

/** PostgreSQL stores no character 0, and no half of a surrogate pair. */
function plain(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{fffd}');
}
