import { CheckpointError } from './checkpoint.ts';
import { hasJoinedExperts, type ModelConfig, mixtureOf } from './config.ts';
import type { Float32Tensor } from './safetensors-bytes.ts';

/**
 * The parameters of transformers that hold all X experts of a layer, in the order in which PEFT nests adapters on them
 * (`target_parameters`): tensors of the first lie below `base_layer` if the second has an adapter too.
 */
export const EXPERT_PARAMETERS = ['gate_up_proj', 'down_proj'] as const;
type ExpertParameter = (typeof EXPERT_PARAMETERS)[number];

/** Name of a LoRA tensor on expert parameters. Groups: `layers.0.mlp.experts`, `.base_layer` if inner, and A or B. */
export const PARAMETER_TENSOR =
  /^(?:base_model\.model\.)?model\.(layers\.\d+\.mlp\.experts)(\.base_layer)?\.lora_([AB])(?:\.default)?\.weight$/;

/** Returns the parameters of `experts` (`model.layers.0.mlp.experts`) that these `target_parameters` match. */
export function adaptedParameters(experts: string, targets: readonly string[]): ExpertParameter[] {
  return EXPERT_PARAMETERS.filter((parameter) => {
    const name = `${experts}.${parameter}`;
    return targets.some((target) => name === target || name.endsWith(`.${target}`));
  });
}

/** Splits the name of an expert parameter, `model.layers.0.mlp.experts.down_proj`; undefined for a projection. */
export function parameterOf(name: string): { experts: string; parameter: ExpertParameter } | undefined {
  const parameter = EXPERT_PARAMETERS.find((own) => name.endsWith(`.mlp.experts.${own}`));
  return parameter && { experts: name.slice(0, -parameter.length - 1), parameter };
}

/** PEFT's LoRA pair on a parameter of X experts: A [X R, in], B [out, R X] with X as the fastest axis. */
export interface ParameterAdapter {
  /** `model.layers.0.mlp.experts` */
  experts: string;
  parameter: ExpertParameter;
  rank: number;
  scale: number;
  a: Float32Array;
  b: Float32Array;
}

/** Returns `out` and `in` of the parameter's matrix of one expert. Throws `CheckpointError` for a dense model. */
export function parameterShape(config: ModelConfig, parameter: ExpertParameter): [outputs: number, inputs: number] {
  const { width: F } = mixture(config);
  const { hidden_size: D } = config;
  return parameter === 'down_proj' ? [D, F] : [2 * F, D];
}

/** LoRA pair on one expert's projection: A [R, in], B [out, R]. */
interface ExpertAdapter {
  rank: number;
  scale: number;
  a: Float32Array;
  b: Float32Array;
}

/**
 * Splits a pair into adapters of each expert's projections that are equivalent to it. Gate and up share their A, unless
 * the pair was merged from separate projections (`isApart`, R even): then the first half of its rank is the gate's, the
 * second half the up's, and B has zeros elsewhere.
 */
export function* adaptersOfExperts(
  config: ModelConfig,
  pair: ParameterAdapter,
  isApart: boolean,
): Generator<[name: string, adapter: ExpertAdapter]> {
  const { experts: X } = mixture(config);
  const parts = partsOf(config, pair.parameter);
  const halves = isApart && parts.length === 2 && pair.rank % 2 === 0 && hasZerosApart(config, pair);
  const rank = halves ? pair.rank / 2 : pair.rank;
  for (let expert = 0; expert < X; expert++) {
    for (const [index, part] of parts.entries()) {
      const from = halves ? index * rank : 0;
      const adapter = { rank, scale: pair.scale, ...matricesOf(config, pair, { expert, part, from, rank }) };
      yield [`${pair.experts}.${expert}.${part.name}`, adapter];
    }
  }
}

/** The output rows of a parameter that belong to one projection. */
interface Part {
  name: string;
  rowOf(row: number): number;
  rows: number;
}

function partsOf(config: ModelConfig, parameter: ExpertParameter): Part[] {
  const { width: F } = mixture(config);
  if (parameter === 'down_proj') return [{ name: 'down_proj', rowOf: (row) => row, rows: config.hidden_size }];
  // gpt-oss interleaves gate and up rows; others have all gate rows before all up rows.
  const rowOf = (part: number) =>
    hasJoinedExperts(config) ? (row: number) => 2 * row + part : (row: number) => part * F + row;
  return ['gate_proj', 'up_proj'].map((name, part) => ({ name, rowOf: rowOf(part), rows: F }));
}

function hasZerosApart(config: ModelConfig, { parameter, rank, b }: ParameterAdapter): boolean {
  const { experts: X } = mixture(config);
  const half = (rank / 2) * X;
  return partsOf(config, parameter).every(({ rowOf, rows }, part) => {
    for (let row = 0; row < rows; row++) {
      const first = rowOf(row) * rank * X + (part === 0 ? half : 0);
      if (b.subarray(first, first + half).some((value) => value !== 0)) return false;
    }
    return true;
  });
}

function matricesOf(
  config: ModelConfig,
  { parameter, rank: R, a, b }: ParameterAdapter,
  { expert, part, from, rank }: { expert: number; part: Part; from: number; rank: number },
): { a: Float32Array; b: Float32Array } {
  const { experts: X } = mixture(config);
  const [, inputs] = parameterShape(config, parameter);
  const own = new Float32Array(part.rows * rank);
  for (let row = 0; row < part.rows; row++) {
    const at = part.rowOf(row) * R * X + expert;
    for (let r = 0; r < rank; r++) own[row * rank + r] = b[at + (from + r) * X];
  }
  const start = (expert * R + from) * inputs;
  return { a: a.slice(start, start + rank * inputs), b: own };
}

const OF_EXPERT = /^(.+\.mlp\.experts)\.(\d+)\.(gate|up|down)_proj\.lora_([AB])\.weight$/;

/**
 * Joins the tensors of gpt-oss's experts into PEFT's pairs on the parameters of a layer; other tensors stay. Gate and
 * up become one pair of twice the rank, as PEFT merges separate projections. `data` is computed when it is read.
 */
export function withJoinedPairs(tensors: readonly Float32Tensor[]): Float32Tensor[] {
  const groups = Map.groupBy(tensors, ({ name }) => joinedPairName(name));
  return [...groups].map(([name, group]) => (group[0].name === name ? group[0] : joinedPair(name, group)));
}

/** Returns the name of the joined tensor that contains this tensor. */
function joinedPairName(name: string): string {
  const [, at, , part, kind] = OF_EXPERT.exec(name) ?? [];
  if (at === undefined) return name;
  return `${at}${part === 'down' ? '' : '.base_layer'}.lora_${kind}.weight`;
}

/** Joins `group`, the tensors of all experts in order; each expert's gate comes before its up. */
function joinedPair(name: string, group: readonly Float32Tensor[]): Float32Tensor {
  const parts = name.includes('.base_layer.') ? 2 : 1;
  const X = group.length / parts;
  const [rows, cols] = group[0].shape;
  const isA = name.includes('.lora_A.');
  const shape = isA ? [group.length * rows, cols] : [parts * rows, parts * cols * X];
  return {
    name,
    shape,
    get data() {
      const out = new Float32Array(shape[0] * shape[1]);
      for (const [i, { data }] of group.entries()) {
        if (isA) {
          out.set(data, i * rows * cols);
          continue;
        }
        const [expert, part] = [Math.floor(i / parts), i % parts];
        for (let row = 0; row < rows; row++) {
          const at = (row * parts + part) * shape[1] + part * cols * X + expert;
          for (let r = 0; r < cols; r++) out[at + r * X] = data[row * cols + r];
        }
      }
      return out;
    },
  };
}

function mixture(config: ModelConfig) {
  const found = mixtureOf(config);
  if (!found) throw new CheckpointError(`target_parameters: a model of type ${config.model_type} has no experts`);
  return found;
}
