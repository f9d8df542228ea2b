import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { type ChatParams, choiceSampling, stopTokens } from '../../inference/chat/chat-params.ts';
import { ChoiceStream } from '../../inference/chat/choice-stream.ts';
import { grammarConstraint } from '../../inference/chat/grammar-constraint.ts';
import { logitRules } from '../../inference/chat/logit-fields.ts';
import type { OutputConstraint } from '../../inference/chat/output-constraint.ts';
import { readThinkingBudget } from '../../inference/chat/reasoning-markers.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { LogitRules } from '../../inference/logit-rules.ts';
import type { ChatCompute } from '../../worker/client/chat-compute.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { ChatTarget } from './chat-target.ts';
import type { RunningChoice } from './merge-choices.ts';

/** Dependencies that run sequences and record their metrics. */
export interface ChoiceParts {
  compute: ChatCompute;
  metrics: RequestMetrics;
}

/** A prompt that is ready to run. */
export interface PreparedPrompt {
  target: ChatTarget;
  params: ChatParams;
  /** [T] */
  promptIds: Uint32Array;
  maxTokens: number;
  /** Owner of the request's key. */
  owner: string;
  /** Namespace of the prefix cache. */
  cacheRoot: string;
  /** Key that prompts with the same beginning share. */
  affinity: string;
  /** If absent, all text of the answer is content. */
  reading?: AnswerReading;
  /** Result of `rulesFor`, the same for all prompts of the request. */
  rules: LogitRules | undefined;
  /** Null if the answer is unconstrained. */
  constraint: OutputConstraint | null;
  /** Result of `grammarFor`: one object for all prompts, so it is sent to the compute process only once. */
  grammar: GrammarConstraint | undefined;
  /** Index of the prompt's first choice; 0 if absent. */
  firstIndex?: number;
  /** Alternatives listed per token, including the sampled token; `params.topLogprobs` if absent. */
  listed?: number;
}

/** Starts one generation for each of the n choices of a prompt. Call `ComputeClient.checkRoom` before. */
export function startChoices(parts: ChoiceParts, prepared: PreparedPrompt, signal: AbortSignal): RunningChoice[] {
  const { compute, metrics } = parts;
  const {
    target,
    promptIds,
    maxTokens,
    owner,
    cacheRoot,
    affinity,
    reading,
    constraint,
    grammar,
    rules,
    firstIndex = 0,
  } = prepared;
  // A completed grammar ends the answer, even with `ignore_eos`. If the grammar only may end, `ignore_eos` applies: see
  // `grammarFor`.
  const params = grammar ? { ...prepared.params, ignoreEos: false } : prepared.params;
  const { base, adapter } = target;
  const { tokenizer, specialIds } = base.text;
  const stopTokenIds = stopTokens(params, specialIds.eos);
  const eosIds = params.ignoreEos ? [] : specialIds.eos;
  const meters = metrics.begin({ model: base.id, promptTokens: promptIds.length, maxTokens, n: params.n });
  return meters.map((meter, i): RunningChoice => {
    const sampling = choiceSampling(params, i);
    const { topLogprobs, logprobTokenIds, priority, speculation } = params;
    // All choices share the prompt, so its log-probabilities are computed once.
    const promptLogprobs = i === 0 ? params.promptLogprobs : null;
    const asked = {
      sampling,
      topLogprobs,
      logprobTokenIds,
      promptLogprobs,
      priority,
      speculation,
      owner,
      cacheRoot,
      affinity,
    };
    const generation = compute.generate(
      { model: base.id, adapter, promptIds, maxTokens, stopTokenIds, rules, grammar, ...asked },
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
      constrained: constraint !== null && !constraint.free,
    });
    return { generation, stream, meter };
  });
}

/**
 * Returns the constraint in the form that the compute process takes; undefined if answers are unconstrained. Throws a
 * `RequestError` for tokens that it cannot name.
 */
export function grammarFor(
  { base }: ChatTarget,
  params: ChatParams,
  constraint: OutputConstraint | null,
  reading?: AnswerReading,
): GrammarConstraint | undefined {
  if (constraint === null) return undefined;
  const { tokenizer, specialIds } = base.text;
  const ends = params.ignoreEos
    ? { endIds: params.stopTokenIds, lastIds: [...specialIds.eos] }
    : { endIds: stopTokens(params, specialIds.eos) };
  return grammarConstraint(constraint, { reading, ...ends, tokenizer });
}

/**
 * Returns the logits processing that the request asks for; undefined if none. Throws a `RequestError` for invalid bad
 * words, and for a thinking budget on a model whose reasoning cannot be told from the answer.
 */
export function rulesFor({ base }: ChatTarget, params: ChatParams, reading?: AnswerReading): LogitRules | undefined {
  const { minTokens, logits } = params;
  const { tokenizer, specialIds } = base.text;
  // min_tokens also suppresses the model's own EOS tokens, even if they would not stop the answer.
  const stopIds = [...new Set([...specialIds.eos, ...params.stopTokenIds])];
  const thinkingBudget = readThinkingBudget(params.thinkingTokenBudget, reading?.reasoning ?? null, tokenizer);
  return logitRules(logits, { minTokens, stopIds, tokenizer, thinkingBudget });
}

/** Returns the namespace of the prefix cache: the caller's key and the request's cache salt. */
export function cacheRootOf(keyId: string, { cacheSalt }: ChatParams): string {
  return JSON.stringify([keyId, cacheSalt]);
}
