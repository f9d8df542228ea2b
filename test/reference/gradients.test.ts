import { describe, expect, it } from 'vitest';
import { attention, attentionBackward, segmentTree, windowed } from './attention.ts';
import { Scalar } from './autodiff.ts';
import { centralDifferences, inner } from './central-differences.ts';
import { crossEntropyBackward, entropy, logSoftmax, tokenWeight } from './cross-entropy.ts';
import { type LoraPair, lora, loraBackward } from './lora.ts';
import { matmul, matmulBackward } from './matmul.ts';
import { route, routeBackward } from './moe.ts';
import { type Options, policyRow } from './policy-loss.ts';
import { randomFloats } from './random.ts';
import { rmsnorm, rmsnormBackward } from './rmsnorm.ts';
import { rope } from './rope.ts';
import { softcapBackward, softcapped } from './softcap.ts';
import { geglu, gegluBackward, swiglu, swigluBackward, swigluoai, swigluoaiBackward } from './swiglu.ts';

const random = (seed: number, count: number) => Float64Array.from(randomFloats(seed, count));

function expectGradient(actual: Float64Array, x: Float64Array, f: (x: Float64Array) => number): void {
  const expected = centralDifferences(x, f);
  expect(actual.length).toBe(expected.length);
  const worst = actual.reduce((most, value, i) => Math.max(most, Math.abs(value - expected[i])), 0);
  expect(worst).toBeLessThan(1e-7);
  expect(expected.some((value) => Math.abs(value) > 1e-3)).toBe(true);
}

describe('the reference gradients agree with central differences', () => {
  it('matmul', () => {
    const shape = { T: 3, N: 5, K: 7 };
    const [x, w, dY] = [random(1, 21), random(2, 35), random(3, 15)];
    expectGradient(matmulBackward(dY, w, shape), x, (moved) => inner(matmul(moved, w, shape), dY));
  });

  it('rmsnorm', () => {
    const [x, weight, dY] = [random(1, 21), random(2, 7), random(3, 21)];
    expectGradient(rmsnormBackward(dY, x, weight, 1e-3), x, (moved) => inner(rmsnorm(moved, weight, 1e-3), dY));
  });

  it('rope', () => {
    const heads = { H: 2, K: 1, E: 6 };
    const [qkv, dY] = [random(1, 48), random(2, 48)];
    const positions = [4, 1000];
    expectGradient(rope(dY, positions, heads, 1e4, -1), qkv, (moved) => inner(rope(moved, positions, heads, 1e4), dY));
  });

  it('attention over a tree of packed segments, with grouped queries', () => {
    const heads = { H: 4, K: 2, E: 3 };
    const visible = segmentTree([
      { length: 1, parent: null },
      { length: 2, parent: null },
      { length: 2, parent: 1 },
      { length: 2, parent: 1 },
    ]);
    const [qkv, dO] = [random(1, 7 * 24), random(2, 7 * 12)];
    expectGradient(attentionBackward(dO, qkv, visible, heads), qkv, (moved) =>
      inner(attention(moved, visible, heads).o, dO),
    );
    const near = windowed(visible, 2);
    expectGradient(attentionBackward(dO, qkv, near, heads, 0.5), qkv, (moved) =>
      inner(attention(moved, near, heads, 0.5).o, dO),
    );
    const sinks = [-1, 0, 0.5, 2];
    expectGradient(attentionBackward(dO, qkv, near, heads, Infinity, sinks), qkv, (moved) =>
      inner(attention(moved, near, heads, Infinity, sinks).o, dO),
    );
  });

  it('swiglu', () => {
    const [g, dY] = [random(1, 24).map((x) => 4 * x), random(2, 12)];
    expectGradient(swigluBackward(dY, g, 3, 4), g, (moved) => inner(swiglu(moved, 3, 4), dY));
    expectGradient(gegluBackward(dY, g, 3, 4), g, (moved) => inner(geglu(moved, 3, 4), dY));
    const wide = g.map((x) => 3 * x);
    expect(wide.filter((x) => Math.abs(x) > 7).length).toBeGreaterThan(3);
    expectGradient(swigluoaiBackward(dY, wide, 3, 4), wide, (moved) => inner(swigluoai(moved, 3, 4), dY));
  });

  it.each([true, false])('the weights of the chosen experts, normalised: %s', (normalised) => {
    const sizes = { T: 3, experts: 6, choices: 2, normalised };
    const [logits, dWeights] = [random(1, 18).map((x) => 2 * x), random(2, 6)];
    expectGradient(routeBackward(dWeights, logits, sizes), logits, (moved) =>
      inner(route(moved, sizes).weights, dWeights),
    );
  });

  it('lora: x, A and B', () => {
    const shape = { T: 3, K: 5, R: 2, widths: [4, 2, 3] };
    const pair = { a: random(1, 30), b: random(2, 18) };
    const [x, dY] = [random(3, 15), random(4, 27)];
    const loss = (input: Float64Array, used: LoraPair) => inner(lora(input, [used, used, used], 0.7, shape), dY);
    const { dX, dA, dB } = loraBackward(dY, x, pair, 0.7, shape);
    expectGradient(dX, x, (moved) => loss(moved, pair));
    expectGradient(dA, pair.a, (moved) => loss(x, { ...pair, a: moved }));
    expectGradient(dB, pair.b, (moved) => loss(x, { ...pair, b: moved }));
  });

  it('cross-entropy, with the clipped ratio held constant', () => {
    const z = random(1, 9).map((x) => 3 * x);
    const target = { token: 4, old: -1.5, advantage: -0.8 };
    const weight = tokenWeight(logSoftmax(z)[4], target, { low: 0.8, high: 1.2, perToken: 0.25 });
    expectGradient(crossEntropyBackward(z, 4, weight), z, (moved) => -weight * logSoftmax(moved)[4]);
  });

  it('cross-entropy of capped logits', () => {
    const z = random(1, 9).map((x) => 3 * x);
    const capped = (of: Float64Array) => of.map((value) => softcapped(value, 2));
    const dY = crossEntropyBackward(capped(z), 4, 0.7);
    const gradient = z.map((value, v) => softcapBackward(dY[v], value, 2));
    expectGradient(gradient, z, (moved) => -0.7 * logSoftmax(capped(moved))[4]);
  });

  it('PPO at every importance-sampling level, by automatic differentiation', () => {
    const options = {
      loss_fn: 'ppo' as const,
      epsilon: 0.2,
      epsilon_high: 0.3,
      max_negative_advantage_importance_sampling_weight: 1.25,
      mask_prob_ratio: false,
      kimi_k2_tau: null,
      truncated_importance_sampling: null,
      kl_penalty_coef: 0,
      kl_penalty_source: 'sample' as const,
    };
    const olds = [-1.1, -1.5, -0.2, -2, -1.3, -1.5];
    const row = (z: Float64Array, level: Options['importance_sampling_level']) => {
      const tokens = olds.map((old, t) => ({
        sequence: Math.floor(t / 4),
        logits: Array.from(z.subarray(4 * t, 4 * t + 4), (value) => new Scalar(value)),
        id: t % 4,
        advantage: t % 2 === 0 ? 1.5 : -0.7,
        weight: 1 + t,
        old,
        original: undefined,
        reference: 0,
      }));
      return { tokens, loss: policyRow(tokens, { ...options, importance_sampling_level: level }).loss };
    };
    for (const level of ['token', 'sequence', 'average', 'geometric_average'] as const) {
      const z = random(1, 4 * olds.length);
      const { tokens, loss } = row(z, level);
      loss.backward();
      const gradient = Float64Array.from(tokens.flatMap(({ logits }) => logits.map((logit) => logit.gradient)));
      expectGradient(gradient, z, (moved) => row(moved, level).loss.value);
    }
  });

  it('the entropy of a uniform distribution is the logarithm of its size', () => {
    expect(entropy(new Float64Array(8).fill(3))).toBeCloseTo(Math.log(8), 12);
  });
});
