import type { Precision } from './precision.ts';

/** A model the operator serves. `path` is a folder with safetensors or a GGUF file. */
export interface ServedModelFiles {
  id: string;
  path: string;
  /** f32 where absent. */
  precision?: Precision;
}

/** A LoRA adapter on disk: a PEFT folder. `id` is the checkpoint's UUID and keys the adapter cache. */
export interface AdapterFiles {
  id: string;
  folder: string;
}
