import { FAMILIES, familyOf } from '../families/all-families.ts';
import { CheckpointError, type CheckpointTensor } from './checkpoint.ts';
import {
  hasFusedProjections,
  hasOutputBias,
  hasPostNorms,
  hasPreNorms,
  hasSinks,
  type ModelConfig,
  mixtureOf,
  normsAllHeads,
} from './config.ts';

/** Returns the shape of every tensor that the decoder needs, by Hugging Face name: [rows, cols], or [1, size]. */
export function expectedShapes(config: ModelConfig): Map<string, readonly [rows: number, cols: number]> {
  const D = config.hidden_size;
  const F = config.intermediate_size;
  const E = config.head_dim;
  const queries = config.num_attention_heads * E;
  const keys = config.num_key_value_heads * E;
  const isFused = hasFusedProjections(config);
  const [isPreNormed, isPostNormed] = [hasPreNorms(config), hasPostNorms(config)];
  const isOverAll = normsAllHeads(config);
  const mixture = mixtureOf(config);
  const shapes = new Map<string, readonly [number, number]>([['model.embed_tokens.weight', [config.vocab_size, D]]]);
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const at = `model.layers.${layer}`;
    if (isPreNormed) shapes.set(`${at}.input_layernorm.weight`, [1, D]);
    if (isFused) {
      shapes.set(`${at}.self_attn.qkv_proj.weight`, [queries + 2 * keys, D]);
    } else {
      shapes.set(`${at}.self_attn.q_proj.weight`, [queries, D]);
      shapes.set(`${at}.self_attn.k_proj.weight`, [keys, D]);
      shapes.set(`${at}.self_attn.v_proj.weight`, [keys, D]);
    }
    shapes.set(`${at}.self_attn.o_proj.weight`, [D, queries]);
    if (config.attention_bias) {
      shapes.set(`${at}.self_attn.q_proj.bias`, [1, queries]);
      shapes.set(`${at}.self_attn.k_proj.bias`, [1, keys]);
      shapes.set(`${at}.self_attn.v_proj.bias`, [1, keys]);
    }
    if (hasOutputBias(config)) shapes.set(`${at}.self_attn.o_proj.bias`, [1, D]);
    if (hasSinks(config)) shapes.set(`${at}.self_attn.sinks`, [1, config.num_attention_heads]);
    if (config.qk_norm) {
      shapes.set(`${at}.self_attn.q_norm.weight`, [1, isOverAll ? queries : E]);
      shapes.set(`${at}.self_attn.k_norm.weight`, [1, isOverAll ? keys : E]);
    }
    shapes.set(`${at}.post_attention_layernorm.weight`, [1, D]);
    if (isPreNormed && isPostNormed) shapes.set(`${at}.pre_feedforward_layernorm.weight`, [1, D]);
    if (isPostNormed) shapes.set(`${at}.post_feedforward_layernorm.weight`, [1, D]);
    if (mixture) {
      const { experts, width, biased } = mixture;
      shapes.set(routerName(config, at), [experts, D]);
      if (biased) shapes.set(biasName(routerName(config, at)), [1, experts]);
      for (const part of EXPERT_PARTS) {
        const shape = part === 'down_proj' ? ([D, width] as const) : ([width, D] as const);
        for (const name of expertNames(at, part, experts)) {
          shapes.set(name, shape);
          if (biased) shapes.set(biasName(name), [1, shape[0]]);
        }
      }
      continue;
    }
    if (isFused) {
      shapes.set(`${at}.mlp.gate_up_proj.weight`, [2 * F, D]);
    } else {
      shapes.set(`${at}.mlp.gate_proj.weight`, [F, D]);
      shapes.set(`${at}.mlp.up_proj.weight`, [F, D]);
    }
    shapes.set(`${at}.mlp.down_proj.weight`, [D, F]);
  }
  shapes.set('model.norm.weight', [1, D]);
  if (!config.tie_word_embeddings) shapes.set('lm_head.weight', [config.vocab_size, D]);
  return shapes;
}

/** The matrices of an expert. */
export const EXPERT_PARTS = ['gate_proj', 'up_proj', 'down_proj'] as const;

/** Returns the name of a layer's router weight, [X, D]. `layer` is, for example, `model.layers.0`. */
export function routerName(config: ModelConfig, layer: string): string {
  return `${layer}.mlp.${familyOf(config).mixture?.router ?? 'gate'}.weight`;
}

/** Returns the name of a matrix's bias. */
export function biasName(weight: string): string {
  return weight.replace(/\.weight$/, '.bias');
}

/** Returns whether a tensor is a router, which is never quantised: its logits decide the experts of a token. */
export function isRouter(name: string): boolean {
  return FAMILIES.some(({ mixture }) => mixture && name.endsWith(`.mlp.${mixture.router}.weight`));
}

/**
 * Returns the names of one matrix of each expert of a layer, in the order of experts. They are separate for gpt-oss
 * too, although its files store all experts of a layer in one tensor.
 */
export function expertNames(layer: string, part: (typeof EXPERT_PARTS)[number], experts: number): string[] {
  return Array.from({ length: experts }, (_, expert) => `${layer}.mlp.experts.${expert}.${part}.weight`);
}

/** Returns whether a tensor belongs to one expert, such as `model.layers.0.mlp.experts.7.up_proj.weight`. */
export function isOfExpert(name: string): boolean {
  return /\.mlp\.experts\.\d+\./.test(name);
}

/**
 * Throws `CheckpointError` if the config has more layers or experts than `count` tensors can hold. Called before
 * `expectedShapes`, it bounds the memory of that by the size of the file's own tensor table.
 */
export function checkTensorCount(path: string, config: ModelConfig, count: number): void {
  const layers = config.num_hidden_layers;
  const experts = mixtureOf(config)?.experts ?? 0;
  const told = experts === 0 ? `${layers} layers` : `${layers} layers of ${experts} experts`;
  if (layers * Math.max(experts, 1) <= count) return;
  throw new CheckpointError(`${path}: the config has ${told}, but there are only ${count} tensors`);
}

/** Throws `CheckpointError` that names a tensor that is missing, unknown, or not of the config's shape. */
export function checkTensors(path: string, config: ModelConfig, tensors: ReadonlyMap<string, CheckpointTensor>): void {
  checkTensorCount(path, config, tensors.size);
  const expected = expectedShapes(config);
  for (const [name, [rows, cols]] of expected) {
    const tensor = tensors.get(name);
    if (tensor === undefined) throw new CheckpointError(`${path}: tensor ${name} is missing`);
    if (tensor.rows !== rows || tensor.cols !== cols) {
      throw new CheckpointError(
        `${path}: tensor ${name} is [${tensor.rows}, ${tensor.cols}]; the config requires [${rows}, ${cols}]`,
      );
    }
  }
  for (const name of tensors.keys()) {
    if (!expected.has(name)) {
      throw new CheckpointError(`${path}: tensor ${name} is not part of a supported ${config.model_type} model`);
    }
  }
}
