import type { LoraSettings } from './lora-layout.ts';

/** A model the operator serves. `path` is a folder with safetensors or a GGUF file. */
export interface ServedModelFiles {
  id: string;
  path: string;
  /** f32 where absent. */
  precision?: Precision;
  /** What keys and values are cached as; `auto` where absent. */
  kvCache?: CacheSetting;
  /** Settings of the adapters that training begins; `defaultLora` where absent. */
  lora?: LoraSettings;
  /** The highest rank among the adapters that are to be served; that of `lora` where absent or lower. */
  highestRank?: number;
}

/** A LoRA adapter on disk: a PEFT folder. `id` is the checkpoint's UUID and keys the adapter cache. */
export interface AdapterFiles {
  id: string;
  folder: string;
}

/**
 * How a model is computed. `f32`: weights as stored, everything else exact in float32. `f32-high`: the same, but where
 * weights are stored in 16 bits and the device has subgroup matrices, these multiply them, by activations and gradients
 * each of which is the sum of two numbers in f16: about 21 bits. `f16`: the factors of every
 * projection are rounded to f16, their sums are float32, in serving and in training alike; gradients are float32.
 * `int8`: every projection of a served model is a product of int8 activations and int8 or int4 weights; checkpoints in
 * floating point are quantised at load, and training has float32 activations over these weights.
 */
export type Precision = 'f32' | 'f32-high' | 'f16' | 'int8';

export const PRECISIONS: readonly Precision[] = ['f32', 'f32-high', 'f16', 'int8'];

/** What an operator may have keys and values cached as; what `auto` means is in cache-type.ts. */
export const CACHE_SETTINGS = ['auto', 'f32', 'f16', 'int8'] as const;

export type CacheSetting = (typeof CACHE_SETTINGS)[number];
