import { EXPERTS } from '../lora-layout.ts';
import { CheckpointError } from './checkpoint.ts';
import { EXPERT_PARAMETERS } from './expert-parameters.ts';
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
  /** Ends of names of parameters that hold all experts of a layer, such as `mlp.experts.down_proj`. */
  parameters: readonly string[];
}

/** What `adapterConfigJson` writes of an adapter. */
interface WrittenAdapter {
  rank: number;
  alpha: number;
  /** Names of modules. */
  targets: readonly string[];
  baseModel: string;
  /** Whether it is on the parameters of experts, too: on gates and ups with a pair of twice the rank. */
  onParameters?: boolean;
}

/** What PEFT itself would save, without the fields that older versions do not know and refuse. */
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
    parameters: parseTargetParameters(json.target_parameters) ?? fail('target_parameters', PARAMETERS_ALLOWED),
  };
}

const PARAMETERS_ALLOWED = `must be names of parameters of experts, which end in ${EXPERT_PARAMETERS.join(' or ')}`;

/** Null where there are others. */
function parseTargetParameters(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) return null;
  const isOfExperts = (name: string) => EXPERT_PARAMETERS.some((own) => name === own || name.endsWith(`.${own}`));
  return value.every(isOfExperts) ? value : null;
}

/** The highest rank of a projection: what is on gates and ups together may be of twice the rank of either. */
export function highestRank(config: AdapterConfig): number {
  const { rank, rankPattern } = config;
  const isDoubled = (key: string, own: number) => own === 2 * rank && isOnGatesAndUps(key, config);
  return Math.max(rank, ...Object.entries(rankPattern).map(([key, own]) => (isDoubled(key, own) ? rank : own)));
}

/** Whether this key of a pattern is of a parameter that holds gates and ups of experts. */
export function isOnGatesAndUps(key: string, { parameters }: Pick<AdapterConfig, 'parameters'>): boolean {
  return parameters.length > 0 && /(^|\.)gate_up_proj$/.test(key);
}

function isRank(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 4096;
}

/** One of 0 would hide the weights, and there would be no scale to train them at. */
function isAlpha(value: unknown): value is number {
  return typeof value === 'number' && Math.fround(value) !== 0 && Number.isFinite(Math.fround(value));
}

/**
 * Null where it is none, or has keys that are more than names: PEFT reads them as regular expressions. Those that it
 * makes itself of projections of experts begin with one of any module.
 */
function pattern(value: unknown, isValid: (item: unknown) => item is number): Record<string, number> | null {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value) || !Object.values(value).every(isValid)) return null;
  const named = Object.entries(value).map(([key, one]) => [key.replace(/^\.\*\\\./, ''), one as number] as const);
  return named.every(([key]) => /^[\w.]+$/.test(key)) ? Object.fromEntries(named) : null;
}
