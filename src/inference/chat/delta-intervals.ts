import type { ChatToolCallDelta } from '../../generated/types.ts';
import type { ChoiceDelta } from './choice-stream.ts';

/**
 * Joins the deltas of each choice until they have `interval` tokens. The first delta of a choice and its finish are
 * yielded at once.
 */
export async function* inIntervals(
  deltas: AsyncGenerator<ChoiceDelta, void, void>,
  interval: number,
): AsyncGenerator<ChoiceDelta, void, void> {
  const begun = new Set<number>();
  const held = new Map<number, ChoiceDelta>();
  for await (const delta of deltas) {
    const { index } = delta;
    const before = held.get(index);
    const all = before === undefined ? delta : joined(before, delta);
    if (begun.has(index) && all.finish === null && all.tokenIds.length < interval) {
      held.set(index, all);
      continue;
    }
    begun.add(index);
    held.delete(index);
    yield all;
  }
}

function joined(one: ChoiceDelta, next: ChoiceDelta): ChoiceDelta {
  return {
    index: one.index,
    content: one.content + next.content,
    reasoning: one.reasoning + next.reasoning,
    toolCalls: next.toolCalls.reduce(withCall, one.toolCalls),
    reasoningTokens: one.reasoningTokens + next.reasoningTokens,
    logprobs: [...one.logprobs, ...next.logprobs],
    tokenIds: [...one.tokenIds, ...next.tokenIds],
    finish: next.finish,
  };
}

/** Merges a call's delta into the list, so that a chunk has each call once. */
function withCall(calls: ChatToolCallDelta[], next: ChatToolCallDelta): ChatToolCallDelta[] {
  const at = calls.findIndex(({ index }) => index === next.index);
  if (at < 0) return [...calls, next];
  const call = calls[at];
  const args = (call.function?.arguments ?? '') + (next.function?.arguments ?? '');
  return calls.with(at, { ...call, function: { ...call.function, ...next.function, arguments: args } });
}
