import { isWindowed, type ModelConfig, type RopeScaling } from './checkpoint/config.ts';

/** Kind of RoPE of a layer: the model's, the one of sliding-window layers (Gemma 3), or none. */
export type RopeKind = 'global' | 'local' | 'none';

export function ropeKind(config: ModelConfig, layer: number): RopeKind {
  if (config.no_rope_layers?.[layer] === 0) return 'none';
  return config.rope_local_base_freq !== undefined && isWindowed(config, layer) ? 'local' : 'global';
}

/**
 * Returns cos and sin of position * frequency for every position below `positions`: [positions, E / 2] x (cos, sin),
 * the rotated pairs first.
 * Computed in float64, because an f32 sine of a large angle is too inaccurate for the model.
 * Frequencies: theta^(-2 i / E) (Su et al. 2021), changed by `rope_scaling`.
 *
 * q and k are both multiplied by the table, so a factor in it is squared in q k. The table includes the factor of YaRN
 * and LongRoPE. For Granite and Gemma it includes sqrt(f sqrt(E)), where f is their factor of scores, because attention
 * itself multiplies scores by 1 / sqrt(E).
 */
export function ropeTable(config: ModelConfig, positions: number, kind: RopeKind = 'global'): Float32Array {
  // Frequency 0 means no rotation.
  if (kind === 'none') return rotations(new Array(config.head_dim / 2).fill(0), positions, scoreFactor(config));
  const local = { rope_theta: config.rope_local_base_freq ?? config.rope_theta, rope_scaling: null };
  const { frequencies, factor } = ropeFrequencies(kind === 'local' ? { ...config, ...local } : config, positions);
  const still = new Array<number>(config.head_dim / 2 - frequencies.length).fill(0);
  return rotations([...frequencies, ...still], positions, factor * scoreFactor(config), scoreFactor(config));
}

/** Fills a table. `still` is the factor of pairs that are not rotated. */
function rotations(frequencies: readonly number[], positions: number, factor: number, still = factor): Float32Array {
  const half = frequencies.length;
  const table = new Float32Array(positions * half * 2);
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * frequencies[i];
      const scale = frequencies[i] === 0 ? still : factor;
      table[(position * half + i) * 2] = scale * Math.cos(angle);
      table[(position * half + i) * 2 + 1] = scale * Math.sin(angle);
    }
  }
  return table;
}

function scoreFactor({ attention_multiplier, query_pre_attn_scalar: scalar, head_dim: E }: ModelConfig): number {
  const multiplier = scalar === undefined ? attention_multiplier : 1 / Math.sqrt(scalar);
  return multiplier === undefined ? 1 : Math.sqrt(multiplier * Math.sqrt(E));
}

/** Returns how many elements of each head, from the first, RoPE rotates: E, except for Phi-4-mini. */
export function rotatedElements({ head_dim, partial_rotary_factor = 1 }: ModelConfig): number {
  return Math.floor(head_dim * partial_rotary_factor);
}

/**
 * Returns RoPE's frequencies, one per rotated pair, and the factor of cos and sin, for a context of `positions`
 * (`ROPE_INIT_FUNCTIONS` of transformers' modeling_rope_utils.py).
 */
export function ropeFrequencies(config: ModelConfig, positions: number): { frequencies: number[]; factor: number } {
  const { rope_scaling: scaling, rope_theta: theta } = config;
  const E = rotatedElements(config);
  const plain = Array.from({ length: E / 2 }, (_, i) => theta ** ((-2 * i) / E));
  switch (scaling?.rope_type) {
    case undefined:
      return { frequencies: plain, factor: 1 };
    case 'linear':
      return { frequencies: plain.map((frequency) => frequency / scaling.factor), factor: 1 };
    case 'llama3': {
      const divisors = llama3Divisors(theta, E, scaling);
      return { frequencies: plain.map((frequency, i) => frequency / divisors[i]), factor: 1 };
    }
    case 'yarn':
      return { frequencies: yarnFrequencies(plain, theta, scaling), factor: yarnFactor(scaling) };
    case 'longrope': {
      const { original_max_position_embeddings: original, short_factor, long_factor } = scaling;
      const divisors = positions > original ? long_factor : short_factor;
      const factor = scaling.factor <= 1 ? 1 : Math.sqrt(1 + Math.log(scaling.factor) / Math.log(original));
      return {
        frequencies: plain.map((frequency, i) => frequency / divisors[i]),
        factor: scaling.attention_factor ?? factor,
      };
    }
  }
}

type Yarn = Extract<RopeScaling, { rope_type: 'yarn' }>;

/** Returns YaRN's frequencies (Peng et al. 2023): long wavelengths interpolated, short ones kept, a ramp between. */
function yarnFrequencies(plain: readonly number[], theta: number, scaling: Yarn): number[] {
  const E = plain.length * 2;
  const { factor, beta_fast, beta_slow, truncate, original_max_position_embeddings: original } = scaling;
  /** Returns the dimension that makes `turns` full rotations within the original context. */
  const dimension = (turns: number) => (E * Math.log(original / (turns * 2 * Math.PI))) / (2 * Math.log(theta));
  const [first, last] = [dimension(beta_fast), dimension(beta_slow)];
  const low = Math.max(truncate ? Math.floor(first) : first, 0);
  const end = Math.min(truncate ? Math.ceil(last) : last, E - 1);
  const high = low === end ? end + 0.001 : end;
  return plain.map((frequency, i) => {
    const ramp = Math.min(1, Math.max(0, (i - low) / (high - low)));
    return (frequency / factor) * ramp + frequency * (1 - ramp);
  });
}

/** Returns YaRN's factor of cos and sin. */
export function yarnFactor({ factor, attention_factor, mscale, mscale_all_dim }: Yarn): number {
  const scale = (of: number) => (factor <= 1 ? 1 : 0.1 * of * Math.log(factor) + 1);
  if (attention_factor !== undefined) return attention_factor;
  return mscale && mscale_all_dim ? scale(mscale) / scale(mscale_all_dim) : scale(1);
}

/** The four parameters of Llama 3's frequency scaling, by the names of `config.json`. */
interface Llama3Scaling {
  factor: number;
  low_freq_factor: number;
  high_freq_factor: number;
  original_max_position_embeddings: number;
}

/**
 * Returns Llama 3's divisors of the E/2 RoPE frequencies: 1 for short wavelengths, `factor` for long ones, and
 * a blend between (transformers' `_compute_llama3_parameters`).
 */
export function llama3Divisors(theta: number, headDim: number, scaling: Llama3Scaling): number[] {
  const longest = scaling.original_max_position_embeddings / scaling.low_freq_factor;
  const shortest = scaling.original_max_position_embeddings / scaling.high_freq_factor;
  return Array.from({ length: headDim / 2 }, (_, i) => {
    const wavelength = 2 * Math.PI * theta ** ((2 * i) / headDim);
    if (wavelength < shortest) return 1;
    if (wavelength > longest) return scaling.factor;
    const smooth =
      (scaling.original_max_position_embeddings / wavelength - scaling.low_freq_factor) /
      (scaling.high_freq_factor - scaling.low_freq_factor);
    return 1 / ((1 - smooth) / scaling.factor + smooth);
  });
}
