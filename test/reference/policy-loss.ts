import { Scalar, sum } from './autodiff.ts';

/** Options of an RL step, by their API names; null turns an option off. */
export interface Options {
  loss_fn: 'cispo' | 'ppo';
  epsilon: number;
  epsilon_high: number;
  importance_sampling_level: 'token' | 'sequence' | 'average' | 'geometric_average';
  max_negative_advantage_importance_sampling_weight: number | null;
  mask_prob_ratio: boolean;
  kimi_k2_tau: number | null;
  truncated_importance_sampling: number | null;
  kl_penalty_coef: number;
  kl_penalty_source: 'sample' | 'current_learner';
}

/** One trained token of a row. */
export interface Token {
  sequence: number;
  /** [V] */
  logits: Scalar[];
  id: number;
  advantage: number;
  weight: number;
  /** Log-probability at sampling; NaN if unknown. */
  old: number;
  /** Log-probability of the sampler if `old` was recomputed; otherwise undefined. */
  original: number | undefined;
  reference: number;
}

export interface Row {
  loss: Scalar;
  /** Log-probability per token. */
  logprobs: Scalar[];
  /** Importance ratios before cap and mask. */
  ratios: Scalar[];
  /** Advantages after tau and KL penalty. */
  advantages: number[];
  klPolicyRef: number | null;
  entropy: number;
}

/** Computes log softmax(z)[id]. */
function logprobOf(z: readonly Scalar[], id: number): Scalar {
  const top = z.reduce((most, { value }) => Math.max(most, value), -Infinity);
  const shifted = z.map((value) => value.minus(new Scalar(top)));
  return shifted[id].minus(sum(shifted.map((value) => value.exp())).log());
}

function entropyOf(z: readonly Scalar[]): number {
  return -z.reduce((total, _, id) => {
    const logprob = logprobOf(z, id).value;
    return total + Math.exp(logprob) * logprob;
  }, 0);
}

function exponential(d: Scalar): Scalar {
  return d.clamp(-20, 20).exp();
}

/**
 * Computes the loss of one row by the formulas of section 5.7 of the protocol description (ART's trainer since 0.5.21),
 * over all trained tokens of the row.
 */
export function policyRow(tokens: readonly Token[], o: Options): Row {
  const count = tokens.length;
  const l = tokens.map(({ logits, id }) => logprobOf(logits, id));
  const old = tokens.map((token, t) => (Number.isFinite(token.old) ? new Scalar(token.old) : l[t].stop()));
  const d = l.map((logprob, t) => logprob.minus(old[t]));

  const perToken = d.map(exponential);
  const perSequence = tokens.map(({ sequence }) => {
    const own = d.filter((_, t) => tokens[t].sequence === sequence);
    return exponential(sum(own).scaled(1 / own.length));
  });
  const level = o.importance_sampling_level;
  const ratios = tokens.map((_, t) => {
    if (level === 'token') return perToken[t];
    if (level === 'sequence') return perSequence[t];
    if (level === 'average') return perToken[t].plus(perSequence[t]).scaled(0.5);
    return perToken[t].sqrt().times(perSequence[t].sqrt());
  });

  const [low, high] = [1 - o.epsilon, 1 + o.epsilon_high];
  let q = ratios;
  const m = o.max_negative_advantage_importance_sampling_weight;
  if (m) q = q.map((ratio) => ratio.clamp(-Infinity, m));
  if (o.mask_prob_ratio) q = q.map((ratio) => (ratio.value > low && ratio.value < high ? ratio : new Scalar(0)));

  let A = tokens.map(({ advantage }) => advantage);
  const tau = o.kimi_k2_tau;
  if (tau) A = A.map((advantage, t) => advantage - tau * d[t].value);
  let klPolicyRef: number | null = null;
  if (o.kl_penalty_coef > 0) {
    const s = o.kl_penalty_source === 'sample' ? old : l;
    const k = tokens.map(({ reference }, t) => s[t].value - reference);
    const kbar = k.reduce((total, value) => total + value, 0) / (count + 1e-18);
    A = A.map((advantage, t) => advantage + o.kl_penalty_coef * (kbar - k[t]));
    klPolicyRef = kbar;
  }

  const losses = tokens.map((token, t) => {
    const loss = o.loss_fn === 'ppo' ? ppo(q[t], A[t], low, high) : cispo(q[t], A[t], l[t], low, high);
    const C = o.truncated_importance_sampling;
    if (!C || token.original === undefined) return loss;
    const original = Number.isFinite(token.original) ? token.original : l[t].value;
    return loss.scaled(Math.min(Math.exp(old[t].value - original), C));
  });
  const loss = sum(losses.map((value, t) => value.scaled(tokens[t].weight))).scaled(1 / (count + 1e-18));
  const entropy = tokens.reduce((total, { logits, weight }) => total + entropyOf(logits) * weight, 0) / count;
  return { loss, logprobs: l, ratios, advantages: A, klPolicyRef, entropy };
}

function cispo(q: Scalar, A: number, l: Scalar, low: number, high: number): Scalar {
  return q.stop().clamp(low, high).scaled(-A).times(l);
}

function ppo(q: Scalar, A: number, low: number, high: number): Scalar {
  return q.scaled(A).min(q.clamp(low, high).scaled(A)).scaled(-1);
}

/** Returns the number of tokens with a nonzero weight on which the clip acts. */
export function clippedTokens(tokens: readonly Token[], { ratios, advantages }: Row, o: Options): number {
  const [low, high] = [1 - o.epsilon, 1 + o.epsilon_high];
  return tokens.filter(({ weight }, t) => {
    const q = ratios[t].value;
    if (weight === 0) return false;
    if (o.loss_fn === 'cispo') return !(low <= q && q <= high);
    return (advantages[t] > 0 && q > high) || (advantages[t] < 0 && q < low);
  }).length;
}
