import { readAdapter } from './checkpoint/adapter-files.ts';
import { CheckpointError } from './checkpoint/checkpoint.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import type { Float32Tensor } from './checkpoint/safetensors-bytes.ts';
import type { LoraLayout, LoraTensor } from './lora-layout.ts';

/**
 * Reads a PEFT folder into one flat adapter [elements] of `layout`. Projections the folder does not adapt are zero.
 * An adapter of lower rank is padded with zeros; its own scale is folded into B, so the arena has one scale.
 * Throws CheckpointError when it does not fit.
 */
export function readFlatAdapter(folder: string, config: ModelConfig, layout: LoraLayout): Float32Array {
  const { modules } = readAdapter(folder, config);
  const flat = new Float32Array(layout.elements);
  for (const tensor of layout.tensors) {
    const module = modules.get(projectionOf(tensor));
    if (!module) continue;
    if (module.rank > layout.rank) {
      throw new CheckpointError(`${folder}: rank ${module.rank}; this server's adapters have rank ${layout.rank}`);
    }
    if (tensor.kind === 'A') {
      flat.set(module.a, tensor.offset);
      continue;
    }
    const factor = module.scale / layout.scale;
    for (let row = 0; row < tensor.rows; row++) {
      for (let r = 0; r < module.rank; r++) {
        flat[tensor.offset + row * layout.rank + r] = factor * module.b[row * module.rank + r];
      }
    }
  }
  return flat;
}

/** The flat adapter as tensors under PEFT's names; views, not copies. */
export function adapterTensors(flat: Float32Array, layout: LoraLayout): Float32Tensor[] {
  return layout.tensors.map(({ name, offset, rows, cols }) => ({
    name,
    shape: [rows, cols],
    data: flat.subarray(offset, offset + rows * cols),
  }));
}

/** `model.layers.0.self_attn.q_proj` of `base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight`. */
function projectionOf({ name }: LoraTensor): string {
  return name.replace(/^base_model\.model\./, '').replace(/\.lora_[AB]\.weight$/, '');
}
