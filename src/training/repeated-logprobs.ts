import { runAtOnce } from './cooperative.ts';
import { prefixOrder } from './shared-prefix.ts';
import type { SumLoss, TargetedSequence } from './sum-loss.ts';

interface RepeatedLogprobs {
  /** The sequences with a mask of 0 where the log-probability is that of another. */
  sequences: TargetedSequence[];
  /** In order: the log-probabilities 1 to `count` of sequence `to` are those of `from`. */
  copies: readonly { from: number; to: number; count: number }[];
}

/**
 * Has what several sequences begin with, such as the prompt of a group of answers, computed once, though the
 * log-probability of every token is told: where the loss does not look at them, those of equal targets behind equal
 * tokens are computed for one sequence and copied to the others. Without `loss` nothing looks at any.
 */
export function repeatedLogprobs(sequences: readonly TargetedSequence[], loss: SumLoss | null): RepeatedLogprobs {
  const order = runAtOnce(prefixOrder(sequences.map((one) => ({ ...one, mask: lookedAt(one, loss) }))));
  const packed = [...sequences];
  const copies: RepeatedLogprobs['copies'][number][] = [];
  for (const [place, { index: to, shared }] of order.entries()) {
    if (shared === 0) continue;
    const from = order[place - 1].index;
    const count = equalTargets(sequences[from], sequences[to], shared);
    copies.push({ from, to, count });
    packed[to] = { ...sequences[to], mask: sequences[to].mask.map((one, t) => (t <= count ? 0 : one)) };
  }
  return { sequences: packed, copies };
}

/** [T] 1 where the loss is another with another log-probability. */
function lookedAt({ mask, weights, ratioMask }: TargetedSequence, loss: SumLoss | null): Uint8Array {
  if (loss === null) return new Uint8Array(mask.length);
  if (loss.fn === 'dro') return mask;
  const ofRatio = (t: number) => loss.fn === 'gspo' && ratioMask?.[t] !== 0;
  return mask.map((one, t) => Number(one === 1 && (weights[t] !== 0 || ofRatio(t))));
}

/** How many of the first `shared` tokens both predict, one after the other. */
function equalTargets(one: TargetedSequence, other: TargetedSequence, shared: number): number {
  const most = Math.min(shared, one.ids.length - 1, other.ids.length - 1);
  let count = 0;
  while (count < most && one.targets[count + 1] === other.targets[count + 1]) count++;
  return count;
}
