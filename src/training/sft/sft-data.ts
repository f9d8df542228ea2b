import { isJsonObject, type JsonObject } from '../../model/checkpoint/json-file.ts';
import type { ToolDefinition } from '../../model/text/chat-message.ts';
import type { Cooperative } from '../cooperative.ts';
import { readList, requireObject } from '../json-reading.ts';
import { type PlainMessage, requireAnswer, requireCalls, requireRole } from '../plain-message.ts';
import { readItem, readTools } from '../rl/trajectory.ts';
import { type InputPath, TrainingInputError } from '../training-input-error.ts';

/** One conversation to train on. */
export interface SftExample {
  /** The file and the line, counted from 1. */
  place: InputPath;
  /** At least one message is the assistant's. Messages after the last answer are not trained on. */
  messages: PlainMessage[];
  tools: ToolDefinition[] | null;
}

const CLIENT_FILE = 'train.jsonl';
const DOCUMENTED_FILE = 'trajectories.jsonl';
const METADATA_FILE = 'metadata.json';
const NEWLINE = 0x0a;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads uploaded SFT data, the bytes of files by name: `train.jsonl` as the released client writes it, or
 * `trajectories.jsonl` with `metadata.json` as the interface describes it. A line is {messages, tools?} or a trajectory
 * with messages_and_choices. Throws a `TrainingInputError` that names the file and line.
 */
export function* readSftData(files: ReadonlyMap<string, Uint8Array>): Cooperative<SftExample[]> {
  const name = dataFile([...files.keys()]);
  const examples: SftExample[] = [];
  let line = 0;
  for (const bytes of linesOf(files.get(name) ?? new Uint8Array())) {
    line += 1;
    const place = [name, `line ${line}`];
    const text = decode(bytes, place);
    if (text.trim() !== '') examples.push(readExample(text, place));
    yield;
  }
  if (examples.length === 0) throw new TrainingInputError([name], 'it has no rows');
  const metadata = files.get(METADATA_FILE);
  if (metadata !== undefined) checkMetadata(decode(metadata, [METADATA_FILE]), examples.length);
  return examples;
}

/** Yields one line at a time, because splitting a whole file would block the event loop. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start <= bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

function decode(bytes: Uint8Array, place: InputPath): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new TrainingInputError(place, 'it is not UTF-8');
  }
}

/** Returns the name of the file with the rows. Throws a `TrainingInputError` if there is none, or two. */
export function dataFile(names: readonly string[]): string {
  const found = [CLIENT_FILE, DOCUMENTED_FILE].filter((name) => names.includes(name));
  if (found.length === 1) return found[0];
  const holds = names.length === 0 ? 'nothing' : names.slice(0, 8).join(', ');
  throw new TrainingInputError(
    ['training_data_url'],
    `it must contain ${CLIENT_FILE}, or ${DOCUMENTED_FILE} and ${METADATA_FILE}; it contains ${holds}`,
  );
}

function checkMetadata(text: string, rows: number): void {
  const metadata = parse(text, [METADATA_FILE]);
  const { format, num_trajectories: count } = metadata;
  if (format != null && format !== 'jsonl')
    throw new TrainingInputError([METADATA_FILE, 'format'], "it must be 'jsonl'");
  if (count != null && count !== rows) {
    const reason = `it says ${String(count)}, but there are ${rows} rows; was the upload cut short?`;
    throw new TrainingInputError([METADATA_FILE, 'num_trajectories'], reason);
  }
}

function readExample(text: string, place: InputPath): SftExample {
  const example = parse(text, place);
  if (example.loss_mask != null)
    throw new TrainingInputError(
      [...place, 'loss_mask'],
      'it is not supported; leave it out, and select answers with assistant_turns in the config',
    );
  const field = fieldOf(example, place);
  const messages = readList(example[field], [...place, field]).map((item, index) => {
    return readAnyMessage(item, [...place, field, index]);
  });
  if (messages.length === 0) throw new TrainingInputError([...place, field], 'there must be at least one message');
  if (!messages.some(({ role }) => role === 'assistant')) {
    throw new TrainingInputError(
      [...place, field],
      'at least one message must be from the assistant: it is the answer to learn',
    );
  }
  return { place, messages, tools: readTools(example.tools, [...place, 'tools']) };
}

function readAnyMessage(item: unknown, place: InputPath): PlainMessage {
  const read = readItem(item, place);
  refuseWeight(item, place);
  if (read.kind === 'choice') {
    requireCalls(read.choice.message, [...place, 'message']);
    return read.choice.message;
  }
  requireRole(read.message, place);
  requireAnswer(requireObject(item, place), place);
  requireCalls(read.message, place);
  return read.message;
}

function fieldOf(example: JsonObject, place: InputPath): 'messages' | 'messages_and_choices' {
  if (example.messages != null) return 'messages';
  if (example.messages_and_choices != null) return 'messages_and_choices';
  const keys = Object.keys(example).slice(0, 8);
  const has = keys.length === 0 ? 'it is empty' : `it has ${keys.map((key) => key.slice(0, 64)).join(', ')}`;
  throw new TrainingInputError(
    [...place, 'messages'],
    `it is missing; a line is {"messages": [...], "tools": [...]}; tools are optional; ${has}`,
  );
}

/** Throws for a weight other than 1. Weight 0 excludes an answer elsewhere; to ignore it would train on the answer. */
function refuseWeight(item: unknown, place: InputPath): void {
  if (!isJsonObject(item) || item.weight == null || item.weight === 1) return;
  const reason = 'only 1 is supported; leave the answer out, or select answers with assistant_turns in the config';
  throw new TrainingInputError([...place, 'weight'], reason);
}

function parse(text: string, place: InputPath): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new TrainingInputError(place, `it is not valid JSON (${(error as Error).message})`);
  }
  if (!isJsonObject(value)) throw new TrainingInputError(place, 'it must be a JSON object');
  return value;
}
