import { type Adapter, readAdapter } from './checkpoint/adapter-files.ts';
import { CheckpointError } from './checkpoint/checkpoint.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import type { Float32Tensor } from './checkpoint/safetensors-bytes.ts';
import {
  EXPERTS,
  isOnExperts,
  LORA_TARGET_NAMES,
  type LoraLayout,
  type LoraTensor,
  loraLayout,
  MAX_LORA_RANK,
  targetOf,
} from './lora-layout.ts';

/**
 * Reads a PEFT folder into one flat adapter [elements] of `layout`. Projections without an adapter are zero.
 * An adapter of lower rank is padded with zeros; its scale is folded into B, so the arena has one scale.
 * Throws CheckpointError if the adapter does not fit.
 */
export function readFlatAdapter(folder: string, config: ModelConfig, layout: LoraLayout): Float32Array {
  return flatten(folder, readAdapter(folder, config).modules, layout);
}

/**
 * Reads a PEFT folder into a flat adapter with the adapter's own layout: its rank, scale and target projections. If
 * modules differ, the layout has the highest rank, and differences in scale are folded into B.
 */
export function readOwnAdapter(folder: string, config: ModelConfig): { flat: Float32Array; lora: LoraLayout } {
  const { modules, alpha, rankStabilised } = readAdapter(folder, config);
  const each = [...modules.values()];
  const rank = Math.max(...each.map((module) => module.rank));
  if (rank > MAX_LORA_RANK) throw tooHigh(folder, rank, MAX_LORA_RANK);
  const names = [...modules.keys()];
  const adapted = new Set(names.map(targetOf));
  const targets = LORA_TARGET_NAMES.filter((target) => adapted.has(target));
  // (alpha / rank) * rank may differ from alpha by rounding, but a rewritten adapter must have the alpha that was read.
  const { scale } = each[0];
  const plain = !rankStabilised && scale === alpha / rank;
  const lora = loraLayout(config, { rank, alpha: plain ? alpha : scale * rank, targets });
  return { flat: flatten(folder, modules, lora), lora };
}

function flatten(folder: string, modules: Adapter['modules'], layout: LoraLayout): Float32Array {
  const flat = new Float32Array(layout.elements);
  if (!isOnExperts(layout.settings) && [...modules.keys()].some((name) => targetOf(name) === EXPERTS)) {
    throw new CheckpointError(`${folder}: ${NO_EXPERTS}`);
  }
  for (const tensor of layout.tensors) {
    const module = modules.get(projectionOf(tensor));
    if (!module) continue;
    if (module.rank > layout.rank) throw tooHigh(folder, module.rank, layout.rank);
    if (tensor.kind === 'A') {
      flat.set(module.a, tensor.offset);
      continue;
    }
    const factor = module.scale / layout.scale;
    for (let row = 0; row < tensor.rows; row++) {
      for (let r = 0; r < module.rank; r++) {
        flat[tensor.offset + row * tensor.stride + r] = factor * module.b[row * module.rank + r];
      }
    }
  }
  return flat;
}

/** Error message for an adapter on experts that this server cannot hold. */
export const NO_EXPERTS = 'adapters on experts are not enabled on this server; add experts to DAYBREAK_LORA_TARGETS';

function tooHigh(folder: string, rank: number, highest: number): CheckpointError {
  return new CheckpointError(`${folder}: rank ${rank} is above ${highest}, the highest rank of this server`);
}

/** Splits a flat adapter into tensors with PEFT's names. They are views, except B if its rank is padded. */
export function adapterTensors(flat: Float32Array, layout: LoraLayout): Float32Tensor[] {
  return layout.tensors.map((tensor) => {
    const { name, rows, cols } = tensor;
    return { name, shape: [rows, cols], data: elementsOf(flat, tensor) };
  });
}

/** Returns the elements [rows, cols] of a tensor without the padding between rows. */
function elementsOf(flat: Float32Array, { offset, rows, cols, stride }: LoraTensor): Float32Array {
  if (stride === cols) return flat.subarray(offset, offset + rows * cols);
  const elements = new Float32Array(rows * cols);
  for (let row = 0; row < rows; row++) {
    elements.set(flat.subarray(offset + row * stride, offset + row * stride + cols), row * cols);
  }
  return elements;
}

/** Returns `model.layers.0.self_attn.q_proj` for `base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight`. */
function projectionOf({ name }: LoraTensor): string {
  return name.replace(/^base_model\.model\.model\.(language_model\.)?/, 'model.').replace(/\.lora_[AB]\.weight$/, '');
}
