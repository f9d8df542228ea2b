import { adapterConfigJson } from '../src/model/checkpoint/adapter-config.ts';
import { parseModelConfig } from '../src/model/checkpoint/hf-config.ts';
import { safetensorsChunks } from '../src/model/checkpoint/safetensors-bytes.ts';
import { adapterTensors } from '../src/model/flat-adapter.ts';
import { defaultLora, freshAdapter, type LoraSettings, loraLayout } from '../src/model/lora-layout.ts';
import { TOY_CONFIG } from './toy-model.ts';

export interface ToyAdapterOptions {
  lora?: LoraSettings;
  /** The value of `base_model_name_or_path`. */
  baseModel?: string;
  seed?: number;
}

/**
 * Returns the two files of a PEFT adapter that changes the toy model's answers; the same options give the same bytes.
 */
export function toyAdapter({ lora = defaultLora, baseModel = 'toy', seed = 7 }: ToyAdapterOptions = {}): {
  config: string;
  weights: Buffer;
} {
  const layout = loraLayout(parseModelConfig('toy config', { ...TOY_CONFIG, vocab_size: 1 }), lora);
  // B is zero in a fresh adapter; small nonzero numbers replace it.
  const flat = freshAdapter(layout, seed).map((value, i) => value || 0.05 * Math.sin(i * 12.9898 + seed));
  const tensors = adapterTensors(flat, layout);
  const config = adapterConfigJson({ ...lora, baseModel });
  return { config, weights: Buffer.concat([...safetensorsChunks(tensors, { format: 'pt' })]) };
}
