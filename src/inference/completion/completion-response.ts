import type { Completion, CompletionChoice } from '../../generated/types.ts';
import type { ChoiceDelta } from '../chat/choice-stream.ts';
import type { PromptLogprobsList } from '../chat/prompt-logprobs.ts';
import { type CompletionLogprobs, completionLogprobs, joinLogprobs, lengthOf } from './completion-logprobs.ts';
import { type CompletionPlan, completionUsage, echoedLogprobsOf, promptLogprobsOf } from './completion-plan.ts';

/**
 * Returns a complete answer. `choices` holds the deltas of each choice; the last delta of a choice has its finish.
 */
export function completion(plan: CompletionPlan, choices: readonly ChoiceDelta[][]): Completion {
  const { header, prompts } = plan;
  // Computed once per prompt, since its choices share them.
  const lists = prompts.map((_, p) => ({ listed: promptLogprobsOf(plan, p), echoed: echoedLogprobsOf(plan, p) }));
  const whole = choices.map((deltas, index) => choiceOf(plan, deltas, index, lists[Math.floor(index / plan.n)]));
  const completionTokens = whole.reduce((sum, choice) => sum + choice.token_ids.length, 0);
  return {
    id: header.id,
    object: 'text_completion',
    created: header.created,
    model: header.model,
    choices: whole,
    service_tier: null,
    system_fingerprint: header.systemFingerprint,
    usage: completionUsage(plan, [...prompts.keys()], completionTokens),
    kv_transfer_params: null,
  };
}

interface PromptLists {
  listed: PromptLogprobsList | null;
  echoed: CompletionLogprobs | null;
}

function choiceOf(
  plan: CompletionPlan,
  deltas: readonly ChoiceDelta[],
  index: number,
  { listed, echoed }: PromptLists,
): CompletionChoice {
  const { ids, shown } = plan.prompts[Math.floor(index / plan.n)];
  const entries = deltas.flatMap(({ logprobs }) => logprobs);
  const own = plan.logprobs === null ? null : completionLogprobs(entries, lengthOf(shown.text));
  const finish = deltas.at(-1)?.finish;
  return {
    index,
    text: shown.text + deltas.map(({ content }) => content).join(''),
    logprobs: own === null || echoed === null ? own : joinLogprobs(echoed, own),
    finish_reason: finish?.reason ?? 'length',
    stop_reason: finish?.stopReason ?? null,
    token_ids: deltas.flatMap(({ tokenIds }) => tokenIds),
    prompt_token_ids: [...ids],
    prompt_logprobs: listed,
  };
}
