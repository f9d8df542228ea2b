import { isObject, type Loose, list, object, type Path, Refused, type RowFault, readOrFault } from './refused.ts';

/**
 * Checks a row of training data like the server, that is, like src/training/sft/sft-data.ts and its imports.
 * test/dashboard/row-fault.test.ts compares both.
 */

/** Contents of a line: numbers of conversations, of their answers, and of the answers' characters. */
export interface RowGain {
  conversations: number;
  answers: number;
  characters: number;
}

const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const answerFields = ['content', 'tool_calls', 'function_call', 'reasoning', 'reasoning_content'];

/** Reads a row, or returns why the server would refuse it. */
export const readRow = (row: unknown): RowGain | RowFault => readOrFault(() => readExample(row));

function readExample(row: unknown): RowGain {
  const example = object(row, []);
  if (example.loss_mask != null) throw new Refused(['loss_mask'], 'it is not supported; leave it out');
  const field = ['messages', 'messages_and_choices'].find((name) => example[name] != null);
  if (field === undefined) throw new Refused([], 'it has no messages, which must be a list');
  const messages = list(example[field], [field]).map((item, place) => readItem(item, [field, place]));
  if (messages.length === 0) throw new Refused([field], 'there must be at least one message');
  const answers = messages.filter(({ role }) => role === 'assistant');
  if (answers.length === 0)
    throw new Refused([field], 'no message is an answer (role assistant), so there is nothing to learn');
  for (const [place, item] of list(example.tools, ['tools']).entries()) requireTool(item, ['tools', place]);
  const lengths = answers.map(({ content }) => (typeof content === 'string' ? content.length : 0));
  return { conversations: 1, answers: answers.length, characters: lengths.reduce((sum, length) => sum + length, 0) };
}

/** Reads a message, or a choice of a chat completion, which contains one. */
function readItem(item: unknown, path: Path): Loose {
  const given = object(item, path);
  const isChoice = isObject(given.message) && given.role == null;
  const at = isChoice ? [...path, 'message'] : path;
  const message = isChoice ? { ...(given.message as Loose), role: 'assistant' } : given;
  requireMessage(message, at);
  if (given.weight != null && given.weight !== 1) throw new Refused([...path, 'weight'], 'only 1 is supported');
  if (!isChoice) requireAnswer(message, at);
  if (message.role === 'assistant') requireCalls(message, at);
  return message;
}

export function requireMessage({ role, content, tool_calls: calls }: Loose, path: Path): void {
  if (typeof role !== 'string')
    throw new Refused(role === undefined ? path : [...path, 'role'], 'it must be a message with a role');
  const isText = content == null || typeof content === 'string';
  if (!isText && !(Array.isArray(content) && content.every(isPart)))
    throw new Refused([...path, 'content'], 'it must be a string, null, or a list of parts with a type');
  if (calls != null && !(Array.isArray(calls) && calls.every(isObject)))
    throw new Refused([...path, 'tool_calls'], 'it must be a list of objects');
  if (!roles.includes(role))
    throw new Refused([...path, 'role'], `${JSON.stringify(role.slice(0, 64))} is none of ${roles.join(', ')}`);
}

function requireAnswer(message: Loose, path: Path): void {
  const isGiven = (field: string) => {
    const value = message[field];
    return value != null && !(field === 'tool_calls' && Array.isArray(value) && value.length === 0);
  };
  if (message.role === 'assistant' && !answerFields.some(isGiven))
    throw new Refused(path, 'an answer must have content or tool_calls');
}

function requireCalls({ tool_calls: calls, function_call: older }: Loose, path: Path): void {
  for (const [place, call] of ((calls ?? []) as Loose[]).entries()) {
    const at = [...path, 'tool_calls', place];
    const called = call.function ?? { name: call.name, arguments: call.args ?? call.arguments };
    const isFunction = [undefined, null, 'function', 'tool_call'].includes(call.type as string);
    if (!isFunction || !isObject(called) || typeof called.name !== 'string')
      throw new Refused(at, 'it must be a function call: {"function": {"name": …, "arguments": …}}');
    requireArguments(called.arguments, [...at, ...(isObject(call.function) ? ['function'] : [])]);
  }
  if (isObject(older)) requireArguments(older.arguments, [...path, 'function_call']);
}

function requireArguments(value: unknown, path: Path): void {
  if (value == null || (typeof value === 'string' && value.trim() === '')) return;
  if (!isObject(typeof value === 'string' ? parsed(value) : value))
    throw new Refused([...path, 'arguments'], 'they must be a JSON object, or its text');
}

export function requireTool(item: unknown, path: Path): void {
  const tool = object(item, path);
  const called = tool.function === undefined ? tool : object(tool.function, [...path, 'function']);
  if (typeof called.name !== 'string') throw new Refused(path, 'a tool is a function with a name');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPart = (part: unknown) => typeof part === 'string' || (isObject(part) && typeof part.type === 'string');
