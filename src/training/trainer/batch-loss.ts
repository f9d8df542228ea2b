import { ADVANTAGE_ALONE, BY_THIS_POLICY, type TokenSlope } from '../../compute/ops/cross_entropy.ts';
import { isKnown, type PolicyLoss } from '../policy-loss.ts';
import type { TrainSequence } from '../train-step.ts';
import type { BatchLoss } from './loss-head.ts';
import type { MicroBatch, PredictedTokens } from './micro-batch.ts';

/** A supervised token. Its loss is `share` times a function of its log-probability, `old` and `advantage`. */
interface Target {
  token: number;
  old: number;
  advantage: number;
  share: number;
}

/** Returns cross-entropy: -logprob times weight, averaged over the `count` supervised tokens of the step. */
export function crossEntropyLoss(batch: MicroBatch, sequences: readonly TrainSequence[], count: number): BatchLoss {
  return batchLoss(batch, sequences, ADVANTAGE_ALONE, ({ weight }) => {
    return { old: BY_THIS_POLICY, advantage: 1, share: weight / count };
  });
}

/** Returns a policy loss whose reach is the token. `advantages` and `shares` [T] come from `tokenInputs`. */
export function tokenLoss(
  batch: MicroBatch,
  sequences: readonly TrainSequence[],
  loss: PolicyLoss,
  { advantages, shares }: { advantages: Float32Array[]; shares: Float32Array[] },
): BatchLoss {
  const slope: TokenSlope = {
    ppo: loss.fn === 'ppo',
    low: 1 - loss.epsilon,
    high: 1 + loss.epsilonHigh,
    cap: loss.ratioCap ?? Infinity,
    mask: loss.maskProbRatio,
    tau: loss.tau,
  };
  return batchLoss(batch, sequences, slope, ({ oldLogprobs }, s, t) => {
    const old = isKnown(oldLogprobs[t]) ? oldLogprobs[t] : BY_THIS_POLICY;
    return { old, advantage: advantages[s][t], share: shares[s][t] };
  });
}

/** Returns any loss whose derivatives by the log-probabilities are known. `slopes` [T] come from `stepLoss`. */
export function givenLoss(batch: MicroBatch, sequences: readonly PredictedTokens[], slopes: Float32Array[]): BatchLoss {
  return batchLoss(batch, sequences, ADVANTAGE_ALONE, (_, s, t) => {
    return { old: BY_THIS_POLICY, advantage: -slopes[s][t], share: 1 };
  });
}

/** Returns targets for log-probabilities alone, without a loss. */
export function targetTokens({ places }: MicroBatch, sequences: readonly PredictedTokens[]): ArrayBuffer {
  return targetWords(
    places.map(({ sequence, token }) => {
      return { token: targetOf(sequences[sequence], token), old: 0, advantage: 0, share: 0 };
    }),
  );
}

/** Returns the loss of a micro-batch; `rest` supplies the inputs of each supervised token. */
export function batchLoss<Sequence extends PredictedTokens>(
  { places }: MicroBatch,
  sequences: readonly Sequence[],
  slope: TokenSlope,
  rest: (sequence: Sequence, s: number, t: number) => Omit<Target, 'token'>,
): BatchLoss {
  const targets = places.map(({ sequence: s, token: t }): Target => {
    return { token: targetOf(sequences[s], t), ...rest(sequences[s], s, t) };
  });
  return { targets: targetWords(targets), slope };
}

function targetOf({ ids, targets = ids }: PredictedTokens, t: number): number {
  return targets[t];
}

function targetWords(targets: readonly Target[]): ArrayBuffer {
  const words = new DataView(new ArrayBuffer(Math.max(1, targets.length) * 16));
  targets.forEach(({ token, old, advantage, share }, i) => {
    words.setUint32(i * 16, token, true);
    words.setFloat32(i * 16 + 4, old, true);
    words.setFloat32(i * 16 + 8, advantage, true);
    words.setFloat32(i * 16 + 12, share, true);
  });
  return words.buffer;
}
