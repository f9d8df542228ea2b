import type { LoraSettings } from './lora-layout.ts';

/** A model that the operator serves. `path` is a folder with safetensors or a GGUF file. */
export interface ServedModelFiles {
  id: string;
  path: string;
  /** f32 if absent. */
  precision?: Precision;
  /** Element type of the KV cache; `auto` if absent. */
  kvCache?: CacheSetting;
  /** Settings of new adapters in training; `defaultLora` if absent. */
  lora?: LoraSettings;
  /** Highest rank of the adapters to serve; the rank of `lora` if absent or lower. */
  highestRank?: number;
}

/** A LoRA adapter on disk: a PEFT folder. `id` is the checkpoint's UUID and keys the adapter cache. */
export interface AdapterFiles {
  id: string;
  folder: string;
}

/**
 * Numeric precision of a model. `f32`: weights as stored, everything else in float32. `f32-high`: the same, but 16-bit
 * weights are multiplied by subgroup matrices if the device has them. Activations and gradients are then split into
 * sums of two f16 numbers, about 21 bits. `f16`: both factors of every projection are rounded to f16 and sums are
 * float32, in serving and training; gradients are float32. `int8`: every projection of a served model multiplies int8
 * activations by int8 or int4 weights. Floating-point checkpoints are quantised at load, and training uses float32
 * activations with these weights.
 */
export type Precision = 'f32' | 'f32-high' | 'f16' | 'int8';

export const PRECISIONS: readonly Precision[] = ['f32', 'f32-high', 'f16', 'int8'];

/** Settings of the KV cache's element type; cache-type.ts resolves `auto`. */
export const CACHE_SETTINGS = ['auto', 'f32', 'f16', 'int8'] as const;

export type CacheSetting = (typeof CACHE_SETTINGS)[number];
