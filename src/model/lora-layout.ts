import type { LoraGroup } from '../compute/ops/lora.ts';
import type { ModelConfig } from './checkpoint/config.ts';

/** The LoRA groups of one layer; each has its input in common. */
export interface LayerLora {
  qkv: LoraGroup;
  o: LoraGroup;
  gateUp: LoraGroup;
  down: LoraGroup;
}

/** One tensor of an adapter: its PEFT name and where its [rows, cols] f32 elements begin. */
export interface LoraTensor {
  name: string;
  offset: number;
  rows: number;
  cols: number;
  kind: 'A' | 'B';
}

/** How an adapter over all seven projections lies in one flat arena of f32. */
export interface LoraLayout {
  rank: number;
  alpha: number;
  /** alpha / rank */
  scale: number;
  /** f32 elements of one adapter. */
  elements: number;
  layers: LayerLora[];
  tensors: LoraTensor[];
}

/**
 * Lays out an adapter (Hu et al. 2021; PEFT names). The A of projections that share an input are side by side, and so
 * are their B, in the order in which the fused weight holds their rows. `rank` is a multiple of 4.
 */
export function loraLayout(config: ModelConfig, rank = 8, alpha = 16): LoraLayout {
  if (rank % 4 !== 0 || rank < 4 || rank > 128)
    throw new RangeError(`LoRA rank ${rank}: allowed are multiples of 4 to 128`);
  const D = config.hidden_size;
  const F = config.intermediate_size;
  const attention = config.num_attention_heads * config.head_dim;
  const keys = config.num_key_value_heads * config.head_dim;
  const tensors: LoraTensor[] = [];
  let at = 0;
  const group = (layer: number, module: string, inputs: number, outputs: [string, number][]): LoraGroup => {
    const name = (projection: string, kind: 'A' | 'B') =>
      `base_model.model.model.layers.${layer}.${module}.${projection}.lora_${kind}.weight`;
    const offsetA = at;
    for (const [projection] of outputs) {
      tensors.push({ name: name(projection, 'A'), offset: at, rows: rank, cols: inputs, kind: 'A' });
      at += rank * inputs;
    }
    const offsetB = at;
    for (const [projection, rows] of outputs) {
      tensors.push({ name: name(projection, 'B'), offset: at, rows, cols: rank, kind: 'B' });
      at += rows * rank;
    }
    const total = outputs.reduce((sum, [, rows]) => sum + rows, 0);
    const first = outputs[0][1];
    const bounds: [number, number] = [first, outputs.length > 2 ? first + outputs[1][1] : total];
    return { offsetA, offsetB, inputs, outputs: total, segments: outputs.length, bounds };
  };
  const layers = Array.from({ length: config.num_hidden_layers }, (_, layer) => ({
    qkv: group(layer, 'self_attn', D, [
      ['q_proj', attention],
      ['k_proj', keys],
      ['v_proj', keys],
    ]),
    o: group(layer, 'self_attn', attention, [['o_proj', D]]),
    gateUp: group(layer, 'mlp', D, [
      ['gate_proj', F],
      ['up_proj', F],
    ]),
    down: group(layer, 'mlp', F, [['down_proj', D]]),
  }));
  return { rank, alpha, scale: alpha / rank, elements: at, layers, tensors };
}

/**
 * A fresh adapter: A uniform in +-1/sqrt(K) (PEFT's Kaiming-uniform with a = sqrt 5), B zero, so step 0 equals the base
 * model. The same seed gives the same adapter on every machine.
 */
export function freshAdapter(layout: LoraLayout, seed = 3407): Float32Array {
  const values = new Float32Array(layout.elements);
  let state = seed >>> 0;
  const uniform = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let h = Math.imul(state ^ (state >>> 15), state | 1);
    h = (h + Math.imul(h ^ (h >>> 7), h | 61)) ^ h;
    return ((h ^ (h >>> 14)) >>> 0) / 2 ** 32;
  };
  for (const { kind, offset, rows, cols } of layout.tensors) {
    if (kind === 'B') continue;
    const bound = 1 / Math.sqrt(cols);
    for (let i = 0; i < rows * cols; i++) values[offset + i] = (2 * uniform() - 1) * bound;
  }
  return values;
}
