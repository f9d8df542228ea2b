import type { ChatTokenLogprob, CompletionLogprobs as NullableLogprobs } from '../../generated/types.ts';
import { type Decode, tokenLogprob } from '../chat/token-logprobs.ts';
import type { PromptTokenLogprobs } from '../generate-request.ts';

export type CompletionLogprobs = NonNullable<NullableLogprobs>;

/** Characters as Python counts them: code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * The log-probabilities of tokens in the older shape: parallel lists. The alternatives of each token are the token
 * itself and then those that it lists, by rank. `offset` is where the first token begins, in characters of the choice's
 * text.
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
      // Of tokens with one text, the likeliest is listed first.
      for (const one of listed) if (!byText.has(one.token)) byText.set(one.token, one.logprob);
      return orderedRecord(byText);
    }),
  };
}

/** Where the token after these begins, in characters. */
export function endOf(entries: readonly ChatTokenLogprob[], offset: number): number {
  return entries.reduce((at, { bytes }) => at + lengthOf(Buffer.from(bytes ?? []).toString()), offset);
}

/** What of a prompt an answer begins with. */
export interface EchoedText {
  text: string;
  /** Characters that the prompt's tokens decode to before `text`, such as a mark that the tokenizer puts in front. */
  hidden: number;
}

interface EchoedPrompt {
  ids: Uint32Array;
  /** One entry for each token, the first null. */
  logprobs: readonly (PromptTokenLogprobs | null)[];
}

/** A character of UTF-8 spreads over no more tokens than this. */
const MAX_CONTEXT = 4;

/**
 * The log-probabilities of a prompt in front of its answer, with `count` alternatives beside each token. A token that
 * is not part of the text begins where the text does, or where it ends.
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
  // Nothing comes before the first token that could have told it.
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

/** A key that JavaScript lists before all others, whatever their order. */
const INDEX = /^(0|[1-9]\d{0,9})$/;

/** An object whose keys are listed, and so written as JSON, in the order of the entries, those like `7` too. */
function orderedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  const record = Object.fromEntries(entries);
  const keys = [...entries.keys()];
  // A proxy is slower to write, and few texts are numbers.
  return keys.some((key) => INDEX.test(key)) ? new Proxy(record, { ownKeys: () => keys }) : record;
}
