import { limits } from '../../generated/limits.ts';
import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { LogitRules, ProcessorCall } from '../logit-rules.ts';
import { shippedProcessors } from '../processors/processor-table.ts';
import type { ThinkingBudget } from '../thinking-budget.ts';
import { RequestError } from './request-error.ts';

/** Request fields that edit logits, with defaults filled in. */
export interface LogitFields
  extends Pick<LogitRules, 'repetitionPenalty' | 'frequencyPenalty' | 'presencePenalty' | 'bias' | 'allowedIds'> {
  badWords: string[];
  processors: ProcessorCall[];
  extraArgs: Record<string, unknown>;
}

type Body = Pick<
  ChatCompletionRequest,
  | 'repetition_penalty'
  | 'frequency_penalty'
  | 'presence_penalty'
  | 'logit_bias'
  | 'allowed_token_ids'
  | 'bad_words'
  | 'logits_processors'
  | 'engine_xargs'
  | 'vllm_xargs'
>;

const LIMITS = limits.ChatCompletionRequest;
const MAX_BIAS = 100;
/** Most characters of all bad words together, since they are encoded synchronously on the event loop. */
const MAX_CHARACTERS = 2 ** 13;

/**
 * Reads the fields of a validated request, or of a model's defaults. `registered` are the names of the processors in
 * the compute process. Throws a `RequestError` for a default out of range, an unknown id, or a name that is not
 * registered.
 */
export function readLogitFields(body: Body, vocabSize: number, registered: readonly string[]): LogitFields {
  const { exclusiveMinimum, maximum, default: none } = LIMITS.repetition_penalty;
  const repetitionPenalty = body.repetition_penalty ?? none;
  if (!(repetitionPenalty > exclusiveMinimum && repetitionPenalty <= maximum)) {
    const allowed = `it is above ${exclusiveMinimum} and at most ${maximum}`;
    throw new RequestError('repetition_penalty', `repetition_penalty: ${repetitionPenalty} is not allowed; ${allowed}`);
  }
  return {
    repetitionPenalty,
    frequencyPenalty: readPenalty(body, 'frequency_penalty'),
    presencePenalty: readPenalty(body, 'presence_penalty'),
    bias: readBias(body.logit_bias, vocabSize),
    allowedIds: readAllowed(body.allowed_token_ids, vocabSize),
    badWords: body.bad_words ?? [],
    processors: (body.logits_processors ?? []).map((entry) => readProcessor(entry, registered)),
    extraArgs: { ...body.engine_xargs, ...body.vllm_xargs },
  };
}

interface RuleParts {
  minTokens: number;
  stopIds: readonly number[];
  tokenizer: Tokenizer;
  thinkingBudget?: ThinkingBudget;
}

/**
 * Returns the engine's rules for a request, or undefined if its logits are not edited. `stopIds` are all ids that end
 * the answer, including the model's own under `ignore_eos`. Throws a `RequestError` for invalid `bad_words`.
 */
export function logitRules(
  { badWords, ...fields }: LogitFields,
  { minTokens, stopIds, tokenizer, thinkingBudget }: RuleParts,
): LogitRules | undefined {
  const words = badWordSequences(badWords, tokenizer);
  const rules = { ...fields, minTokens, stopIds: [...stopIds], badWords: words, thinkingBudget };
  const { repetitionPenalty, frequencyPenalty, presencePenalty } = rules;
  const penalised = repetitionPenalty !== 1 || frequencyPenalty !== 0 || presencePenalty !== 0;
  const lists = [rules.bias, rules.allowedIds ?? [], rules.badWords, rules.processors];
  const edited = penalised || minTokens > 0 || thinkingBudget !== undefined;
  return edited || lists.some(({ length }) => length > 0) ? rules : undefined;
}

/**
 * Returns the token sequences that may not be completed: each word as encoded at the start of a text, and as encoded
 * after a space if that has as many tokens and a different first token. Throws a `RequestError` for a word of spaces
 * only, and for too much text.
 */
export function badWordSequences(words: readonly string[], tokenizer: Tokenizer): number[][] {
  const bare = [...new Set(words)].map((word) => word.replace(/^\p{White_Space}+/u, ''));
  const characters = bare.reduce((sum, { length }) => sum + length, 0);
  if (characters > MAX_CHARACTERS) {
    throw new RequestError(
      'bad_words',
      `bad_words: together they have ${characters} characters; at most ${MAX_CHARACTERS} are allowed`,
    );
  }
  return bare.flatMap((word) => {
    const alone = tokenizer.encode(word);
    if (alone.length === 0) {
      throw new RequestError('bad_words', 'bad_words: a word of only spaces is not allowed, because it has no token');
    }
    const inside = tokenizer.encode(` ${word}`);
    return inside.length === alone.length && inside[0] !== alone[0] ? [alone, inside] : [alone];
  });
}

function readPenalty(body: Body, field: 'frequency_penalty' | 'presence_penalty'): number {
  const { minimum, maximum, default: none } = LIMITS[field];
  const asked = body[field] ?? none;
  if (asked >= minimum && asked <= maximum) return asked;
  throw new RequestError(field, `${field}: ${asked} is not allowed; it is from ${minimum} to ${maximum}`);
}

function readBias(bias: Body['logit_bias'], vocabSize: number): [number, number][] {
  // '7' and '07' are the same id; the last one wins.
  const byId = new Map<number, number>();
  for (const [key, value] of Object.entries(bias ?? {})) {
    const id = checkId('logit_bias', Number(key), vocabSize);
    byId.set(id, Math.min(Math.max(value, -MAX_BIAS), MAX_BIAS));
  }
  return [...byId];
}

function readAllowed(ids: number[] | null | undefined, vocabSize: number): number[] | null {
  return ids == null ? null : [...new Set(ids)].map((id) => checkId('allowed_token_ids', id, vocabSize));
}

function checkId(field: string, id: number, vocabSize: number): number {
  if (Number.isInteger(id) && id >= 0 && id < vocabSize) return id;
  throw new RequestError(field, `${field}: ${id} is not allowed; it is from 0 to ${vocabSize - 1}`);
}

function readProcessor(
  entry: NonNullable<Body['logits_processors']>[number],
  registered: readonly string[],
): ProcessorCall {
  const asked = typeof entry === 'string' ? { qualname: entry } : entry;
  const call = { name: asked.qualname, args: asked.args ?? [], kwargs: asked.kwargs ?? {} };
  const refuse = (message: string) => new RequestError('logits_processors', `logits_processors: ${message}`);
  if (!registered.includes(call.name)) {
    throw refuse(`processor ${JSON.stringify(call.name)} does not exist; registered are ${registered.join(', ')}`);
  }
  const fault = shippedProcessors.get(call.name)?.fault(call.args, call.kwargs);
  if (fault != null) throw refuse(`${call.name}: ${fault}`);
  return call;
}
