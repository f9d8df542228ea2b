import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import type { Float32Tensor } from '../../src/model/checkpoint/safetensors-bytes.ts';

const OF_EXPERT = /^(.+\.mlp\.experts)\.(\d+)\.(gate|up|down)_proj\.(weight|bias)$/;

/**
 * Converts tensors of gpt-oss to transformers' layout: all X experts in one tensor, transposed, with each gate row
 * before its up row: `gate_up_proj` [X, D, 2 F] and `down_proj` [X, F, D], with biases [X, 2 F] and [X, D].
 */
export function withJoinedExperts(config: ModelConfig, tensors: readonly Float32Tensor[]): Float32Tensor[] {
  const { hidden_size: D, moe_intermediate_size: F = 0, num_experts: X = 0 } = config;
  const joined = new Map<string, Float32Tensor>();
  const whole = (name: string, shape: number[]): Float32Tensor => {
    const size = shape.reduce((product, dim) => product * dim, 1);
    const found = joined.get(name) ?? { name, shape, data: new Float32Array(size) };
    joined.set(name, found);
    return found;
  };
  for (const tensor of tensors) {
    const [, at, number, part, kind] = OF_EXPERT.exec(tensor.name) ?? [];
    if (at === undefined) {
      joined.set(tensor.name, tensor);
      continue;
    }
    const expert = Number(number);
    const [matrix, inputs, outputs] = part === 'down' ? ['down_proj', F, D] : ['gate_up_proj', D, 2 * F];
    const column = (row: number) => (part === 'down' ? row : 2 * row + (part === 'up' ? 1 : 0));
    if (kind === 'bias') {
      const { data } = whole(`${at}.${matrix}_bias`, [X, outputs]);
      for (const [row, value] of tensor.data.entries()) data[expert * outputs + column(row)] = value;
    } else {
      const { data } = whole(`${at}.${matrix}`, [X, inputs, outputs]);
      for (const [i, value] of tensor.data.entries()) {
        const [row, input] = [Math.floor(i / inputs), i % inputs];
        data[(expert * inputs + input) * outputs + column(row)] = value;
      }
    }
  }
  return [...joined.values()];
}
