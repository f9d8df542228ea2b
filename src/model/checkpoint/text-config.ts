import { FAMILIES } from '../families/all-families.ts';
import type { ModelFamily } from '../families/family.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';

/** Returns `config.json` of a text model as is; for a vision model, returns the config of its text part. */
export function textConfig(json: JsonObject): JsonObject {
  const family = familyWithVision(json);
  if (family === undefined) return json;
  const { text_config, vision_config: _, ...outer } = json;
  const { torch_dtype, dtype = torch_dtype, quantization_config, bos_token_id, eos_token_id, pad_token_id } = outer;
  const shared = { dtype, quantization_config, bos_token_id, eos_token_id, pad_token_id };
  const known = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined));
  const text = isJsonObject(text_config) ? text_config : {};
  const { architecture, model_type } = family;
  return { ...family.vision?.defaults, ...text, ...known, architectures: [architecture], model_type };
}

/**
 * Returns a tensor's name in the text-only model, or null for a tensor of the vision part. Gemma 3 with vision has the
 * text part below `language_model.`, or, since transformers 4.52, below `model.language_model.`.
 */
export function textTensorName(json: JsonObject, name: string): string | null {
  if (!familyWithVision(json)) return name;
  if (/^(model\.)?(vision_tower|multi_modal_projector)\./.test(name)) return null;
  return name.replace(/^model\.language_model\./, 'model.').replace(/^language_model\./, '');
}

function familyWithVision({ model_type }: JsonObject): ModelFamily | undefined {
  return FAMILIES.find(({ vision }) => vision && vision.model_type === model_type);
}
