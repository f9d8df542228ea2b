import { type ChatParams, fitPrompt, refuseLongPrompt } from '../chat/chat-params.ts';
import { RequestError } from '../chat/request-error.ts';
import type { ServedModel } from '../served-models.ts';
import type { CompletionPromptInput } from './completion-request.ts';

/** A prompt that fits the model. */
export interface CompletionPrompt {
  /** [T] */
  ids: Uint32Array;
  maxTokens: number;
  /** What of it stands in front of the answer: nothing without `echo`. */
  shown: string;
}

export interface PromptOptions {
  params: ChatParams;
  addSpecialTokens: boolean;
  echo: boolean;
}

/** Encodes and fits one prompt. Throws a `RequestError` for ids that the model does not have, and as `fitPrompt` does. */
export function readPrompt(base: ServedModel, input: CompletionPromptInput, options: PromptOptions): CompletionPrompt {
  const { params, echo } = options;
  const { contextLength } = base.limits;
  const given = typeof input === 'string' ? encode(base, input, options) : checkedIds(base, input);
  const { promptIds: ids, maxTokens } = fitPrompt(given, params, contextLength, 'prompt');
  return { ids, maxTokens, shown: echo ? shownText(base, input, { given, ids, params }) : '' };
}

function encode(base: ServedModel, text: string, { params, addSpecialTokens }: PromptOptions): Uint32Array {
  const { tokenizer } = base.text;
  refuseLongPrompt(tokenizer.leastTokens(text), params, base.limits.contextLength, 'prompt');
  return Uint32Array.from(tokenizer.encode(text, { addSpecialTokens }));
}

function checkedIds({ limits }: ServedModel, ids: readonly number[]): Uint32Array {
  const wrong = ids.find((id) => id >= limits.vocabSize);
  if (wrong === undefined) return Uint32Array.from(ids);
  throw new RequestError('prompt', `prompt: token id ${wrong} is not allowed; it is from 0 to ${limits.vocabSize - 1}`);
}

interface FittedPrompt {
  given: Uint32Array;
  ids: Uint32Array;
  params: ChatParams;
}

/** The text as it was sent, unless it was sent as ids or has been cut. */
function shownText(base: ServedModel, input: CompletionPromptInput, { given, ids, params }: FittedPrompt): string {
  if (typeof input === 'string' && ids.length === given.length) return input;
  return base.text.tokenizer.decode([...ids], { skipSpecialTokens: params.skipSpecialTokens });
}
