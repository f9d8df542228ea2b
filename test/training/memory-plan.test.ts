import { describe, expect, it } from 'vitest';
import type { Device } from '../../src/compute/device.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import {
  bytesOfLogprobs,
  bytesOfPass,
  describePlan,
  logprobsSizes,
  type PlannedTraining,
  planMemory,
  reducedPlan,
  TrainingTooLargeError,
} from '../../src/training/trainer/memory-plan.ts';
import { headChunk, logitBytesOf, MIN_LOGIT_BYTES } from '../../src/training/trainer/training-buffers.ts';

/** SmolLM2-135M's shape. */
const config = {
  model_type: 'llama',
  vocab_size: 49152,
  hidden_size: 576,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  head_dim: 64,
  intermediate_size: 1536,
  qk_norm: false,
} as ModelConfig;
const lora = loraLayout(config);
const adapterBytes = 5 * 4 * lora.elements;

function plan(allowedBytes: number, longest = 100, over: Partial<PlannedTraining> = {}) {
  return planMemory({ config, lora, longest, defaultCapacity: 512, begunCapacity: null, allowedBytes, ...over });
}

function kept(keep: readonly string[]): Record<string, number> {
  return Object.groupBy(keep, (one) => one) as never as Record<string, number>;
}

it('a memory plan keeps all activations in the largest micro-batches if there is room', () => {
  const { capacity, keep, passBytes, allowedBytes } = plan(2 ** 34);
  expect({ capacity, layers: keep.length, kinds: Object.keys(kept(keep)) }).toEqual({
    capacity: 512,
    layers: 30,
    kinds: ['all'],
  });
  expect(adapterBytes + passBytes).toBeLessThanOrEqual(allowedBytes);
});

it('a memory plan first makes micro-batches smaller, but not below the longest sequence', () => {
  const need = (T: number) => adapterBytes + bytesOfPass(config, lora.rank, T, Array(30).fill('all'));
  expect(plan(need(512)).capacity).toBe(512);
  expect(plan(need(512) - 1).capacity).toBe(256);
  expect(plan(need(256) - 1).capacity).toBe(128);
  expect(plan(need(256) - 1).keep).not.toContain('input');
  // A sequence of 300 tokens has its own micro-batch, whose size does not depend on smaller capacities.
  const long = plan(need(300), 300);
  expect(long.capacity).toBe(256);
  expect(new Set(long.keep)).toEqual(new Set(['all']));
  expect(new Set(plan(need(300) - 1, 300).keep)).toContain('attention');
});

it('a memory plan counts the panels of attention gradients, of at least one kv head and at most 64 MiB', () => {
  const matrix = { M: 16, N: 16, K: 16, SIZE: 32, SIZED: 1 } as const;
  const keep = Array(30).fill('all');
  const more = (T: number, over: Partial<ModelConfig> = {}) => {
    const one = { ...config, ...over };
    return bytesOfPass(one, lora.rank, T, keep, MIN_LOGIT_BYTES, matrix) - bytesOfPass(one, lora.rank, T, keep);
  };
  // For each kv head: q and dO of three query heads, k and v, 64 f16 each. Chunks read up to 64 rows past the last.
  const head = (T: number) => 8 * 64 * 2 * (T + 64);
  expect(more(4096)).toBe(3 * head(4096) + 4 * 4096 * 9);
  expect(more(32_768)).toBe(head(32_768) + 4 * 32_768 * 9);
  // Gemma-3-1b's heads: 5,120 bytes a token.
  const gemma = { num_attention_heads: 4, num_key_value_heads: 1, head_dim: 256 };
  expect(more(32_768, gemma)).toBe(5120 * (32_768 + 64) + 4 * 32_768 * 4);
  expect(more(4096, { head_dim: 72 })).toBe(0);
  const { passBytes } = plan(2 ** 40, 100, { matrix });
  expect(passBytes - plan(2 ** 40).passBytes).toBe(more(512));
  expect(plan(adapterBytes + passBytes - 1, 100, { matrix }).capacity).toBe(256);
});

it('a memory plan then keeps less, layer by layer, within the allowed bytes', () => {
  const T = 400;
  const most = bytesOfPass(config, lora.rank, T, Array(30).fill('all'));
  const least = bytesOfPass(config, lora.rank, T, Array(30).fill('input'));
  let before = Number.POSITIVE_INFINITY;
  for (let share = 20; share >= 0; share--) {
    const allowed = adapterBytes + Math.ceil(least + (share / 20) * (most - least));
    const { keep, passBytes } = plan(allowed, T);
    expect(passBytes).toBe(bytesOfPass(config, lora.rank, T, keep));
    expect(adapterBytes + passBytes).toBeLessThanOrEqual(allowed);
    const weight = keep.reduce((sum, one) => sum + { all: 2, attention: 1, input: 0 }[one], 0);
    expect(weight).toBeLessThanOrEqual(before);
    before = weight;
  }
  expect(before).toBe(0);
});

it('a job that fits no plan is refused with its lengths and bytes', () => {
  const T = 5000;
  const least = adapterBytes + bytesOfPass(config, lora.rank, T, Array(30).fill('input'));
  expect(plan(least, T).keep).toEqual(Array(30).fill('input'));
  expect(() => plan(least - 1, T)).toThrow(TrainingTooLargeError);
  expect(() => plan(least - 1, T)).toThrow(
    /longest sequence of this job has 5000 tokens.* takes 700\.6 MiB.* may take 700\.6 MiB: sequences of up to 4999 tokens would fit/,
  );
  const little = plan(adapterBytes + bytesOfPass(config, lora.rank, 40, Array(30).fill('input')), 40);
  expect(little).toMatchObject({ capacity: 32, keep: Array(30).fill('input') });
  expect(() => plan(2 ** 20, 10)).toThrow(/no sequence would fit/);
});

it('a resumed job has the micro-batches that it began with, and keeps less if needed', () => {
  const need = (kind: 'all' | 'input') => adapterBytes + bytesOfPass(config, lora.rank, 512, Array(30).fill(kind));
  const begun = { begunCapacity: 512, defaultCapacity: 4096 };
  expect(plan(2 ** 40, 100, begun)).toMatchObject({ capacity: 512, keep: Array(30).fill('all') });
  const less = plan(need('all') - 1, 100, begun);
  expect([less.capacity, less.keep.includes('all'), less.keep.every((kept) => kept === 'all')]).toEqual([
    512,
    true,
    false,
  ]);
  expect(plan(need('input'), 100, begun)).toMatchObject({ capacity: 512, keep: Array(30).fill('input') });
  expect(() => plan(need('input') - 1, 100, begun)).toThrow(TrainingTooLargeError);
  expect(() => plan(need('input') - 1, 100, begun)).toThrow(
    /began with micro-batches of 512 tokens.*create the job again/,
  );
  // More memory, or another device, does not make them larger.
  expect(plan(2 ** 40, 100, { begunCapacity: 32 }).capacity).toBe(32);
});

it('a memory plan is reduced at most twice', () => {
  const first = plan(2 ** 34);
  const second = reducedPlan(first);
  const third = second && reducedPlan(second);
  expect(second?.keep).toEqual(Array(30).fill('attention'));
  expect(third?.keep).toEqual(Array(30).fill('input'));
  expect(third?.capacity).toBe(first.capacity);
  expect(third && reducedPlan(third)).toBeUndefined();
});

it('a memory plan is described in one line', () => {
  expect(describePlan(plan(2 ** 34))).toBe(
    'micro-batches of 512 tokens, 30 layers keep everything: 46.6 MiB for adapter, gradients and moments, ' +
      '393.9 MiB for activations and logits, of 16.0 GiB',
  );
});

describe('larger micro-batches', () => {
  /** Sixteen answers of 100 tokens to a prompt of 400, as `packedTokens` counts them. */
  const packedSizes = [
    { capacity: 128, tokens: 8000 },
    { capacity: 256, tokens: 8000 },
    { capacity: 512, tokens: 8000 },
    { capacity: 1024, tokens: 3200 },
    { capacity: 2048, tokens: 2000 },
    { capacity: 4096, tokens: 2000 },
  ];
  const need = (T: number, kind: 'all' | 'input') =>
    adapterBytes + bytesOfPass(config, lora.rank, T, Array(30).fill(kind));
  const grouped = { packedSizes, maxCapacity: 4096 };

  it('are chosen if shared prefixes are then computed less often, and no larger than needed', () => {
    expect(plan(2 ** 34, 500, grouped)).toMatchObject({ capacity: 2048, keep: Array(30).fill('all') });
    expect(plan(2 ** 34, 500, { ...grouped, maxCapacity: 1024 }).capacity).toBe(1024);
    expect(plan(2 ** 34, 500, { packedSizes: packedSizes }).capacity).toBe(512);
    const alone = packedSizes.map(({ capacity }) => ({ capacity, tokens: 8000 - capacity / 100 }));
    expect(plan(2 ** 34, 500, { ...grouped, packedSizes: alone }).capacity).toBe(512);
  });

  it('are preferred over kept activations if they save enough, within the allowed bytes', () => {
    const little = plan(need(2048, 'input'), 500, grouped);
    expect(little).toMatchObject({ capacity: 2048, keep: Array(30).fill('input') });
    const less = plan(need(2048, 'input') - 1, 500, grouped);
    expect(less.capacity).toBe(1024);
    expect(adapterBytes + less.passBytes).toBeLessThanOrEqual(less.allowedBytes);
    // A fifth fewer tokens are not worth recomputing half of them.
    const few = [128, 256, 512, 1024].map((capacity) => ({ capacity, tokens: capacity < 1024 ? 1000 : 800 }));
    expect(plan(need(1024, 'input'), 100, { ...grouped, packedSizes: few })).toMatchObject({ capacity: 128 });
    expect(plan(2 ** 34, 500, { ...grouped, packedSizes: few }).capacity).toBe(1024);
  });

  it('are not chosen for a resumed job', () => {
    expect(plan(2 ** 34, 500, { ...grouped, begunCapacity: 512 }).capacity).toBe(512);
  });
});

it('the head computes as many rows of logits as fit, at most a micro-batch or 512', () => {
  const large = { ...config, vocab_size: 151_936 };
  const row = 4 * large.vocab_size;
  expect(headChunk(large, 4096, 20 * row)).toBe(20);
  expect(headChunk(large, 16, 20 * row)).toBe(16);
  expect(headChunk(large, 4096, 2 ** 40)).toBe(512);
  const device = (fallback: boolean, maxBindingBytes: number) => ({ info: { fallback }, maxBindingBytes }) as Device;
  expect(headChunk(large, 300, logitBytesOf(device(false, 2 ** 32)))).toBe(300);
  expect(headChunk(large, 300, logitBytesOf(device(true, 2 ** 32)))).toBe(55);
  expect(logitBytesOf(device(false, 2 ** 27))).toBe(2 ** 27);
});

it('a plan has the logit rows of the device if all activations fit beside them, else the fewest', () => {
  const [few, many] = [MIN_LOGIT_BYTES, 320 * 2 ** 20];
  const roomy = plan(2 ** 34, 100, { logitBytes: many });
  const more = 4 * (headChunk(config, 512, many) - headChunk(config, 512, few)) * (3 * config.hidden_size + 49152);
  expect(more).toBeGreaterThan(0);
  expect(roomy.logitBytes).toBe(many);
  expect(roomy.passBytes - plan(2 ** 34).passBytes).toBe(more);
  const enough = adapterBytes + roomy.passBytes;
  expect(plan(enough, 100, { logitBytes: many }).logitBytes).toBe(many);
  expect(plan(enough - 1, 100, { logitBytes: many })).toEqual(plan(enough - 1));
  expect(plan(enough - 1).keep).toEqual(Array(30).fill('all'));
  expect(reducedPlan(roomy)).toEqual({ ...roomy, logitBytes: few });
});

describe('the plan of computing log-probabilities', () => {
  const scoring = (allowedBytes: number, longest = 100) =>
    logprobsSizes({ config, lora, longest, supervised: 10, maxCapacity: 4096, allowedBytes }).capacity;
  const need = (T: number) => 4 * lora.elements + 80 + bytesOfLogprobs(config, lora.rank, T);

  it('has the fewest logit rows if more leave no room', () => {
    const sizes = (allowedBytes: number) =>
      logprobsSizes({
        config,
        lora,
        longest: 300,
        supervised: 10,
        maxCapacity: 4096,
        logitBytes: 2 ** 28,
        allowedBytes,
      });
    expect(sizes(2 ** 34)).toEqual({ capacity: 4096, logitBytes: 2 ** 28 });
    expect(sizes(need(300))).toEqual({ capacity: 256, logitBytes: MIN_LOGIT_BYTES });
  });

  it('has the largest batches that fit, and at least that of its longest sequence', () => {
    expect(scoring(2 ** 34)).toBe(4096);
    expect(scoring(need(4096) - 1)).toBe(2048);
    expect(scoring(need(128))).toBe(128);
    expect(scoring(need(100))).toBe(100);
    expect(scoring(need(5000), 5000)).toBe(4096);
    expect(() => scoring(need(5000) - 1, 5000)).toThrow(TrainingTooLargeError);
    expect(() => scoring(need(5000) - 1, 5000)).toThrow(/up to 5000 tokens takes .* MiB.*DAYBREAK_TRAINING_MEMORY/);
  });

  it('takes less than the leanest training of the same tokens', () => {
    for (const T of [1, 100, 4096]) {
      expect(need(T) - 80).toBeLessThan(adapterBytes + bytesOfPass(config, lora.rank, T, Array(30).fill('input')));
    }
  });
});
