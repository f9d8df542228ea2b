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

/** All families, in the order of error messages. The first family of a GGUF architecture is its default. */
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

/** A supported `model_type` of `config.json`. */
export type ModelType = (typeof LIST)[number]['model_type'];

export const FAMILIES: readonly ModelFamily<ModelType>[] = LIST;

const BY_TYPE = new Map<unknown, ModelFamily<ModelType>>(FAMILIES.map((family) => [family.model_type, family]));

export function familyOf({ model_type }: { model_type: ModelType }): ModelFamily<ModelType> {
  const family = BY_TYPE.get(model_type);
  if (family === undefined) throw new RangeError(`model_type ${model_type} is not supported`);
  return family;
}

/** Returns the family of a `model_type`; undefined if it is not supported. */
export function familyOfType(modelType: unknown): ModelFamily<ModelType> | undefined {
  return BY_TYPE.get(modelType);
}

/**
 * Returns the family of a `general.architecture`; undefined if it is not supported. `has` returns whether the file has
 * the metadata key `<architecture>.<key>`.
 */
export function familyOfGguf(architecture: string, has = (_key: string) => false): ModelFamily<ModelType> | undefined {
  const found = FAMILIES.filter(({ gguf }) => gguf.architecture === architecture);
  return found.find(({ gguf: { selectingKey } }) => selectingKey !== undefined && has(selectingKey)) ?? found[0];
}
