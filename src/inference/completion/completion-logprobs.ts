import type { ChatTokenLogprob, CompletionLogprobs as NullableLogprobs } from '../../generated/types.ts';
import { type Decode, tokenLogprob } from '../chat/token-logprobs.ts';
import type { PromptTokenLogprobs } from '../generate-request.ts';

export type CompletionLogprobs = NonNullable<NullableLogprobs>;

/** Returns the length in code points, as Python counts characters. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Returns log-probabilities in the format of completions: parallel lists. The alternatives of each token are the token
 * itself and then its listed alternatives, by rank. `offset` is the position of the first token in the choice's text,
 * in characters.
 */
export function completionLogprobs(entries: readonly ChatTokenLogprob[], offset: number): CompletionLogprobs {
  let at = offset;
  const offsets = entries.map(({ bytes }) => {
    const begins = at;
    at += lengthOf(Buffer.from(bytes ?? []).toString());
    return begins;
  });
  return {
    text_offset: offsets,
    token_logprobs: entries.map(({ logprob }) => logprob),
    tokens: entries.map(({ token }) => token),
    top_logprobs: entries.map(({ token, logprob, top_logprobs: listed }) => {
      const byText = new Map([[token, logprob]]);
      // If tokens have the same text, the most likely one comes first and is kept.
      for (const one of listed) if (!byText.has(one.token)) byText.set(one.token, one.logprob);
      return orderedRecord(byText);
    }),
  };
}

/** Returns the character offset of the token after these. */
export function offsetAfter(entries: readonly ChatTokenLogprob[], offset: number): number {
  return entries.reduce((at, { bytes }) => at + lengthOf(Buffer.from(bytes ?? []).toString()), offset);
}

/** The text of a prompt with which an answer begins. */
export interface EchoedText {
  text: string;
  /** Characters that the prompt's tokens decode to before `text`, such as a special token that the tokenizer adds. */
  hidden: number;
}

interface EchoedPrompt {
  ids: Uint32Array;
  /** One entry for each token, the first null. */
  logprobs: readonly (PromptTokenLogprobs | null)[];
}

/** Most tokens over which a UTF-8 character may spread. */
const MAX_CONTEXT = 4;

/**
 * Returns the log-probabilities of an echoed prompt, with `count` alternatives for each token. A token outside the text
 * gets the offset of the text's start or end.
 */
export function echoedLogprobs(
  { ids, logprobs }: EchoedPrompt,
  { text, hidden }: EchoedText,
  options: { decode: Decode; count: number; asIds: boolean },
): CompletionLogprobs {
  const entries = logprobs.map((own, at) => {
    const { logprob, topIds, topLogprobs } = own ?? { logprob: 0, topIds: [], topLogprobs: [] };
    const history = [...ids.subarray(Math.max(0, at - MAX_CONTEXT), at)];
    const best = { topIds: topIds.slice(0, options.count), topLogprobs: topLogprobs.slice(0, options.count) };
    const { decode, asIds } = options;
    return tokenLogprob({ id: ids[at], logprob, ...best }, history, { decode, asIds, topLogprobs: options.count + 1 });
  });
  const lists = completionLogprobs(entries, -hidden);
  const length = lengthOf(text);
  lists.text_offset = lists.text_offset.map((offset) => Math.min(Math.max(offset, 0), length));
  // Nothing predicts the first token.
  lists.token_logprobs[0] = null;
  lists.top_logprobs[0] = null;
  return lists;
}

export function joinLogprobs(a: CompletionLogprobs, b: CompletionLogprobs): CompletionLogprobs {
  return {
    text_offset: [...a.text_offset, ...b.text_offset],
    token_logprobs: [...a.token_logprobs, ...b.token_logprobs],
    tokens: [...a.tokens, ...b.tokens],
    top_logprobs: [...a.top_logprobs, ...b.top_logprobs],
  };
}

/** An integer key, which JavaScript lists before all other keys. */
const INDEX = /^(0|[1-9]\d{0,9})$/;

/** Returns an object whose keys, even integers like `7`, are listed and serialized in the order of the entries. */
function orderedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  const record = Object.fromEntries(entries);
  const keys = [...entries.keys()];
  // A proxy is slower to serialize, and few texts are integers.
  return keys.some((key) => INDEX.test(key)) ? new Proxy(record, { ownKeys: () => keys }) : record;
}
