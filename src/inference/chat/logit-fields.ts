import type { ChatCompletionRequest } from '../../generated/types.ts';
import type { Tokenizer } from '../../model/text/tokenizer.ts';
import type { LogitRules, ProcessorCall } from '../logit-rules.ts';
import { shippedProcessors } from '../processors/processor-table.ts';
import type { ThinkingBudget } from '../thinking-budget.ts';
import { badWordSequences } from './bad-words.ts';
import { RequestError } from './request-error.ts';

/** The fields of a request that change its logits, defaults filled in and ranges checked. */
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

const MAX_REPETITION = 1000;
const MAX_PENALTY = 2;
const MAX_BIAS = 100;
const MAX_IDS = 1024;

/**
 * Reads the fields; `registered` are the names of the processors that the compute process has. Throws a `RequestError`
 * for a value out of range, an id that the model lacks or a name that is not registered.
 */
export function readLogitFields(body: Body, vocabSize: number, registered: readonly string[]): LogitFields {
  const repetitionPenalty = body.repetition_penalty ?? 1;
  if (!(repetitionPenalty > 0 && repetitionPenalty <= MAX_REPETITION)) {
    const allowed = `it is above 0 and at most ${MAX_REPETITION}`;
    throw new RequestError('repetition_penalty', `repetition_penalty: ${repetitionPenalty} is not allowed; ${allowed}`);
  }
  return {
    repetitionPenalty,
    frequencyPenalty: penalty('frequency_penalty', body.frequency_penalty),
    presencePenalty: penalty('presence_penalty', body.presence_penalty),
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
 * The engine's rules for a request, or undefined where its tokens are drawn from the logits as they are. `stopIds` are
 * all ids that end the answer, and the model's own under `ignore_eos` too. Throws a `RequestError` for bad words.
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

function penalty(field: string, value: number | null | undefined): number {
  const asked = value ?? 0;
  if (Math.abs(asked) <= MAX_PENALTY) return asked;
  throw new RequestError(field, `${field}: ${asked} is not allowed; it is from -${MAX_PENALTY} to ${MAX_PENALTY}`);
}

function readBias(bias: Body['logit_bias'], vocabSize: number): [number, number][] {
  const entries = Object.entries(bias ?? {});
  checkCount('logit_bias', entries.length);
  // '7' and '07' are one id; the last one stands.
  const byId = new Map<number, number>();
  for (const [key, value] of entries) {
    if (!/^\d+$/.test(key)) {
      throw new RequestError('logit_bias', `logit_bias: ${JSON.stringify(key)} is not allowed; keys are token ids`);
    }
    const id = checkId('logit_bias', Number(key), vocabSize);
    if (!Number.isFinite(value)) throw new RequestError('logit_bias', `logit_bias: ${value} is no finite number`);
    byId.set(id, Math.min(Math.max(value, -MAX_BIAS), MAX_BIAS));
  }
  return [...byId];
}

function readAllowed(ids: number[] | null | undefined, vocabSize: number): number[] | null {
  if (ids == null) return null;
  checkCount('allowed_token_ids', ids.length);
  if (ids.length === 0) {
    throw new RequestError('allowed_token_ids', 'allowed_token_ids: an empty list is not allowed; it allows no token');
  }
  return [...new Set(ids)].map((id) => checkId('allowed_token_ids', id, vocabSize));
}

function checkCount(field: string, count: number): void {
  if (count > MAX_IDS) throw new RequestError(field, `${field}: ${count} ids are too many; ${MAX_IDS} are allowed`);
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
    throw refuse(`there is no processor ${JSON.stringify(call.name)}; registered are ${registered.join(', ')}`);
  }
  const fault = shippedProcessors.get(call.name)?.fault(call.args, call.kwargs);
  if (fault != null) throw refuse(`${call.name}: ${fault}`);
  return call;
}
