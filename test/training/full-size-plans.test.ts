import { expect, test } from 'vitest';
import { type CheckpointTensor, rowBytes, type StoredType } from '../../src/model/checkpoint/checkpoint.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { expectedShapes } from '../../src/model/checkpoint/expected-tensors.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { planMemory } from '../../src/training/trainer/memory-plan.ts';
import { planServing } from '../../src/worker/process/serving-plan.ts';
import { plannedOn } from './planned-on.ts';

/** meta-llama/Llama-3.1-8B-Instruct, config.json. */
const llama: ModelConfig = {
  model_type: 'llama',
  vocab_size: 128_256,
  hidden_size: 4096,
  num_hidden_layers: 32,
  num_attention_heads: 32,
  num_key_value_heads: 8,
  head_dim: 128,
  intermediate_size: 14_336,
  rms_norm_eps: 1e-5,
  rope_theta: 500_000,
  rope_scaling: null,
  max_position_embeddings: 131_072,
  tie_word_embeddings: false,
  attention_bias: false,
  qk_norm: false,
};

/** Returns the type of a tensor in llama.cpp's Q4_K_M: some of v and down, and the head, in Q6_K (`use_more_bits`). */
function q4KM(name: string, layers: number): StoredType {
  if (name === 'lm_head.weight') return 'q6_k';
  if (/norm/.test(name)) return 'f32';
  const [, index, kind] = /layers\.(\d+)\.\w+\.(\w+)\.weight/.exec(name) ?? [];
  const i = Number(index);
  const eighth = Math.floor(layers / 8);
  const hasMoreBits = i < eighth || i >= Math.floor((7 * layers) / 8) || (i - eighth) % 3 === 2;
  return hasMoreBits && (kind === 'v_proj' || kind === 'down_proj') ? 'q6_k' : 'q4_k';
}

function tensorsOf(config: ModelConfig): Map<string, CheckpointTensor> {
  const none = () => new Uint8Array();
  const shapes = [...expectedShapes(config)];
  return new Map(
    shapes.map(([name, [rows, cols]]) => {
      return [name, { name, rows, cols, type: q4KM(name, config.num_hidden_layers), readRows: none }];
    }),
  );
}

const tensors = tensorsOf(llama);
const bytes = keptBytes({ config: llama, tensors, close: () => {} }, 'f32');
const weights = { config: llama, precision: 'f32' as const, bytes };
const lora = loraLayout(llama);

test('the weights of Llama-3.1-8B in Q4_K_M take 4.92 GB in the file, and 5.8 on the device', () => {
  let stored = 0;
  for (const { type, rows, cols } of tensors.values()) stored += rows * rowBytes(type, cols);
  // 4.92 GB is the size of the published file, which has a tokenizer too.
  expect(stored / 1e9).toBeCloseTo(4.91, 2);
  expect(bytes / 1e9).toBeCloseTo(5.82, 2);
});

test('on 12 GiB with an f16 cache it trains rows of 4,096 tokens beside chats of 5,760; in f32 both have 2,880', () => {
  expect(plannedOn(12, weights)).toMatchObject({ jobs: 1, contextLength: 2880, longest: 2880 });
  const { jobBytes, ...planned } = plannedOn(12, weights, { kvCache: 'f16' });
  expect(planned).toMatchObject({ jobs: 1, contextLength: 5760 });
  expect(planned.longest).toBeGreaterThanOrEqual(4096);
  const job = {
    config: llama,
    lora,
    longest: 4096,
    defaultCapacity: 4096,
    begunCapacity: null,
    allowedBytes: jobBytes,
  };
  const { adapterBytes, passBytes } = planMemory(job);
  expect(adapterBytes + passBytes).toBeLessThanOrEqual(jobBytes);
});

test.each([
  { gib: 16, jobs: 1, contextLength: 14_544, cacheTokens: 14_544 },
  { gib: 24, jobs: 1, contextLength: 25_456, cacheTokens: 25_456 },
  { gib: 80, jobs: 4, contextLength: 120_992, cacheTokens: 120_992 },
])(
  'on $gib GiB, $jobs jobs train rows of 4,096 tokens or more, beside chats of $contextLength tokens',
  ({ gib, ...figures }) => {
    const planned = plannedOn(gib, weights);
    expect(planned).toMatchObject(figures);
    expect(planned.longest).toBeGreaterThanOrEqual(4096);
  },
);

test.each([
  { gib: 12, contextLength: 11_168, rows: 4096 },
  { gib: 16, contextLength: 56_432, rows: 4096 },
  { gib: 24, contextLength: 98_736, rows: 4096 },
  { gib: 80, contextLength: 131_072, rows: 4096 },
])('on $gib GiB, with an int8 cache, it serves chats of $contextLength tokens', ({ gib, contextLength, rows }) => {
  const { longerContexts } = plannedOn(gib, weights);
  const planned = plannedOn(gib, weights, { kvCache: 'int8' });
  expect(planned).toMatchObject({ contextLength, longerContexts: [] });
  expect(planned.longest).toBeGreaterThanOrEqual(rows);
  // The startup lines announce the same context.
  const told = longerContexts.at(-1);
  expect(told?.contextLength ?? 131_072).toBe(contextLength);
});

const MiB = 2 ** 20;

test.each([
  {
    head: 128,
    left: 3 * MiB,
    cure: /take 4\.00 MiB, but only 3\.00 are left: with DAYBREAK_KV_CACHE=f16 they take 2\.00$/,
  },
  { head: 128, left: 1.5 * MiB, cure: /with DAYBREAK_KV_CACHE=int8 they take 1\.03$/ },
  { head: 128, left: MiB, cure: /serve fewer models, or a smaller one$/ },
  { head: 100, left: 3 * MiB, cure: /take 3\.13 MiB, but only 3\.00 are left: serve fewer models, or a smaller one$/ },
])('with $left bytes left for heads of $head, too few, the error says what would fit', ({ head, left, cure }) => {
  const device = { info: { fallback: false }, maxBindingBytes: 2 ** 32 - 4 };
  const model = { ...weights, config: { ...llama, head_dim: head } };
  const plan = (room: number) => planServing(device, model, { id: 'llama', path: '', highestRank: 16 }, room);
  const { adapterBytes, longerContexts } = plan(256 * MiB);
  expect(longerContexts).toHaveLength(head === 100 ? 0 : 2);
  expect(() => plan(adapterBytes + left)).toThrow(cure);
});
