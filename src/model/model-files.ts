import type { LoraSettings } from './lora-layout.ts';
import type { Precision } from './precision.ts';

/** A model the operator serves. `path` is a folder with safetensors or a GGUF file. */
export interface ServedModelFiles {
  id: string;
  path: string;
  /** f32 where absent. */
  precision?: Precision;
  /** Of the adapters that training begins; `defaultLora` where absent. */
  lora?: LoraSettings;
  /** The highest rank among the adapters that are to be served; that of `lora` where absent or lower. */
  highestRank?: number;
}

/** A LoRA adapter on disk: a PEFT folder. `id` is the checkpoint's UUID and keys the adapter cache. */
export interface AdapterFiles {
  id: string;
  folder: string;
}
