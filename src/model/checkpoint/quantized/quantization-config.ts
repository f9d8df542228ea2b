import { familyOfType } from '../../families/all-families.ts';
import { CheckpointError } from '../checkpoint.ts';
import { isJsonObject, type JsonObject } from '../json-file.ts';

/**
 * Quantisation of a safetensors checkpoint's matrices, from `quantization_config` in `config.json`. It holds only what
 * the tensors themselves do not show. Settings for the quantisation of activations are ignored.
 */
export type Quantization =
  /** `zeroOffset` is added to each stored zero-point. */
  | { method: 'gptq'; bits: 2 | 3 | 4 | 8; groupSize: number; zeroOffset: 0 | 1 }
  | { method: 'awq'; groupSize: number }
  | { method: 'bitsandbytes' }
  | { method: 'fp8'; block: readonly [rows: number, cols: number] | undefined }
  /** `block` applies to int8 and FP8. */
  | {
      method: 'compressed-tensors';
      bits: 4 | 8;
      groupSize: number;
      block: readonly [rows: number, cols: number] | undefined;
    };

/** Group size that stands for all columns. */
export const WHOLE_ROW = -1;

/**
 * Parses `quantization_config`; undefined if it is absent or is gpt-oss's MXFP4. Throws `CheckpointError` that names
 * the invalid field.
 */
export function parseQuantization(path: string, json: JsonObject): Quantization | undefined {
  const config = json.quantization_config ?? undefined;
  if (config === undefined) return undefined;
  if (!isJsonObject(config)) throw new CheckpointError(`${path}: quantization_config: must be an object`);
  const fields = new QuantizationFields(path, config);
  switch (config.quant_method) {
    case 'gptq':
      return gptq(fields);
    case 'awq':
      fields.oneOf('bits', [4]);
      fields.oneOf('version', ['gemm', 'GEMM', undefined]);
      fields.oneOf('zero_point', [true, undefined, null]);
      return { method: 'awq', groupSize: fields.groupSize('group_size') };
    case 'bitsandbytes':
      return { method: 'bitsandbytes' };
    case 'fp8':
    case 'fbgemm_fp8':
      return { method: 'fp8', block: fields.block('weight_block_size') };
    case 'compressed-tensors':
      return compressedTensors(fields);
    case 'mxfp4':
      // Only gpt-oss's experts are MXFP4; gpt-oss-experts.ts recognises their tensors by name.
      if (familyOfType(json.model_type)?.mixture?.isJoined) return undefined;
      return fields.fail('quant_method', 'mxfp4 for gpt_oss only');
    default:
      return fields.fail('quant_method', 'gptq, awq, bitsandbytes, fp8, fbgemm_fp8, mxfp4 and compressed-tensors');
  }
}

function gptq(fields: QuantizationFields): Quantization {
  const version = fields.oneOf('checkpoint_format', ['gptq', 'gptq_v2', undefined, null]);
  return {
    method: 'gptq',
    bits: fields.oneOf('bits', [2, 3, 4, 8]),
    groupSize: fields.groupSize('group_size'),
    zeroOffset: version === 'gptq_v2' ? 0 : 1,
  };
}

/** Parses the settings of compressed-tensors. All groups of layers must have the same `weights` settings. */
function compressedTensors(fields: QuantizationFields): Quantization {
  fields.oneOf('format', ['pack-quantized', 'int-quantized', 'float-quantized', 'naive-quantized']);
  const groups = isJsonObject(fields.json.config_groups) ? Object.values(fields.json.config_groups) : [];
  const given = groups.map((group) => (isJsonObject(group) ? (group.weights ?? null) : null));
  const weights = [...new Set(given.filter((one) => one !== null).map((one) => JSON.stringify(one)))].map((one) =>
    JSON.parse(one),
  );
  if (weights.length !== 1 || !isJsonObject(weights[0]))
    return fields.fail('config_groups', 'groups with the same weights');
  const only = new QuantizationFields(fields.path, weights[0], 'config_groups.*.weights.');
  const bits = only.oneOf('num_bits', [4, 8]);
  switch (only.oneOf('strategy', ['tensor', 'channel', 'group', 'block'])) {
    case 'group': {
      const groupSize = only.groupSize('group_size');
      const block = groupSize === WHOLE_ROW ? undefined : ([1, groupSize] as const);
      return { method: 'compressed-tensors', bits, groupSize, block };
    }
    case 'block':
      return { method: 'compressed-tensors', bits, groupSize: WHOLE_ROW, block: only.block('block_structure') };
    default:
      return { method: 'compressed-tensors', bits, groupSize: WHOLE_ROW, block: undefined };
  }
}

class QuantizationFields {
  readonly path: string;
  readonly json: JsonObject;
  readonly #above: string;

  constructor(path: string, json: JsonObject, above = '') {
    this.path = path;
    this.json = json;
    this.#above = above;
  }

  fail(field: string, allowed: string): never {
    const found = JSON.stringify(this.json[field]) ?? 'nothing';
    const name = `quantization_config.${this.#above}${field}`;
    throw new CheckpointError(`${this.path}: ${name}: ${found} is not supported; allowed: ${allowed}`);
  }

  oneOf<const Value>(field: string, allowed: readonly Value[]): Value {
    const value = allowed.find((one) => one === this.json[field]);
    if (value === undefined && this.json[field] !== undefined) this.fail(field, names(allowed));
    if (value === undefined && !allowed.includes(undefined as Value)) this.fail(field, names(allowed));
    return value as Value;
  }

  /** Returns the rows and columns that share a scale. */
  block(field: string): readonly [number, number] | undefined {
    const given = this.json[field] ?? undefined;
    if (given === undefined) return undefined;
    // Older versions of compressed-tensors allowed "128x128".
    const value = typeof given === 'string' ? given.split('x').map(Number) : given;
    const isSize = (size: unknown): size is number =>
      typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= 2 ** 20;
    if (Array.isArray(value) && value.length === 2 && isSize(value[0]) && isSize(value[1])) return [value[0], value[1]];
    return this.fail(field, 'two whole numbers from 1 to 2^20');
  }

  /** Returns the number of columns that share a scale. */
  groupSize(field: string): number {
    const size = this.json[field] ?? WHOLE_ROW;
    if (size === WHOLE_ROW) return WHOLE_ROW;
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 2 ** 20) {
      return this.fail(field, '-1 and whole numbers from 1 to 2^20');
    }
    return size;
  }
}

function names(allowed: readonly unknown[]): string {
  return allowed
    .filter((one) => one !== undefined && one !== null)
    .map((one) => JSON.stringify(one))
    .join(', ');
}
