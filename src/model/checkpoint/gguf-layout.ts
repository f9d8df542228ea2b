import { familyOf } from '../families/all-families.ts';
import { type ModelConfig, normOffset } from './config.ts';
import { isOfExpert } from './expected-tensors.ts';

/** GGUF names of a layer's modules, by Hugging Face name. */
const LAYER_PARTS: Record<string, string> = {
  input_layernorm: 'attn_norm',
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.qkv_proj': 'attn_qkv',
  'self_attn.o_proj': 'attn_output',
  'self_attn.q_norm': 'attn_q_norm',
  'self_attn.k_norm': 'attn_k_norm',
  post_attention_layernorm: 'ffn_norm',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
  'mlp.gate': 'ffn_gate_inp',
  'self_attn.sinks': 'attn_sinks',
  'mlp.experts.gate_proj': 'ffn_gate_exps',
  'mlp.experts.up_proj': 'ffn_up_exps',
  'mlp.experts.down_proj': 'ffn_down_exps',
};
const TOP_NAMES: Record<string, string> = {
  'model.embed_tokens.weight': 'token_embd.weight',
  'model.norm.weight': 'output_norm.weight',
  'lm_head.weight': 'output.weight',
};

/** Name of the tensor with Llama 3's RoPE scaling, which is not a weight: one divisor per frequency, [E/2]. */
export const ROPE_DIVISORS = 'rope_freqs.weight';

/** Names of LongRoPE's tensors: `short` up to the original context length, `long` beyond. */
export const LONGROPE_FACTORS = { short: 'rope_factors_short.weight', long: 'rope_factors_long.weight' };

const LAYER_PARTS_OF_GGUF = reversed(LAYER_PARTS);
const TOP_NAMES_OF_GGUF = reversed(TOP_NAMES);

function reversed(names: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [theirs, ours]));
}

/** The sinks are a bare parameter: their Hugging Face name has no `.weight`. */
const SINKS = 'self_attn.sinks';

/** Returns whether a GGUF tensor stacks all experts of a layer, [X, rows, cols], or [X, rows] for biases. */
export function isOfExperts(ggufName: string): boolean {
  return /^blk\.\d+\.ffn_(gate|up|down)_exps\.(weight|bias)$/.test(ggufName);
}

/** Returns the name of the stacked tensor that contains this tensor of one expert; null for any other tensor. */
export function stackedName(name: string): string | null {
  return isOfExpert(name) ? name.replace(/\.experts\.\d+\./, '.experts.') : null;
}

/** Returns the name of one expert's tensor, given the stacked name. */
export function nameOfExpert(stacked: string, expert: number): string {
  return stacked.replace('.experts.', `.experts.${expert}.`);
}

/**
 * Returns the Hugging Face name of a GGUF tensor (`blk.0.attn_q.weight`), or null for RoPE's factors, which are not
 * weights. For a tensor of all experts it is the name that `stackedName` returns.
 */
export function huggingFaceName(config: ModelConfig, ggufName: string): string | null {
  if ([ROPE_DIVISORS, ...Object.values(LONGROPE_FACTORS)].includes(ggufName)) return null;
  const match = /^blk\.(\d{1,4})\.([a-z_]+)\.(weight|bias)$/.exec(ggufName);
  const part = match && (reversed(ownParts(config))[match[2]] ?? LAYER_PARTS_OF_GGUF[match[2]]);
  if (match && part === SINKS) return `model.layers.${Number(match[1])}.${SINKS}`;
  return part ? `model.layers.${Number(match[1])}.${part}.${match[3]}` : (TOP_NAMES_OF_GGUF[ggufName] ?? ggufName);
}

/**
 * Returns the GGUF name of a decoder tensor; experts are named as stacked (`stackedName`). Throws RangeError for any
 * other name.
 */
export function ggufName(config: ModelConfig, name: string): string {
  const match = /^model\.layers\.(\d+)\.([a-z_.]+)\.(weight|bias)$/.exec(
    name.endsWith(SINKS) ? `${name}.weight` : name,
  );
  const part = match && (ownParts(config)[match[2]] ?? LAYER_PARTS[match[2]]);
  const found = match ? part && `blk.${match[1]}.${part}.${match[3]}` : TOP_NAMES[name];
  if (!found) throw new RangeError(`${name} is not a tensor of the decoder`);
  return found;
}

function ownParts(config: ModelConfig): Readonly<Record<string, string>> {
  return familyOf(config).gguf.names ?? {};
}

/** Returns whether GGUF stores this tensor's rows in the order of `permutedRow`. */
export function isPermuted(config: ModelConfig, name: string): boolean {
  return familyOf(config).gguf.isPermuted && /\.self_attn\.[qk]_proj\.(weight|bias)$/.test(name);
}

/**
 * Returns the GGUF row of Hugging Face row `row` of a Llama q or k projection with head size E. llama.cpp's converter
 * (`LlamaModel.permute`) interleaves the two halves of each head, because ggml's RoPE rotates neighbours (2j, 2j+1)
 * where Hugging Face rotates (j, j + E/2). Only whole rows move, so quantised blocks stay intact.
 */
export function permutedRow(row: number, headDim: number): number {
  const within = row % headDim;
  const half = headDim / 2;
  return row - within + (within < half ? 2 * within : 2 * (within - half) + 1);
}

/** Returns the offset that GGUF adds to a tensor: it stores Gemma's norm weights w, where safetensors store w - 1. */
export function storedOffset(config: ModelConfig, name: string): number {
  return name.endsWith('norm.weight') ? normOffset(config) : 0;
}
