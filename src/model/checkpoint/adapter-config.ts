import { EXPERTS } from '../lora-layout.ts';
import { CheckpointError } from './checkpoint.ts';
import { EXPERT_PARAMETERS } from './expert-parameters.ts';
import { isJsonObject, type JsonObject } from './json-file.ts';
import { parseTargetModules, type TargetModules } from './target-modules.ts';

export const ADAPTER_CONFIG_FILE = 'adapter_config.json';

/** Contents of PEFT's `adapter_config.json` for a LoRA adapter. */
export interface AdapterConfig {
  rank: number;
  alpha: number;
  baseModel: string | null;
  /** Whether the scale is alpha / sqrt(rank) instead of alpha / rank (rank-stabilised LoRA). */
  rankStabilised: boolean;
  /** Ranks and alphas of modules that differ from the defaults; a key matches the end of a module's name. */
  rankPattern: Readonly<Record<string, number>>;
  alphaPattern: Readonly<Record<string, number>>;
  /** Null if the config does not list module names. */
  targets: TargetModules | null;
  /** Name suffixes of parameters that hold all experts of a layer, such as `mlp.experts.down_proj`. */
  parameters: readonly string[];
}

/** Arguments of `adapterConfigJson`. */
interface WrittenAdapter {
  rank: number;
  alpha: number;
  /** Module names. */
  targets: readonly string[];
  baseModel: string;
  /** Whether the adapter also targets expert parameters; `gate_up_proj` then has a pair of twice the rank. */
  onParameters?: boolean;
}

/** Returns the JSON that PEFT would save, without fields that older PEFT versions reject as unknown. */
export function adapterConfigJson({ rank, alpha, targets, baseModel, onParameters }: WrittenAdapter): string {
  const [gateUp, down] = EXPERT_PARAMETERS.map((name) => `mlp.experts.${name}`);
  const fields = {
    alpha_pattern: onParameters ? { [gateUp]: 2 * alpha } : {},
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
    rank_pattern: onParameters ? { [gateUp]: 2 * rank } : {},
    revision: null,
    target_modules: onParameters ? targets.filter((name) => name !== EXPERTS) : targets,
    ...(onParameters ? { target_parameters: [gateUp, down] } : {}),
    task_type: 'CAUSAL_LM',
    use_dora: false,
    use_rslora: false,
  };
  return JSON.stringify(fields, null, 2);
}

/** Settings that change how the weights apply, beyond plain LoRA arithmetic. */
const UNSUPPORTED = [
  'use_dora',
  'use_qalora',
  'use_bdlora',
  'lora_bias',
  'fan_in_fan_out',
  'modules_to_save',
  'layer_replication',
  'trainable_token_indices',
  'alora_invocation_tokens',
  'arrow_config',
];

/** Initialisations of the LoRA matrices that leave the base weights unchanged. */
const PLAIN_BEGINNINGS = ['gaussian', 'eva', 'orthogonal'];

/** Parses `adapter_config.json`. Throws `CheckpointError` that names the invalid or unsupported field. */
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
  // Other initialisations change the base weights, and the adapter is useless without the changed ones.
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
    rankPattern: pattern(json.rank_pattern, isRank) ?? fail('rank_pattern', 'must map module names to ranks'),
    alphaPattern:
      pattern(json.alpha_pattern, isAlpha) ?? fail('alpha_pattern', 'must map module names to numbers other than 0'),
    targets: parseTargetModules(path, json),
    parameters: parseTargetParameters(json.target_parameters) ?? fail('target_parameters', PARAMETERS_ALLOWED),
  };
}

const PARAMETERS_ALLOWED = `must be parameter names of experts, which end in ${EXPERT_PARAMETERS.join(' or ')}`;

/** Returns null if a target is not a parameter of experts. */
function parseTargetParameters(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return null;
  const isOfExperts = (name: string) => EXPERT_PARAMETERS.some((own) => name === own || name.endsWith(`.${own}`));
  return value.every(isOfExperts) ? value : null;
}

/** Returns the highest rank of any projection. A pair on `gate_up_proj` may have twice the rank of each of the two. */
export function highestRank(config: AdapterConfig): number {
  const { rank, rankPattern } = config;
  const isDoubled = (key: string, own: number) => own === 2 * rank && isOnGatesAndUps(key, config);
  return Math.max(rank, ...Object.entries(rankPattern).map(([key, own]) => (isDoubled(key, own) ? rank : own)));
}

/** Returns whether a pattern key matches the parameter that holds the gate and up projections of experts. */
export function isOnGatesAndUps(key: string, { parameters }: Pick<AdapterConfig, 'parameters'>): boolean {
  return parameters.length > 0 && /(^|\.)gate_up_proj$/.test(key);
}

function isRank(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 4096;
}

/** Returns whether alpha is valid. An alpha of 0 gives a scale of 0, at which the matrices neither act nor train. */
function isAlpha(value: unknown): value is number {
  return typeof value === 'number' && Math.fround(value) !== 0 && Number.isFinite(Math.fround(value));
}

/**
 * Returns null if the value is not a pattern, or has a key that is more than a name: PEFT reads keys as regular
 * expressions. Keys that PEFT itself generates for expert projections begin with `.*\.`, which is removed.
 */
function pattern(value: unknown, isValid: (item: unknown) => item is number): Record<string, number> | null {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value) || !Object.values(value).every(isValid)) return null;
  const named = Object.entries(value).map(([key, one]) => [key.replace(/^\.\*\\\./, ''), one as number] as const);
  return named.every(([key]) => /^[\w.]+$/.test(key)) ? Object.fromEntries(named) : null;
}
