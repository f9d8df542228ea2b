import { hash } from 'node:crypto';
import type { ModelConfig } from '../../model/checkpoint/config.ts';
import { readFlatAdapter } from '../../model/flat-adapter.ts';
import type { LoraLayout } from '../../model/lora-layout.ts';

/** An adapter in memory, as a slot of the arena holds it. */
export interface FlatAdapter {
  /** [elements] */
  flat: Float32Array<ArrayBuffer>;
  /** Hash of the above. */
  content: string;
}

/** What to read, and for which model. */
export interface AdapterJob {
  folder: string;
  config: ModelConfig;
  layout: LoraLayout;
}

/** Throws CheckpointError. */
export function readAdapterNow({ folder, config, layout }: AdapterJob): FlatAdapter {
  const flat = readFlatAdapter(folder, config, layout) as Float32Array<ArrayBuffer>;
  return { flat, content: hash('sha256', new Uint8Array(flat.buffer, flat.byteOffset, flat.byteLength), 'base64') };
}
