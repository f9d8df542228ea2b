import { attention, packed } from './attention.ts';
import { entropy, logSoftmax } from './cross-entropy.ts';
import { type LoraPair, lora } from './lora.ts';
import { matmul } from './matmul.ts';
import { rmsnorm } from './rmsnorm.ts';
import { rope } from './rope.ts';
import { swiglu } from './swiglu.ts';

/** Shape of a Llama model without biases and RoPE scaling, and with tied embeddings. */
export interface DecoderShape {
  hidden_size: number;
  intermediate_size: number;
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads: number;
  head_dim: number;
  vocab_size: number;
  rms_norm_eps: number;
  rope_theta: number;
}

/** Returns a tensor by its name in a checkpoint or a PEFT adapter. */
export type Tensors = (name: string) => ArrayLike<number>;

export interface ReferenceDecoder {
  shape: DecoderShape;
  weights: Tensors;
  adapter: Tensors;
  rank: number;
  /** alpha / rank */
  scale: number;
}

/** Scores [T] of each token; 0 for the first. */
export interface TokenScores {
  logprobs: Float64Array;
  /** Entropies of the distributions that predict the tokens. */
  entropies: Float64Array;
}

/** Computes the scores of the tokens in float64 (Touvron et al. 2023). */
export function decoderScores(decoder: ReferenceDecoder, ids: ArrayLike<number>): TokenScores {
  const { shape, weights } = decoder;
  const { hidden_size: D, vocab_size: V } = shape;
  const T = ids.length;
  const embeddings = weights('model.embed_tokens.weight');
  let x: Float64Array = Float64Array.from(
    { length: T * D },
    (_, i) => embeddings[ids[Math.floor(i / D)] * D + (i % D)],
  );
  for (let layer = 0; layer < shape.num_hidden_layers; layer++) x = layerOutput(decoder, layer, x);
  const h = rmsnorm(x, weights('model.norm.weight'), shape.rms_norm_eps);
  const logits = matmul(h.subarray(0, (T - 1) * D), embeddings, { T: T - 1, N: V, K: D });
  const rows = Array.from({ length: T - 1 }, (_, t) => logits.subarray(t * V, (t + 1) * V));
  return {
    logprobs: Float64Array.from(ids, (id, t) => (t === 0 ? 0 : logSoftmax(rows[t - 1])[id])),
    entropies: Float64Array.from(ids, (_, t) => (t === 0 ? 0 : entropy(rows[t - 1]))),
  };
}

function layerOutput(decoder: ReferenceDecoder, layer: number, x: Float64Array): Float64Array {
  const { shape, weights } = decoder;
  const { hidden_size: D, intermediate_size: F, rms_norm_eps: epsilon } = shape;
  const heads = { H: shape.num_attention_heads, K: shape.num_key_value_heads, E: shape.head_dim };
  const T = x.length / D;
  const name = (part: string) => `model.layers.${layer}.${part}`;
  const project = (input: Float64Array, part: string, N: number) => projection(decoder, name(part), input, T, N);
  const normed = rmsnorm(x, weights(name('input_layernorm.weight')), epsilon);
  const qkv = beside(T, [
    project(normed, 'self_attn.q_proj', heads.H * heads.E),
    project(normed, 'self_attn.k_proj', heads.K * heads.E),
    project(normed, 'self_attn.v_proj', heads.K * heads.E),
  ]);
  const positions = Array.from({ length: T }, (_, t) => t);
  const { o } = attention(rope(qkv, positions, heads, shape.rope_theta), packed([T]), heads);
  const middle = plus(x, project(o, 'self_attn.o_proj', D));
  const h = rmsnorm(middle, weights(name('post_attention_layernorm.weight')), epsilon);
  const gateUp = beside(T, [project(h, 'mlp.gate_proj', F), project(h, 'mlp.up_proj', F)]);
  return plus(middle, project(swiglu(gateUp, T, F), 'mlp.down_proj', D));
}

/** Computes Y = X W^T + scale (X A^T) B^T. */
function projection(
  { weights, adapter, rank: R, scale }: ReferenceDecoder,
  name: string,
  x: Float64Array,
  T: number,
  N: number,
): Float64Array {
  const K = x.length / T;
  const tensor = (kind: 'A' | 'B') => adapter(`base_model.model.${name}.lora_${kind}.weight`);
  const pair: LoraPair = { a: tensor('A'), b: tensor('B') };
  const y = matmul(x, weights(`${name}.weight`), { T, N, K });
  return plus(y, lora(x, new Array<LoraPair>(T).fill(pair), scale, { T, K, R, widths: [N] }));
}

/** Concatenates the rows of several [T, ..] tensors. */
function beside(T: number, parts: readonly Float64Array[]): Float64Array {
  const rows = Array.from({ length: T }, (_, t) =>
    parts.map((part) => part.subarray((t * part.length) / T, ((t + 1) * part.length) / T)),
  );
  return Float64Array.from(rows.flat().flatMap((part) => [...part]));
}

function plus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value + b[i]);
}
