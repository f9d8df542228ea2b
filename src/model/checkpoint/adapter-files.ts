import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTER_CONFIG_FILE, type AdapterConfig, adapterConfigJson, parseAdapterConfig } from './adapter-config.ts';
import { CheckpointError } from './checkpoint.ts';
import { type ModelConfig, mixtureOf } from './config.ts';
import { expectedShapes, isOfExpert } from './expected-tensors.ts';
import {
  adaptedParameters,
  adaptersOfExperts,
  PARAMETER_TENSOR,
  parameterOf,
  parameterShape,
  withJoinedPairs,
} from './expert-parameters.ts';
import { readJsonObject } from './json-file.ts';
import type { Float32Tensor } from './safetensors-bytes.ts';
import { SafetensorsFile } from './safetensors-file.ts';
import { writeSafetensors } from './safetensors-write.ts';

/** Name of the weights file; it lies beside `ADAPTER_CONFIG_FILE`. */
export const ADAPTER_WEIGHTS_FILE = 'adapter_model.safetensors';
/** All files of an adapter. */
export const ADAPTER_FILES = [ADAPTER_CONFIG_FILE, ADAPTER_WEIGHTS_FILE] as const;

/** The LoRA matrices of one projection, which add `scale * B (A x)` to its output. */
export interface AdapterModule {
  rank: number;
  scale: number;
  /** [R, in] row-major */
  a: Float32Array;
  /** [out, R] row-major */
  b: Float32Array;
}

/** A LoRA adapter in memory; `modules` is keyed by projection name, such as `model.layers.0.self_attn.q_proj`. */
export interface Adapter extends AdapterConfig {
  modules: ReadonlyMap<string, AdapterModule>;
}

/** Name of a LoRA tensor. In a Gemma 3 with vision, the layers lie below `language_model`. */
const TENSOR_NAME =
  /^(?:base_model\.model\.)?(?:model\.|model\.language_model\.|language_model\.model\.)(layers\.\d+\.(?:self_attn|mlp|mlp\.experts\.\d+)\.(\w+_proj))\.lora_([AB])(?:\.default)?\.weight$/;

/**
 * Writes a PEFT adapter into `folder`, which must exist. `tensors` have PEFT's names
 * (`base_model.model.model.layers.0.self_attn.q_proj.lora_A.weight`). With `onParameters`, the tensors of all experts
 * of a layer become pairs on its parameters. The write is neither atomic nor synced; the caller ensures both.
 * Throws `RangeError` for a name that is not a LoRA tensor of PEFT.
 */
export function writeAdapter(
  folder: string,
  settings: { rank: number; alpha: number; baseModel: string; onParameters?: boolean },
  tensors: readonly Float32Tensor[],
): void {
  const { onParameters } = settings;
  const targets = new Set<string>();
  for (const { name } of tensors) {
    const match = TENSOR_NAME.exec(name);
    if (match === null) throw new RangeError(`${name} is not the name of a LoRA tensor`);
    if (!onParameters || !isOfExpert(name)) targets.add(match[2]);
  }
  const config = adapterConfigJson({ ...settings, targets: [...targets] });
  const written = onParameters ? withJoinedPairs(tensors) : tensors;
  writeSafetensors(join(folder, ADAPTER_WEIGHTS_FILE), written, { format: 'pt' });
  writeFileSync(join(folder, ADAPTER_CONFIG_FILE), config);
}

/**
 * Reads a PEFT adapter of any rank over any of the seven projections, or over experts, for a model of this config.
 * Throws `CheckpointError` if the adapter is corrupt, not a LoRA adapter, or does not fit the model.
 */
export function readAdapter(folder: string, model: ModelConfig): Adapter {
  const config = readAdapterConfig(join(folder, ADAPTER_CONFIG_FILE));
  return { ...config, modules: new Map(adapterModules(join(folder, ADAPTER_WEIGHTS_FILE), config, model)) };
}

/** Limits of `adapter_config.json`: enough for several values per projection of each layer. */
const CONFIG_BOUNDS = { values: 20_000, depth: 16 };

/** Reads `adapter_config.json`. Throws `CheckpointError`. */
export function readAdapterConfig(path: string): AdapterConfig {
  const json = readJsonObject(path, CONFIG_BOUNDS);
  if (json === null) throw new CheckpointError(`${path}: no such file`);
  return parseAdapterConfig(path, json);
}

/** Yields the projections of a weights file with their matrices, one at a time. Throws as `readAdapter` does. */
export function* adapterModules(
  path: string,
  config: AdapterConfig,
  model: ModelConfig,
): Generator<[name: string, module: AdapterModule]> {
  const file = new SafetensorsFile(path);
  try {
    yield* readModules(file, config, model);
  } finally {
    file.close();
  }
}

function* readModules(
  file: SafetensorsFile,
  config: AdapterConfig,
  model: ModelConfig,
): Generator<[name: string, module: AdapterModule]> {
  const names = new Map<string, { A?: string; B?: string }>();
  for (const name of file.entries.keys()) {
    const [module, kind] = moduleOfTensor(file, name, config);
    names.set(module, { ...names.get(module), [kind]: name });
  }
  if (names.size === 0) throw new CheckpointError(`${file.path}: it has no LoRA matrices`);
  checkParameters(file, config, model, names);
  const shapes = expectedShapes(model);
  for (const [module, { A, B }] of names) {
    const ofAll = parameterOf(module);
    const shape = ofAll ? parameterShape(model, ofAll.parameter) : shapes.get(`${module}.weight`);
    if (shape === undefined || (ofAll && !shapes.has(`${ofAll.experts}.0.down_proj.weight`))) {
      throw new CheckpointError(`${file.path}: the model has no ${module}`);
    }
    if (A === undefined || B === undefined) {
      throw new CheckpointError(`${file.path}: ${module} has only one of the matrices lora_A and lora_B`);
    }
    const rank = matching(config.rankPattern, module) ?? config.rank;
    const alpha = matching(config.alphaPattern, module) ?? config.alpha;
    const [outputs, inputs] = shape;
    const ranks = rank * (ofAll ? (mixtureOf(model)?.experts ?? 1) : 1);
    const a = readMatrix(file, A, ranks, inputs);
    const b = readMatrix(file, B, outputs, ranks);
    const read = { rank, scale: alpha / (config.rankStabilised ? Math.sqrt(rank) : rank), a, b };
    if (ofAll) yield* adaptersOfExperts(model, { ...ofAll, ...read }, rank === 2 * config.rank);
    else yield [module, read];
  }
}

/** Throws `CheckpointError` if `target_parameters` names a parameter without matrices in the file. */
function checkParameters(
  { path }: SafetensorsFile,
  { parameters }: AdapterConfig,
  { num_hidden_layers: L }: ModelConfig,
  names: ReadonlyMap<string, unknown>,
): void {
  for (let layer = 0; layer < L && parameters.length > 0; layer++) {
    const experts = `model.layers.${layer}.mlp.experts`;
    const missing = adaptedParameters(experts, parameters).find((parameter) => !names.has(`${experts}.${parameter}`));
    if (missing === undefined) continue;
    throw new CheckpointError(
      `${path}: target_parameters has ${experts}.${missing}, which has no matrices in this file; the two files ` +
        'must belong to one adapter',
    );
  }
}

/** Returns the projection, or the parameter of all experts, that a LoRA tensor adapts. Throws `CheckpointError`. */
function moduleOfTensor(file: SafetensorsFile, name: string, config: AdapterConfig): [module: string, kind: string] {
  const match = TENSOR_NAME.exec(name);
  if (match) return [`model.${match[1]}`, match[3]];
  const [, experts, inner, kind] = PARAMETER_TENSOR.exec(name) ?? [];
  if (experts === undefined) {
    const why = name.includes('vision') ? ': only the text part of a vision model is served' : '';
    throw new CheckpointError(`${file.path}: tensor ${name} is not a LoRA matrix of a projection${why}`);
  }
  const adapted = adaptedParameters(`model.${experts}`, config.parameters);
  const parameter = inner === undefined ? adapted.at(-1) : adapted.at(-2);
  if (parameter === undefined) {
    throw new CheckpointError(`${file.path}: tensor ${name} does not belong to a parameter of target_parameters`);
  }
  return [`model.${experts}.${parameter}`, kind];
}

function readMatrix(file: SafetensorsFile, name: string, rows: number, cols: number): Float32Array {
  const { shape } = file.entry(name);
  if (shape.length !== 2 || shape[0] !== rows || shape[1] !== cols) {
    throw new CheckpointError(`${file.path}: tensor ${name} is [${shape}]; model and rank require [${rows}, ${cols}]`);
  }
  return file.readFloat32(name);
}

/** Looks up a module as PEFT does: a pattern key matches the end of the module's name, at a dot. */
function matching(pattern: Readonly<Record<string, number>>, module: string): number | undefined {
  const key = Object.keys(pattern).find((end) => module === end || module.endsWith(`.${end}`));
  return key === undefined ? undefined : pattern[key];
}
