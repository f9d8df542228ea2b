import { isObject, type Loose, list, object, type Path, Refused, type RowFault, readOrFault } from './refused.ts';
import { type RowGain, requireMessage, requireTool } from './row-fault.ts';

/**
 * Checks a trajectory group like the server, that is, like `TrajectoryGroup` of openapi.yaml and
 * src/training/rl/trajectory.ts. test/dashboard/group-fault.test.ts compares both. Lengths, and contents of captured
 * exchanges, are checked by the server only.
 */
export const readGroup = (group: unknown): RowGain | RowFault => readOrFault(() => gainOf(object(group, [])));

function gainOf(group: Loose): RowGain {
  if (group.trajectories == null && group.exceptions == null)
    throw new Refused([], 'it has no trajectories; a line is one group: {"trajectories": [{…}, …]}');
  for (const [place, one] of list(group.exceptions, ['exceptions']).entries()) object(one, ['exceptions', place]);
  requireExtras(group, []);
  const gains = list(group.trajectories, ['trajectories']).map((one, place) => {
    return readTrajectory(object(one, ['trajectories', place]), ['trajectories', place]);
  });
  const total = (of: (gain: RowGain) => number) => gains.reduce((sum, gain) => sum + of(gain), 0);
  return {
    conversations: gains.length,
    answers: total(({ answers }) => answers),
    characters: total(({ characters }) => characters),
  };
}

function readTrajectory(trajectory: Loose, path: Path): RowGain {
  const { reward } = trajectory;
  if (reward != null && !isNumber(reward, 1e30)) throw new Refused([...path, 'reward'], 'it must be a finite number');
  requireExtras(trajectory, path);
  requireExchanges(trajectory, path);
  const others = list(trajectory.additional_histories, [...path, 'additional_histories']);
  const answers = [
    ...readHistory(trajectory, path),
    ...others.flatMap((one, place) => {
      const at = [...path, 'additional_histories', place];
      return readHistory(object(one, at), at);
    }),
  ];
  const characters = answers.reduce((sum, { content }) => sum + (typeof content === 'string' ? content.length : 0), 0);
  return { conversations: 1, answers: answers.length, characters };
}

/** Checks metrics, metadata and logs of a group or a trajectory. */
function requireExtras(about: Loose, path: Path): void {
  const isMetric = (value: unknown) => typeof value === 'boolean' || isNumber(value, 1e30);
  for (const field of ['metrics', 'auto_metrics'])
    requireValues(about[field], [...path, field], isMetric, 'a finite number, true or false');
  const isNote = (value: unknown) => value === null || typeof value === 'string' || isMetric(value);
  requireValues(about.metadata, [...path, 'metadata'], isNote, 'a text, a finite number, true, false or null');
  for (const [place, line] of list(about.logs, [...path, 'logs']).entries())
    if (typeof line !== 'string') throw new Refused([...path, 'logs', place], 'it must be a text');
}

function requireValues(given: unknown, path: Path, isAllowed: (value: unknown) => boolean, allowed: string): void {
  if (given == null) return;
  for (const [name, value] of Object.entries(object(given, path)))
    if (!isAllowed(value)) throw new Refused([...path, name], `it must be ${allowed}`);
}

function requireExchanges(trajectory: Loose, path: Path): void {
  if (trajectory.exchanges == null) return;
  const at = [...path, 'exchanges'];
  const exchanges = object(trajectory.exchanges, at);
  for (const protocol of ['chat_completions', 'completions', 'responses', 'messages']) {
    for (const [place, one] of list(exchanges[protocol], [...at, protocol]).entries()) {
      const exchange = object(one, [...at, protocol, place]);
      for (const side of ['request', 'response']) object(exchange[side], [...at, protocol, place, side]);
    }
  }
  if (Object.keys(exchanges).length === 0) return;
  for (const field of ['messages_and_choices', 'tools', 'additional_histories'])
    if (list(trajectory[field], [...path, field]).length > 0)
      throw new Refused([...path, field], 'a trajectory has either exchanges or this field, not both');
}

/** Returns the answers of a conversation that can be trained on. */
function readHistory(history: Loose, path: Path): Loose[] {
  for (const [place, tool] of list(history.tools, [...path, 'tools']).entries())
    requireTool(tool, [...path, 'tools', place]);
  return list(history.messages_and_choices, [...path, 'messages_and_choices']).flatMap((item, place) => {
    const at = [...path, 'messages_and_choices', place];
    const given = object(item, at);
    if (isObject(given.message) && given.role == null) return readChoice(given, at) ? [given.message] : [];
    requireMessage(given, at);
    requireNoOtherAnswer(given, at);
    return [];
  });
}

const answerFields = ['content', 'tool_calls', 'function_call', 'reasoning', 'reasoning_content'];
/** Other fields that clients store in an answer. */
const otherFields = [
  ...['role', 'name', 'weight', 'refusal', 'audio', 'parsed', 'annotations', 'images', 'tool_call_id', 'token_ids'],
  ...['thinking', 'thinking_blocks', 'reasoning_details', 'provider_specific_fields'],
];

function requireNoOtherAnswer(message: Loose, path: Path): void {
  if (message.role !== 'assistant' || answerFields.some((field) => field in message)) return;
  const odd = Object.keys(message).find((field) => !otherFields.includes(field));
  if (odd !== undefined) throw new Refused([...path, odd], 'it stands where content or tool_calls must');
}

/** Returns whether the choice has log-probabilities, so that it can be trained on. */
function readChoice(choice: Loose, path: Path): boolean {
  const message = choice.message as Loose;
  if (message.role != null && typeof message.role !== 'string')
    throw new Refused([...path, 'message', 'role'], 'it must be a text');
  requireMessage({ ...message, role: 'assistant' }, [...path, 'message']);
  const entries = readEntries(choice.logprobs, [...path, 'logprobs']);
  const ids = readIds(choice.token_ids, [...path, 'token_ids']) ?? entryIds(entries, [...path, 'logprobs']);
  readIds(choice.prompt_token_ids, [...path, 'prompt_token_ids']);
  const compact = ['art_completion_logprobs', 'compact_logprobs'].map((field) => {
    for (const [place, one] of list(choice[field], [...path, field]).entries())
      requireLogprob(one, [...path, field, place]);
    return choice[field] as unknown[] | null | undefined;
  });
  const logprobs = compact[0] ?? compact[1] ?? entries;
  if (ids !== null && logprobs !== null && ids.length !== logprobs.length)
    throw new Refused(path, `it has ${ids.length} token_ids but ${logprobs.length} log-probabilities`);
  if (choice.logprobs != null && ids?.length !== 0 && !logprobs?.length)
    throw new Refused(
      [...path, 'logprobs'],
      'it has no log-probabilities; null is for answers that are not to be trained on',
    );
  return logprobs !== null && logprobs.length > 0;
}

function readEntries(logprobs: unknown, path: Path): Loose[] | null {
  if (logprobs == null) return null;
  const given = object(logprobs, path);
  const [content, refusal] = ['content', 'refusal'].map((field) => {
    if (given[field] == null) return null;
    return list(given[field], [...path, field]).map((one, place) => {
      const at = [...path, field, place];
      const entry = object(one, at);
      if (typeof entry.token !== 'string') throw new Refused([...at, 'token'], 'it must be a text');
      requireLogprob(entry.logprob, [...at, 'logprob']);
      return entry;
    });
  });
  return content ?? refusal ?? null;
}

/** Amount by which a sampler may round a log-probability above 0. */
const rounding = 1e-3;

function requireLogprob(value: unknown, path: Path): void {
  if (!isNumber(value, 1e30) || value > rounding)
    throw new Refused(path, 'a log-probability must be a number that is not above 0');
}

/** Returns the ids next to the log-probabilities, if each has one. */
function entryIds(entries: Loose[] | null, path: Path): unknown[] | null {
  const ids = entries?.map(({ token_id: id }) => id) ?? [];
  return ids.length > 0 && ids.every((id) => id != null) ? readIds(ids, path) : null;
}

function readIds(value: unknown, path: Path): unknown[] | null {
  if (value == null) return null;
  const isId = (id: unknown) => Number.isInteger(id) && (id as number) >= 0 && (id as number) < 2 ** 31;
  if (!Array.isArray(value) || !value.every(isId))
    throw new Refused(path, 'it must be a list of token ids, integers from 0');
  return value;
}

function isNumber(value: unknown, most: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= most;
}
