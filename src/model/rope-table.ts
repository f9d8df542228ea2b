import type { ModelConfig } from './checkpoint/config.ts';

/**
 * cos and sin of position * frequency for every position below `positions`: [positions, E / 2] x (cos, sin).
 * Computed in float64, because an f32 sine of a large angle is off by more than the model can bear.
 * Frequencies: theta^(-2 i / E) (Su et al. 2021), divided as `rope_scaling` says (Llama 3.1).
 */
export function ropeTable(config: ModelConfig, positions: number): Float32Array {
  const half = config.head_dim / 2;
  const divisors = scalingDivisors(config, half);
  const frequencies = divisors.map((divisor, i) => config.rope_theta ** (-i / half) / divisor);
  const table = new Float32Array(positions * half * 2);
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * frequencies[i];
      table[(position * half + i) * 2] = Math.cos(angle);
      table[(position * half + i) * 2 + 1] = Math.sin(angle);
    }
  }
  return table;
}

function scalingDivisors(config: ModelConfig, half: number): number[] {
  const { rope_scaling: scaling, rope_theta: theta, head_dim: headDim } = config;
  if (scaling?.rope_type === 'llama3') return llama3Divisors(theta, headDim, scaling);
  const factor = scaling?.rope_type === 'linear' ? scaling.factor : 1;
  return new Array<number>(half).fill(factor);
}

/** The four numbers of Llama 3's frequency scaling, as `config.json` spells them. */
interface Llama3Scaling {
  factor: number;
  low_freq_factor: number;
  high_freq_factor: number;
  original_max_position_embeddings: number;
}

/**
 * What Llama 3 divides each of the E/2 RoPE frequencies by: 1 for short wavelengths, `factor` for long ones, and
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
