import type { AnswerReading } from '../../inference/chat/answer-parser.ts';
import { type ChatParams, choiceSampling, stopTokens } from '../../inference/chat/chat-params.ts';
import { ChoiceStream } from '../../inference/chat/choice-stream.ts';
import { grammarConstraint } from '../../inference/chat/grammar-constraint.ts';
import { logitRules } from '../../inference/chat/logit-fields.ts';
import type { OutputConstraint } from '../../inference/chat/output-constraint.ts';
import { readThinkingBudget } from '../../inference/chat/thought-tokens.ts';
import type { GrammarConstraint } from '../../inference/grammar/grammar.ts';
import type { LogitRules } from '../../inference/logit-rules.ts';
import type { ChatCompute } from '../../worker/client/chat-compute.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';
import type { ChatTarget } from './chat-target.ts';
import type { RunningChoice } from './merge-choices.ts';

/** What runs sequences, and what they are counted by. */
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
  /** Who asks. */
  owner: string;
  /** Whose cached prompts it may share. */
  cacheRoot: string;
  /** What prompts of one beginning have in common. */
  affinity: string;
  /** Absent, all text of the answer is content. */
  reading?: AnswerReading;
  /** What `rulesFor` makes of the request, the same for all its prompts. */
  rules: LogitRules | undefined;
  /** Null where the answer is free. */
  constraint: OutputConstraint | null;
  /**
   * What `grammarFor` makes of the constraint: one object for all prompts, which crosses to the compute process once.
   */
  grammar: GrammarConstraint | undefined;
  /** The index of its first choice; 0 where absent. */
  firstIndex?: number;
  /** Alternatives to list with each token, the sampled one among them; `params.topLogprobs` where absent. */
  listed?: number;
}

/** Starts one generation for each of the n choices of a prompt. `ComputeClient.checkRoom` is to be asked before. */
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
  // Where a grammar is over, so is the answer; where it only may end, `ignore_eos` goes on.
  const params = grammar ? { ...prepared.params, ignoreEos: false } : prepared.params;
  const { base, adapter } = target;
  const { tokenizer, specialIds } = base.text;
  const stopTokenIds = stopTokens(params, specialIds.eos);
  const eosIds = params.ignoreEos ? [] : specialIds.eos;
  const meters = metrics.begin({ model: base.id, promptTokens: promptIds.length, maxTokens, n: params.n });
  return meters.map((meter, i): RunningChoice => {
    const sampling = choiceSampling(params, i);
    const { topLogprobs, logprobTokenIds, priority, speculation } = params;
    // The prompt is the same for all choices, so its log-probabilities are computed once.
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
 * The constraint as the compute process takes it; undefined where answers are free. Throws a `RequestError` for tokens
 * that it cannot name.
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
 * What the request asks to be done to logits; undefined where nothing is. Throws a `RequestError` for bad words, and
 * for a budget of thoughts that cannot be told from the answer.
 */
export function rulesFor({ base }: ChatTarget, params: ChatParams, reading?: AnswerReading): LogitRules | undefined {
  const { minTokens, logits } = params;
  const { tokenizer, specialIds } = base.text;
  // min_tokens holds off the model's own ends even where these would not stop the answer.
  const stopIds = [...new Set([...specialIds.eos, ...params.stopTokenIds])];
  const thinkingBudget = readThinkingBudget(params.thinkingTokenBudget, reading?.reasoning ?? null, tokenizer);
  return logitRules(logits, { minTokens, stopIds, tokenizer, thinkingBudget });
}

/** What a prompt shares cached ones by: they are those of the caller's key, under the salt of the request. */
export function cacheRootOf(keyId: string, { cacheSalt }: ChatParams): string {
  return JSON.stringify([keyId, cacheSalt]);
}
