import { isJsonObject, type JsonObject } from './json-file.ts';

/** What transformers fills in where the `text_config` of a Gemma 3 with vision says nothing. */
const GEMMA3 = {
  vocab_size: 262208,
  hidden_size: 2304,
  intermediate_size: 9216,
  num_hidden_layers: 26,
  num_attention_heads: 8,
  num_key_value_heads: 4,
};

/** `config.json` of a text model: where it is of one with vision, too, what it says of the text part. */
export function textConfig(json: JsonObject): JsonObject {
  if (json.model_type !== 'gemma3') return json;
  const { text_config, vision_config: _, ...outer } = json;
  const { torch_dtype, dtype = torch_dtype, quantization_config, bos_token_id, eos_token_id, pad_token_id } = outer;
  const shared = { dtype, quantization_config, bos_token_id, eos_token_id, pad_token_id };
  const known = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== undefined));
  const text = isJsonObject(text_config) ? text_config : {};
  return { ...GEMMA3, ...text, ...known, architectures: ['Gemma3ForCausalLM'], model_type: 'gemma3_text' };
}

/**
 * The name that a tensor has in a model of text alone; null for one of the vision part. Gemma 3 with vision has the
 * text part below `language_model.`, or, since transformers 4.52, below `model.language_model.`.
 */
export function textTensorName(json: JsonObject, name: string): string | null {
  if (json.model_type !== 'gemma3') return name;
  if (/^(model\.)?(vision_tower|multi_modal_projector)\./.test(name)) return null;
  return name.replace(/^model\.language_model\./, 'model.').replace(/^language_model\./, '');
}
