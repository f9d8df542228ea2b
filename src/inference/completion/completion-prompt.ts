import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { TemplateError } from '../../model/text/jinja-template.ts';
import { type ChatParams, fitPrompt, refuseLongPrompt, tooManyCharacters, tooManyTokens } from '../chat/chat-params.ts';
import { RequestError } from '../chat/request-error.ts';
import { promptCharacters } from '../cost/prompt-bounds.ts';
import type { ServedModel } from '../served-models.ts';
import type { PromptTexts } from '../text/prompt-texts.ts';
import type { EncodedText } from '../text/text-job.ts';
import type { TextRequester } from '../text/text-pool.ts';
import { type EchoedText, lengthOf } from './completion-logprobs.ts';
import type { CompletionPromptInput } from './completion-request.ts';

/** A prompt that fits the model. */
export interface CompletionPrompt {
  /** [T] */
  ids: Uint32Array;
  maxTokens: number;
  /** The echoed text; empty without `echo`. */
  shown: EchoedText;
}

interface PromptOptions {
  params: ChatParams;
  addSpecialTokens: boolean;
  echo: boolean;
}

/** Encodes prompts and fits them to the context. Throws a `RequestError` for unknown ids, and as `fitPrompt` does. */
export async function readPrompts(
  base: ServedModel,
  inputs: readonly CompletionPromptInput[],
  options: PromptOptions,
  { texts, requester }: { texts: PromptTexts; requester: TextRequester },
): Promise<CompletionPrompt[]> {
  const { params, addSpecialTokens } = options;
  const { contextLength } = base.limits;
  const written = inputs.filter((input) => typeof input === 'string');
  const encode = {
    path: base.path,
    addSpecialTokens,
    mostCharacters: promptCharacters(contextLength),
    tooManyTokens: tooManyTokens(params, contextLength),
  };
  const encoded = written.length === 0 ? [] : await texts.encode(written, encode, requester).catch(refuseCostly);
  const prompts: CompletionPrompt[] = [];
  for (const input of inputs) {
    const given =
      typeof input === 'string' ? idsOf(base, encoded.shift() as EncodedText, params) : checkedIds(base, input);
    prompts.push(fitted(base, input, given, options));
    // A thousand long prompts would block the event loop.
    await yieldToEventLoop();
  }
  return prompts;
}

function refuseCostly(error: unknown): never {
  if (!(error instanceof TemplateError)) throw error;
  throw new RequestError('prompt', `prompt: ${error.message}`);
}

function idsOf({ limits: { contextLength } }: ServedModel, encoded: EncodedText, params: ChatParams): Uint32Array {
  if (encoded.kind === 'ids') return encoded.ids;
  if (encoded.kind === 'too many tokens') refuseLongPrompt(encoded.leastTokens, params, contextLength, 'prompt');
  const characters = encoded.kind === 'too many characters' ? encoded.characters : 0;
  throw tooManyCharacters({ characters, allowed: promptCharacters(contextLength) }, contextLength, 'prompt');
}

function fitted(
  base: ServedModel,
  input: CompletionPromptInput,
  given: Uint32Array,
  { params, echo }: PromptOptions,
): CompletionPrompt {
  const { promptIds: ids, maxTokens } = fitPrompt(given, params, base.limits.contextLength, 'prompt');
  return { ids, maxTokens, shown: echo ? shownText(base, input, { given, ids }) : NOTHING };
}

function checkedIds({ limits }: ServedModel, ids: readonly number[]): Uint32Array {
  const wrong = ids.find((id) => id >= limits.vocabSize);
  if (wrong === undefined) return Uint32Array.from(ids);
  throw new RequestError('prompt', `prompt: token id ${wrong} is not allowed; it is from 0 to ${limits.vocabSize - 1}`);
}

const NOTHING: EchoedText = { text: '', hidden: 0 };

/**
 * Returns the text to echo. This is the text that was sent, if its tokens decode to it (the tokenizer may add marks
 * around it). Else it is the decoded text of the tokens, including special tokens.
 */
function shownText(
  base: ServedModel,
  input: CompletionPromptInput,
  { given, ids }: { given: Uint32Array; ids: Uint32Array },
): EchoedText {
  const decoded = base.text.tokenizer.decode([...ids], { isWhole: true });
  const at = typeof input === 'string' && ids.length === given.length ? decoded.indexOf(input) : -1;
  if (typeof input !== 'string' || at < 0) return { text: decoded, hidden: 0 };
  return { text: input, hidden: lengthOf(decoded.slice(0, at)) };
}
