import { type ChatText, renderAt } from '../chat-text.ts';
import type { TrainSequence } from '../train-step.ts';
import { TrainingInputError } from '../training-input-error.ts';
import type { SftExample } from './sft-data.ts';
import type { TurnMarkers } from './template-markers.ts';

interface Span {
  start: number;
  end: number;
}

const SENTINEL = '\uE000answer\uE001';

/**
 * Tokenizes one conversation and marks the assistant's answers as trained. An answer starts right after the header of
 * its turn, and includes the end-of-turn token and the template's text before the next turn. Answers and the text
 * between are encoded separately, as in sampling. Text after the last answer is left out. Returns null if the sequence
 * is longer than `maxLength` tokens. Throws a `TrainingInputError` if an answer cannot be found.
 */
export function sftSequence(
  given: SftExample,
  turns: 'all' | 'last',
  text: ChatText,
  markers: TurnMarkers,
  maxLength: number,
): TrainSequence | null {
  const example = upToLastAnswer(given, turns);
  const whole = render(example, example.messages, text);
  if (isFarTooLong(whole, text, maxLength)) return null;
  const spans = answerSpans(example, turns, whole, text, markers);
  const ids: number[] = [];
  const mask: number[] = [];
  const add = (start: number, end: number, bit: 0 | 1): void => {
    const part = whole.slice(start, end);
    for (const id of part === '' ? [] : text.encode(part, whole.slice(0, start))) {
      mask.push(ids.length === 0 ? 0 : bit);
      ids.push(id);
    }
  };
  let done = 0;
  for (const { start, end } of spans) {
    add(done, start, 0);
    add(start, end, 1);
    done = end;
  }
  if (ids.length > maxLength) return null;
  return {
    ids: Uint32Array.from(ids),
    mask: Uint8Array.from(mask),
    advantages: Float32Array.from(mask),
    weight: 1,
    oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
  };
}

/**
 * Drops the messages after the last answer, since no answer sees them. Throws a `TrainingInputError` if only the last
 * message is to be trained on and it is not an answer.
 */
function upToLastAnswer(example: SftExample, turns: 'all' | 'last'): SftExample {
  const last = example.messages.findLastIndex(({ role }) => role === 'assistant');
  if (turns === 'last' && last < example.messages.length - 1) {
    const reason = `with assistant_turns 'last' the last message must be from the assistant; it is from ${example.messages.at(-1)?.role}`;
    throw new TrainingInputError([...example.place, 'messages'], reason);
  }
  return { ...example, messages: example.messages.slice(0, last + 1) };
}

/** Returns whether a conversation is surely too long. Searching megabytes of text for each answer would take hours. */
function isFarTooLong(whole: string, text: ChatText, maxLength: number): boolean {
  if (text.leastTokens(whole) > maxLength) return true;
  // Encoding the text as a whole may give a few tokens more or fewer than encoding it in parts.
  return whole.length > 16 * maxLength && text.encode(whole).length > 2 * maxLength;
}

/** Returns the spans of the answers in the rendered text, in order. */
function answerSpans(
  example: SftExample,
  turns: 'all' | 'last',
  whole: string,
  text: ChatText,
  markers: TurnMarkers,
): Span[] {
  const last = example.messages.length - 1;
  const spans: Span[] = [];
  example.messages.forEach((message, index) => {
    if (message.role !== 'assistant' || (turns === 'last' && index !== last)) return;
    const start = answerStart(example, index, whole, text, markers);
    spans.push({ start, end: index === last ? whole.length : answerEnd(example, index, start, whole, text, markers) });
  });
  return spans;
}

/**
 * Returns the end of an answer: the length of the conversation rendered up to this answer. If the template renders that
 * part differently once more turns follow, the next turn's marker gives the end.
 */
function answerEnd(
  example: SftExample,
  index: number,
  start: number,
  whole: string,
  text: ChatText,
  { close, opening }: TurnMarkers,
): number {
  const ended = render(example, example.messages.slice(0, index + 1), text);
  if (ended.length > start && ended.endsWith(close) && whole.startsWith(ended)) return ended.length;
  const next = whole.indexOf(close + opening, start);
  if (next < 0) throw new TrainingInputError([...example.place, 'messages', index], NOT_FOUND);
  return next + close.length;
}

const NOT_FOUND = "the chat template does not show where this answer begins and ends, so it can't be trained on";

/**
 * Returns the start of an answer: the end of the prompt that it would be sampled from, without or with an opened
 * thought. If the template renders earlier turns differently in that prompt, a sentinel in place of the answer gives
 * the start.
 */
function answerStart(example: SftExample, index: number, whole: string, text: ChatText, { lead }: TurnMarkers): number {
  for (const thinking of index === 0 ? [] : [false, true]) {
    const prompt = render(example, example.messages.slice(0, index), text, { addGenerationPrompt: true, thinking });
    if (whole.startsWith(prompt)) return prompt.length;
  }
  const marked = example.messages.map((message, at) =>
    at === index ? { role: 'assistant', content: SENTINEL } : message,
  );
  const rendered = render(example, marked, text);
  const start = rendered.indexOf(SENTINEL);
  if (start < 0 || rendered.slice(0, start) !== whole.slice(0, start)) {
    throw new TrainingInputError([...example.place, 'messages', index], NOT_FOUND);
  }
  return whole.slice(0, start).endsWith(lead) ? start - lead.length : start;
}

function render(
  example: SftExample,
  messages: SftExample['messages'],
  text: ChatText,
  options = { addGenerationPrompt: false, thinking: false },
): string {
  return renderAt(example.place, text, messages, { tools: example.tools, ...options });
}
