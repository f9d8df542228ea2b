import { describe, expect, it } from 'vitest';
import type { Checkpoint, StoredType } from '../../src/model/checkpoint/checkpoint.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { expectedShapes, isOfExpert, isRouter } from '../../src/model/checkpoint/expected-tensors.ts';
import { type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { planServing } from '../../src/worker/process/serving-plan.ts';
import { BIG_MODELS } from '../null-gpu/big-models.ts';
import { plannedOn } from '../training/planned-on.ts';

const MiB = 2 ** 20;
const GiB = 2 ** 30;
const card = { info: { fallback: false }, maxBindingBytes: 2 ** 32 - 4 };
const LAYERS = 48;

/** Returns a checkpoint with the tensors of a file, but without data. */
function withTypes(model: string, own: Partial<ModelConfig>, typeOf: (name: string) => StoredType): Checkpoint {
  const shape = BIG_MODELS.find(({ name }) => name === model)!.config;
  const config = { ...shape, ...own };
  const tensors = [...expectedShapes(config)].map(([name, [rows, cols]]) => ({
    name,
    rows,
    cols,
    type: rows === 1 || isRouter(name) ? 'f32' : typeOf(name),
    readRows: () => new Uint8Array(),
  }));
  return { config, tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])), close: () => {} };
}

function stored(typeOf: (name: string) => StoredType): Checkpoint {
  return withTypes('Qwen3-30B-A3B', { num_hidden_layers: LAYERS, max_position_embeddings: 40_960 }, typeOf);
}

/** Returns the type that llama.cpp chooses for Q4_K_M: more bits for some layers' values and down projections. */
function q4KM(name: string): StoredType {
  if (name === 'lm_head.weight') return 'q6_k';
  const layer = Number(/\.layers\.(\d+)\./.exec(name)?.[1] ?? 0);
  const eighth = LAYERS / 8;
  const isFine = layer < eighth || layer >= 7 * eighth || (layer - eighth) % 3 === 2;
  return isFine && /\.(v_proj|down_proj)\./.test(name) ? 'q6_k' : 'q4_k';
}

describe('Qwen3-30B-A3B', () => {
  it('has 30.5 billion parameters', () => {
    const { tensors } = stored(() => 'q4_0');
    const parameters = [...tensors.values()].reduce((sum, { rows, cols }) => sum + rows * cols, 0);
    expect(parameters / 1e9).toBeCloseTo(30.5, 1);
  });

  const q4_0 = (name: string) => (name === 'lm_head.weight' ? 'q6_k' : 'q4_0');
  const weightsOf = (typeOf: (name: string) => StoredType): Parameters<typeof plannedOn>[1] => {
    const checkpoint = stored(typeOf);
    return { config: checkpoint.config, precision: 'f32', bytes: keptBytes(checkpoint, 'f32') };
  };

  it.each([
    { kvCache: 'f32', contextLength: 2848, longest: 2848 },
    { kvCache: 'f16', contextLength: 5696, longest: 4097 },
    { kvCache: 'int8', contextLength: 11_056, longest: 4096 },
  ] as const)(
    'in Q4_0 on 24 GiB, cached in $kvCache, serves chats of $contextLength tokens and trains rows of $longest',
    ({ kvCache, ...figures }) => {
      expect(plannedOn(24, weightsOf(q4_0), { kvCache })).toMatchObject({ jobs: 1, ...figures });
    },
  );

  it.each([
    { kvCache: 'f32', training: null, contextLength: 816, longest: 816 },
    { kvCache: 'f16', training: null, contextLength: 1632, longest: 1371 },
    { kvCache: 'int8', training: null, contextLength: 3184, longest: 1370 },
    { kvCache: 'f32', training: 768 * MiB, contextLength: 2768, longest: 855 },
    { kvCache: 'f16', training: 768 * MiB, contextLength: 5536, longest: 855 },
    { kvCache: 'int8', training: 768 * MiB, contextLength: 10_736, longest: 855 },
  ] as const)(
    'as Q4_K_M, of which 2.3 GiB more are kept, has chats of $contextLength tokens in $kvCache, and trains ' +
      'rows of $longest, where a job may take $training bytes',
    ({ kvCache, training: operator, ...figures }) => {
      expect(plannedOn(24, weightsOf(q4KM), { kvCache, operator })).toMatchObject({ jobs: 1, ...figures });
    },
  );

  it('has 415 million parameters in an adapter of rank 8 on its experts, which one binding must hold', () => {
    const { config } = stored(() => 'q4_0');
    const lora: LoraSettings = { rank: 8, alpha: 16, targets: ['experts'] };
    expect(loraLayout(config, lora).elements / 1e6).toBeCloseTo(415.2, 1);
    const plan = (device: typeof card) =>
      planServing(device, { config, precision: 'f16' }, { id: 'qwen', path: '', lora }, 8 * GiB);
    expect(plan(card).adapterBytes / GiB).toBeCloseTo(1.6, 1);
    expect(() => plan({ ...card, maxBindingBytes: GiB })).toThrow(
      /^qwen: an adapter of rank 8 takes 1\.\d\d GiB, but one binding of this device has 1\.00: lower .* or remove experts from DAYBREAK_LORA_TARGETS$/,
    );
  });
});

describe('gpt-oss-20b', () => {
  const own = { num_hidden_layers: 24, max_position_embeddings: 131_072 };
  const gptOss = (other: StoredType) => withTypes('gpt-oss-20b', own, (name) => (isOfExpert(name) ? 'mxfp4' : other));

  it('has 20.9 billion parameters', () => {
    const { tensors } = gptOss('bf16');
    const parameters = [...tensors.values()].reduce((sum, { rows, cols }) => sum + rows * cols, 0);
    expect(parameters / 1e9).toBeCloseTo(20.9, 1);
  });

  it.each([
    { other: 'bf16', kvCache: 'f32', contextLength: 2080 },
    { other: 'bf16', kvCache: 'f16', contextLength: 4160 },
    { other: 'q8_0', kvCache: 'f16', contextLength: 4160 },
  ] as const)(
    'with experts in MXFP4, the rest in $other, cached in $kvCache, serves chats of $contextLength tokens on 16 GiB',
    ({ other, kvCache, contextLength }) => {
      const checkpoint = gptOss(other);
      const weights = { config: checkpoint.config, precision: 'f32' as const, bytes: keptBytes(checkpoint, 'f32') };
      expect(plannedOn(16, weights, { kvCache })).toMatchObject({ contextLength });
    },
  );

  it('is refused with adapters on experts that are too large, with the advice to leave experts out', () => {
    const { config } = gptOss('bf16');
    const lora: LoraSettings = { rank: 8, alpha: 16, targets: ['q_proj', 'experts'] };
    expect(loraLayout(config, { ...lora, targets: ['experts'] }).elements / 1e6).toBeCloseTo(106.2, 1);
    const plan = () =>
      planServing(
        { ...card, maxBindingBytes: MiB },
        { config, precision: 'f16' },
        { id: 'gpt-oss', path: '', lora },
        GiB,
      );
    expect(plan).toThrow(/: lower DAYBREAK_LORA_MAX_RANK, or remove experts from DAYBREAK_LORA_TARGETS$/);
  });
});
