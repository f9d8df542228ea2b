import type { ModelFamily } from './family.ts';
import { gemma2 } from './gemma2.ts';
import { gemma3 } from './gemma3.ts';
import { gptOss } from './gpt-oss.ts';
import { granite } from './granite.ts';
import { llama } from './llama.ts';
import { mistral } from './mistral.ts';
import { olmo2 } from './olmo2.ts';
import { olmo3 } from './olmo3.ts';
import { phi3 } from './phi3.ts';
import { qwen2 } from './qwen2.ts';
import { qwen3 } from './qwen3.ts';
import { qwen3Moe } from './qwen3-moe.ts';
import { seedOss } from './seed-oss.ts';
import { smollm3 } from './smollm3.ts';

/** In the order in which refusals name them; the first that has a GGUF architecture is the plain one. */
const LIST = [
  llama,
  mistral,
  qwen2,
  qwen3,
  seedOss,
  smollm3,
  granite,
  phi3,
  olmo2,
  olmo3,
  gemma2,
  gemma3,
  qwen3Moe,
  gptOss,
] as const;

/** `model_type` of `config.json`. */
export type ModelType = (typeof LIST)[number]['model_type'];

export const FAMILIES: readonly ModelFamily<ModelType>[] = LIST;

const BY_TYPE = new Map<unknown, ModelFamily<ModelType>>(FAMILIES.map((family) => [family.model_type, family]));

export function familyOf({ model_type }: { model_type: ModelType }): ModelFamily<ModelType> {
  const family = BY_TYPE.get(model_type);
  if (family === undefined) throw new RangeError(`no family of models is called ${model_type}`);
  return family;
}

/** Undefined for a `model_type` that is none of ours. */
export function familyOfType(modelType: unknown): ModelFamily<ModelType> | undefined {
  return BY_TYPE.get(modelType);
}

/** Undefined for a `general.architecture` that is none of ours. `has` says whether the file has a key behind it. */
export function familyOfGguf(architecture: string, has = (_key: string) => false): ModelFamily<ModelType> | undefined {
  const found = FAMILIES.filter(({ gguf }) => gguf.architecture === architecture);
  return found.find(({ gguf: { toldBy } }) => toldBy !== undefined && has(toldBy)) ?? found[0];
}
