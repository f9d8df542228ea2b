import type { AnswerFormat } from '../../inference/chat/answer-format.ts';
import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { type ChatParams, choiceSampling, stopTokens } from '../../inference/chat/chat-params.ts';
import { ChoiceStream } from '../../inference/chat/choice-stream.ts';
import { grammarConstraint } from '../../inference/chat/grammar-constraint.ts';
import { logitRules } from '../../inference/chat/logit-fields.ts';
import { readThinkingBudget } from '../../inference/chat/reasoning/thinking-budget.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { LogitRules } from '../../inference/logit-rules.ts';
import type { ComputeClient } from '../../worker/client/compute-client.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { ChatTarget } from './chat-target.ts';
import type { RunningChoice } from './merge-choices.ts';

/** What runs sequences, and what they are counted by. */
export interface ChoiceParts {
  compute: ComputeClient;
  metrics: RequestMetrics;
}

/** A prompt that is ready to run. */
export interface PreparedPrompt {
  target: ChatTarget;
  params: ChatParams;
  /** [T] */
  promptIds: Uint32Array;
  maxTokens: number;
  /** Who asks. */
  owner: string;
  /** Whose cached prompts it may share. */
  cacheRoot: string;
  /** Absent, all text of the answer is content. */
  reading?: AnswerReading;
  /** Of `rulesFor`; they are the same for all prompts of a request. */
  rules: LogitRules | undefined;
  /** Of `outputConstraint`, the same for all prompts of a request; absent, the answer is free. */
  held?: OutputConstraint;
  /** The index of its first choice; 0 where absent. */
  firstIndex?: number;
  /** Alternatives to list with each token, the sampled one among them; `params.topLogprobs` where absent. */
  listed?: number;
}

/** Starts one generation for each of the n choices of a prompt. `ComputeClient.checkRoom` is to be asked before. */
export function startChoices(parts: ChoiceParts, prepared: PreparedPrompt, signal: AbortSignal): RunningChoice[] {
  const { compute, metrics } = parts;
  const { target, promptIds, maxTokens, owner, cacheRoot, reading, held, rules, firstIndex = 0 } = prepared;
  // Where a grammar is over, so is the answer; where it only may end, `ignore_eos` goes on.
  const params = held ? { ...prepared.params, ignoreEos: false } : prepared.params;
  const { base, adapter } = target;
  const { tokenizer, specialIds } = base.text;
  const stopTokenIds = stopTokens(params, specialIds.eos);
  const eosIds = params.ignoreEos ? [] : specialIds.eos;
  const meters = metrics.begin({ model: base.id, promptTokens: promptIds.length, maxTokens, n: params.n });
  return meters.map((meter, i): RunningChoice => {
    const sampling = choiceSampling(params, i);
    const { topLogprobs, logprobTokenIds, priority } = params;
    // The prompt is the same for all choices, and scored once.
    const promptLogprobs = i === 0 ? params.promptLogprobs : null;
    const asked = { sampling, topLogprobs, logprobTokenIds, promptLogprobs, priority, owner, cacheRoot };
    const generation = compute.generate(
      { model: base.id, adapter, promptIds, maxTokens, stopTokenIds, rules, grammar: held?.grammar, ...asked },
      signal,
    );
    const stream = new ChoiceStream({
      ...params,
      topLogprobs: logprobTokenIds.length > 0 ? logprobTokenIds.length + 1 : (prepared.listed ?? topLogprobs),
      index: firstIndex + i,
      tokenizer,
      eosIds,
      stopTokenIds,
      maxTokens,
      reading,
      held: held !== undefined && !held.free,
    });
    return { generation, stream, meter };
  });
}

/** What an answer is held to. */
export interface OutputConstraint {
  /** One object for all sequences of a request: it crosses to the compute process once. */
  grammar: GrammarConstraint;
  /** Whether free text may stand beside what is held. */
  free: boolean;
}

/** What holds answers to `format`; undefined where they are free. Throws a `RequestError` for tokens it cannot name. */
export function outputConstraint(
  { base }: ChatTarget,
  params: ChatParams,
  format: AnswerFormat | null,
  reading?: AnswerReading,
): OutputConstraint | undefined {
  if (format === null) return undefined;
  const { tokenizer, specialIds } = base.text;
  const ends = params.ignoreEos
    ? { endIds: params.stopTokenIds, lastIds: [...specialIds.eos] }
    : { endIds: stopTokens(params, specialIds.eos) };
  return { grammar: grammarConstraint(format, { reading, ...ends, tokenizer }), free: format.free ?? false };
}

/**
 * What the request asks to be done to logits; undefined for nothing. Throws a `RequestError` for bad words, and for a
 * budget of thoughts that cannot be told from the answer.
 */
export function rulesFor({ base }: ChatTarget, params: ChatParams, reading?: AnswerReading): LogitRules | undefined {
  const { minTokens, logits } = params;
  const { tokenizer, specialIds } = base.text;
  // min_tokens holds off the model's own ends even where these would not stop the answer.
  const stopIds = [...new Set([...specialIds.eos, ...params.stopTokenIds])];
  const thinkingBudget = readThinkingBudget(params.thinkingTokenBudget, reading?.reasoning ?? null, tokenizer);
  return logitRules(logits, { minTokens, stopIds, tokenizer, thinkingBudget });
}

/** Of prompts with these only: those of the caller's key, under the salt of the request. */
export function cacheRootOf(keyId: string, { cacheSalt }: ChatParams): string {
  return JSON.stringify([keyId, cacheSalt]);
}
