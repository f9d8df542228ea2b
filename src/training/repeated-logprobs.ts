import { runAtOnce } from './cooperative.ts';
import { prefixOrder } from './shared-prefix.ts';
import type { SumLoss, TargetedSequence } from './sum-loss.ts';

interface RepeatedLogprobs {
  /** The sequences, with mask 0 for tokens whose log-probability is copied from another sequence. */
  sequences: TargetedSequence[];
  /** To apply in order: log-probabilities 1 to `count` of sequence `to` equal those of sequence `from`. */
  copies: readonly { from: number; to: number; count: number }[];
}

/**
 * Arranges that a shared prefix, such as the prompt of a group of answers, is computed once, although the
 * log-probability of every token is reported. Log-probabilities of equal targets after equal tokens are computed for
 * one sequence and copied to the others, unless the loss depends on them. `loss` is null for a forward pass alone.
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

/** Returns [T]: 1 for tokens whose log-probability the loss depends on. */
function lookedAt({ mask, weights, ratioMask }: TargetedSequence, loss: SumLoss | null): Uint8Array {
  if (loss === null) return new Uint8Array(mask.length);
  if (loss.fn === 'dro') return mask;
  const ofRatio = (t: number) => loss.fn === 'gspo' && ratioMask?.[t] !== 0;
  return mask.map((one, t) => Number(one === 1 && (weights[t] !== 0 || ofRatio(t))));
}

/** Counts the leading targets, over the first `shared` tokens, that are equal in both sequences. */
function equalTargets(one: TargetedSequence, other: TargetedSequence, shared: number): number {
  const most = Math.min(shared, one.ids.length - 1, other.ids.length - 1);
  let count = 0;
  while (count < most && one.targets[count + 1] === other.targets[count + 1]) count++;
  return count;
}
