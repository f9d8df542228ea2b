import { describe, expect, it } from 'vitest';
import { cacheTokens } from '../../src/inference/engine/kv-cache.ts';
import { cacheTypeOf } from '../../src/model/cache-type.ts';
import type { Checkpoint, StoredType } from '../../src/model/checkpoint/checkpoint.ts';
import { expectedShapes, isRouter } from '../../src/model/checkpoint/expected-tensors.ts';
import { type LoraSettings, loraLayout } from '../../src/model/lora-layout.ts';
import type { Precision } from '../../src/model/model-files.ts';
import { keptBytes } from '../../src/model/weight-blocks.ts';
import { cacheRoom } from '../../src/worker/process/memory-budget.ts';
import { planServing } from '../../src/worker/process/serving-plan.ts';
import { BIG_MODELS } from '../null-gpu/big-models.ts';

const GiB = 2 ** 30;
const LAYERS = 48;
const card = { info: { fallback: false }, maxBindingBytes: 2 ** 32 - 4 };

/** Qwen3-30B-A3B as a GGUF file has it, of which no byte is read. */
function stored(typeOf: (name: string) => StoredType): Checkpoint {
  const shape = BIG_MODELS.find(({ name }) => name === 'Qwen3-30B-A3B')!.config;
  const config = { ...shape, num_hidden_layers: LAYERS, max_position_embeddings: 40_960 };
  const tensors = [...expectedShapes(config)].map(([name, [rows, cols]]) => ({
    name,
    rows,
    cols,
    type: rows === 1 || isRouter(name) ? 'f32' : typeOf(name),
    readRows: () => new Uint8Array(),
  }));
  return { config, tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])), close: () => {} };
}

/** What llama.cpp's quantiser chooses for Q4_K_M: more bits for some layers' values and down projections. */
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

  it.each<[name: string, precision: Precision, tokens: number, typeOf: (name: string) => StoredType]>([
    ['Q4_0', 'f32', 9872, (name) => (name === 'lm_head.weight' ? 'q6_k' : 'q4_0')],
    ['Q4_K_M', 'f16', 7408, q4KM],
  ])(
    'as %s, in %s, fits a card of 24 GiB with %i tokens of keys and values beside it',
    (_, precision, tokens, typeOf) => {
      const checkpoint = stored(typeOf);
      const weightBytes = keptBytes(checkpoint, precision);
      const room = cacheRoom({ bytes: 24 * GiB, source: 'driver' }, weightBytes, { operator: null, longRows: 0 });
      const { config } = checkpoint;
      expect(cacheTokens(card, { config, cacheType: cacheTypeOf({ config, precision }) }, 64, room)).toBe(tokens);
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
      /^qwen: an adapter of rank 8 takes 1\.\d\d GiB, and one binding of this device has 1\.00: lower .* or take experts out of DAYBREAK_LORA_TARGETS$/,
    );
  });
});
