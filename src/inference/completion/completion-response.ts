import type { Completion, CompletionChoice } from '../../generated/types.ts';
import type { ChoiceDelta } from '../chat/choice-stream.ts';
import { completionLogprobs, joinLogprobs, lengthOf } from './completion-logprobs.ts';
import { type CompletionPlan, echoedScores, promptScoresOf, usageOf } from './completion-plan.ts';

/** A whole answer. `choices` holds the deltas of each choice in turn; the last of each carries its finish. */
export function completion(plan: CompletionPlan, choices: readonly ChoiceDelta[][]): Completion {
  const { header, prompts } = plan;
  const whole = choices.map((deltas, index) => choiceOf(plan, deltas, index));
  const completionTokens = whole.reduce((sum, choice) => sum + choice.token_ids.length, 0);
  return {
    id: header.id,
    object: 'text_completion',
    created: header.created,
    model: header.model,
    choices: whole,
    service_tier: null,
    system_fingerprint: header.systemFingerprint,
    usage: usageOf(plan, [...prompts.keys()], completionTokens),
    kv_transfer_params: null,
  };
}

function choiceOf(plan: CompletionPlan, deltas: readonly ChoiceDelta[], index: number): CompletionChoice {
  const p = Math.floor(index / plan.n);
  const { ids, shown } = plan.prompts[p];
  const finish = deltas.at(-1)?.finish;
  return {
    index,
    text: shown.text + deltas.map(({ content }) => content).join(''),
    logprobs: plan.logprobs === null ? null : logprobsOf(plan, deltas, p),
    finish_reason: finish?.reason ?? 'length',
    stop_reason: finish?.stopReason ?? null,
    token_ids: deltas.flatMap(({ tokenIds }) => tokenIds),
    prompt_token_ids: [...ids],
    prompt_logprobs: promptScoresOf(plan, p),
  };
}

function logprobsOf(plan: CompletionPlan, deltas: readonly ChoiceDelta[], p: number) {
  const entries = deltas.flatMap(({ logprobs }) => logprobs);
  const own = completionLogprobs(entries, lengthOf(plan.prompts[p].shown.text));
  const echoed = echoedScores(plan, p);
  return echoed === null ? own : joinLogprobs(echoed, own);
}
