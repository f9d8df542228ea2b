import type { ModelConfig } from './checkpoint/config.ts';
import { llama3Divisors } from './checkpoint/rope-divisors.ts';

/**
 * cos and sin of position * frequency for every position below `positions`: [positions, E / 2] x (cos, sin).
 * Computed in float64, because an f32 sine of a large angle is off by more than the model can bear.
 * Frequencies: theta^(-2 i / E) (Su et al. 2021), divided as `rope_scaling` says (Llama 3.1).
 */
export function ropeTurns(config: ModelConfig, positions: number): Float32Array {
  const half = config.head_dim / 2;
  const divisors = scalingDivisors(config, half);
  const frequencies = divisors.map((divisor, i) => config.rope_theta ** (-i / half) / divisor);
  const turns = new Float32Array(positions * half * 2);
  for (let position = 0; position < positions; position++) {
    for (let i = 0; i < half; i++) {
      const angle = position * frequencies[i];
      turns[(position * half + i) * 2] = Math.cos(angle);
      turns[(position * half + i) * 2 + 1] = Math.sin(angle);
    }
  }
  return turns;
}

function scalingDivisors(config: ModelConfig, half: number): number[] {
  const { rope_scaling: scaling, rope_theta: theta, head_dim: headDim } = config;
  if (scaling?.rope_type === 'llama3') return llama3Divisors(theta, headDim, scaling);
  const factor = scaling?.rope_type === 'linear' ? scaling.factor : 1;
  return new Array<number>(half).fill(factor);
}
