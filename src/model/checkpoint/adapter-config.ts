import { CheckpointError } from './checkpoint.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';
import { parseTargetModules, type TargetModules } from './target-modules.ts';

export const ADAPTER_CONFIG_FILE = 'adapter_config.json';

/** What PEFT's `adapter_config.json` tells about a LoRA adapter. */
export interface AdapterConfig {
  rank: number;
  alpha: number;
  baseModel: string | null;
  /** Divide alpha by the root of the rank, not the rank (rank-stabilised LoRA). */
  rankStabilised: boolean;
  /** Ranks and alphas of modules that differ; a key matches the end of a module's name. */
  rankPattern: Readonly<Record<string, number>>;
  alphaPattern: Readonly<Record<string, number>>;
  /** Null where it does not tell by names. */
  targets: TargetModules | null;
}

/** What PEFT itself would save, without the fields that older versions do not know and refuse. */
export function adapterConfigJson(rank: number, alpha: number, targets: readonly string[], baseModel: string): string {
  const fields = {
    alpha_pattern: {},
    auto_mapping: null,
    base_model_name_or_path: baseModel,
    bias: 'none',
    fan_in_fan_out: false,
    inference_mode: true,
    init_lora_weights: true,
    layers_pattern: null,
    layers_to_transform: null,
    lora_alpha: alpha,
    lora_dropout: 0.0,
    modules_to_save: null,
    peft_type: 'LORA',
    r: rank,
    rank_pattern: {},
    revision: null,
    target_modules: targets,
    task_type: 'CAUSAL_LM',
    use_dora: false,
    use_rslora: false,
  };
  return JSON.stringify(fields, null, 2);
}

/** Settings under which the weights mean something that plain LoRA arithmetic does not do. */
const UNSUPPORTED = [
  'use_dora',
  'use_qalora',
  'use_bdlora',
  'lora_bias',
  'fan_in_fan_out',
  'modules_to_save',
  'layer_replication',
  'trainable_token_indices',
  'target_parameters',
  'alora_invocation_tokens',
  'arrow_config',
];

/** Ways to draw the first weights that leave those of the base alone. */
const PLAIN_BEGINNINGS = ['gaussian', 'eva', 'orthogonal'];

/** Throws `CheckpointError` naming the field that is wrong or not supported. */
export function parseAdapterConfig(path: string, json: JsonObject): AdapterConfig {
  const fail = (field: string, what: string): never => {
    throw new CheckpointError(`${path}: ${field}: ${what}`);
  };
  if (json.peft_type !== 'LORA') fail('peft_type', `${JSON.stringify(json.peft_type)} is not supported; "LORA" is`);
  if ((json.bias ?? 'none') !== 'none') fail('bias', `${JSON.stringify(json.bias)} is not supported; "none" is`);
  for (const field of UNSUPPORTED) {
    const value = json[field];
    const used = typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
    if (used) fail(field, `${JSON.stringify(value)} is not supported`);
  }
  // These begin with other base weights, which the adapter is of no use without.
  const { init_lora_weights: begun = true } = json;
  if (typeof begun === 'string' && !PLAIN_BEGINNINGS.includes(begun)) {
    fail('init_lora_weights', `${JSON.stringify(begun)} is not supported; convert the adapter to plain LoRA`);
  }
  const { r: rank, lora_alpha: alpha, base_model_name_or_path: baseModel } = json;
  if (!isRank(rank)) return fail('r', `must be a whole number from 1 to 4096, not ${JSON.stringify(rank)}`);
  if (!isAlpha(alpha)) return fail('lora_alpha', `must be a number other than 0, not ${JSON.stringify(alpha)}`);
  return {
    rank,
    alpha,
    baseModel: typeof baseModel === 'string' ? baseModel : null,
    rankStabilised: json.use_rslora === true,
    rankPattern: pattern(json.rank_pattern, isRank) ?? fail('rank_pattern', 'must map names of modules to ranks'),
    alphaPattern:
      pattern(json.alpha_pattern, isAlpha) ??
      fail('alpha_pattern', 'must map names of modules to numbers other than 0'),
    targets: parseTargetModules(path, json),
  };
}

function isRank(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 4096;
}

/** One of 0 would hide the weights, and there would be no scale to train them at. */
function isAlpha(value: unknown): value is number {
  return typeof value === 'number' && Math.fround(value) !== 0 && Number.isFinite(Math.fround(value));
}

/** Null where it is none, or has keys that are more than names: PEFT reads them as regular expressions. */
function pattern(value: unknown, isValid: (item: unknown) => item is number): Record<string, number> | null {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value) || !Object.values(value).every(isValid)) return null;
  return Object.keys(value).every((key) => /^[\w.]+$/.test(key)) ? (value as Record<string, number>) : null;
}
