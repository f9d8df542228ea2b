import { describe, expect, test } from 'vitest';
import { repeatedLogprobs } from '../../src/training/repeated-logprobs.ts';
import type { SumLoss, TargetedSequence } from '../../src/training/sum-loss.ts';
import { microBatches } from '../../src/training/trainer/micro-batch.ts';

const P = 20;
const IS: SumLoss = { fn: 'importance_sampling' };
const GSPO: SumLoss = { fn: 'gspo', low: 0.8, high: 1.2 };

/** Returns an answer of 3 tokens to a prompt of P tokens, with its advantage. Its ratio covers the answer alone. */
function answer(prompt: number, tokens: readonly number[], advantage = 1): TargetedSequence {
  const ids = Uint32Array.from([...Array.from({ length: P }, (_, t) => (t === 0 ? 0 : t + prompt)), ...tokens]);
  const ofAnswer = Array.from(ids, (_, t) => (t < P ? 0 : 1));
  return {
    ids,
    targets: ids,
    mask: Uint8Array.from(ids, (_, t) => Number(t > 0)),
    weights: Float32Array.from(ofAnswer, (one) => one * advantage),
    oldLogprobs: new Float32Array(ids.length),
    ratioMask: Uint8Array.from(ofAnswer),
  };
}

/** Returns the number of computed tokens, the number of computed log-probabilities, and the copies. */
function packed(sequences: readonly TargetedSequence[], loss: SumLoss | null) {
  const repeated = repeatedLogprobs(sequences, loss);
  const [batch] = microBatches(repeated.sequences, 512);
  return { tokens: batch.T, computed: batch.logitRows.length, ...repeated };
}

const group = [answer(3, [5, 6, 7]), answer(3, [5, 6, 8]), answer(3, [9, 6, 7]), answer(3, [1, 2, 3])];

describe('log-probabilities that several sequences share', () => {
  test.each([
    ['importance sampling', IS],
    ['gspo', GSPO],
  ])('of a prompt are computed once, and copied to the others: %s', (_, loss) => {
    const { tokens, computed, copies, sequences } = packed(group, loss);
    // All tokens of the first sequence; of the others, the prompt without its last token once, and the rest of each.
    expect(tokens).toBe(P + 3 + (P - 1) + 3 * 4);
    expect(computed).toBe(P + 2 + 3 * 3);
    expect(copies).toEqual([1, 2, 3].map((to) => ({ from: to - 1, to, count: P - 1 })));
    expect(sequences.map(({ mask }) => mask.indexOf(1))).toEqual([1, P, P, P]);
  });

  test('extend into the common tokens of two answers if the loss does not depend on them', () => {
    const { copies } = packed(group.slice(0, 2), null);
    expect(copies).toEqual([{ from: 0, to: 1, count: P + 1 }]);
    const without = [answer(3, [5, 6, 7], 0), answer(3, [5, 6, 8], 0)];
    expect(packed(without, IS).copies).toEqual(copies);
    expect(packed(without, GSPO).copies).toEqual([{ from: 0, to: 1, count: P - 1 }]);
  });

  test.each<[string, TargetedSequence[], SumLoss]>([
    ['the loss looks at all', group, { fn: 'dro', beta: 0.1 }],
    ['the ratio is that of all tokens', group.map((one) => ({ ...one, ratioMask: null })), GSPO],
    ['the prompts are others', [answer(3, [5, 6, 7]), answer(4, [5, 6, 7])], IS],
    ['all tokens are trained on', group.map((one) => ({ ...one, weights: one.weights.map(() => 1) })), IS],
  ])('are computed for each sequence if %s', (_, sequences, loss) => {
    const { computed, copies } = packed(sequences, loss);
    expect(copies).toEqual([]);
    expect(computed).toBe(sequences.length * (P + 2));
  });

  test('are copied as long as the targets are the same', () => {
    const other = { ...group[1], targets: group[1].targets.map((id, t) => (t === 18 ? id + 1 : id)) };
    expect(packed([group[0], other], IS).copies).toEqual([{ from: 0, to: 1, count: 17 }]);
  });
});
