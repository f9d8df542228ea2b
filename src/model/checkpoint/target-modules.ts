import { CheckpointError } from './checkpoint.ts';
import type { ModelConfig } from './config.ts';
import { expectedShapes, isOfExpert } from './expected-tensors.ts';
import type { JsonObject } from './json-file.ts';

/** The modules that an adapter targets, from the fields of `adapter_config.json`. */
export interface TargetModules {
  /** Suffixes of module names. */
  names: readonly string[];
  excluded: readonly string[];
  /** Layer numbers; null for all layers. */
  layers: readonly number[] | null;
}

/** The modules that PEFT's "all-linear" stands for; it excludes the LM head. */
const ALL_LINEAR = [
  'q_proj',
  'k_proj',
  'v_proj',
  'qkv_proj',
  'o_proj',
  'gate_proj',
  'up_proj',
  'gate_up_proj',
  'down_proj',
];
const LAYER = /\.layers\.(\d+)\./;

/**
 * Returns null if the config does not list names: it may have a regular expression, or nothing, for which PEFT uses
 * defaults of the architecture. Throws `CheckpointError` that names the field.
 */
export function parseTargetModules(path: string, json: JsonObject): TargetModules | null {
  const { target_modules: targets = null, exclude_modules: excluded, layers_to_transform: layers } = json;
  if (targets !== null && typeof targets !== 'string' && !areNames(targets)) {
    throw new CheckpointError(`${path}: target_modules: must be a list of module names, a string or null`);
  }
  const names = typeof targets === 'string' ? wordNames(targets) : targets;
  const without = excluded ?? [];
  const numbers = typeof layers === 'number' ? [layers] : (layers ?? null);
  if (names === null || !areNames(without) || !(numbers === null || areLayers(numbers))) return null;
  return { names, excluded: without, layers: numbers };
}

/**
 * Throws `CheckpointError` unless the modules with matrices are exactly those that the config targets. A difference
 * means that the two files belong to different adapters.
 */
export function checkTargetModules(
  place: string,
  targets: TargetModules,
  present: ReadonlySet<string>,
  model: ModelConfig,
): void {
  const { names, excluded, layers } = targets;
  const isTarget = (module: string): boolean => {
    const layer = LAYER.exec(module);
    if (layers !== null && layer !== null && !layers.includes(Number(layer[1]))) return false;
    // ART targets all experts with the single name `experts`.
    if (isOfExpert(`${module}.weight`) && names.includes('experts')) return true;
    return endsWithOne(module, names) && !endsWithOne(module, excluded);
  };
  const stray = [...present].find((module) => !isTarget(module));
  if (stray !== undefined) {
    throw new CheckpointError(
      `${place}: target_modules: ${JSON.stringify(names)} omits ${stray}, which has matrices in the weights file; ` +
        'the two files must belong to one adapter',
    );
  }
  // The LM head is a separate module even if its weights are tied to the embedding.
  for (const name of [...expectedShapes(model).keys(), 'lm_head']) {
    // PEFT skips experts: they are not modules in transformers' models.
    if (isOfExpert(name)) continue;
    const module = name.replace(/\.weight$/, '');
    if (!isTarget(module) || present.has(module)) continue;
    throw new CheckpointError(
      `${place}: target_modules: ${JSON.stringify(names)} has ${module}, which has no matrices in the ` +
        'weights file; the two files must belong to one adapter',
    );
  }
}

/** Returns whether a name matches the end of the module's name, at a dot, as PEFT compares. */
function endsWithOne(module: string, names: readonly string[]): boolean {
  return names.some((name) => module === name || module.endsWith(`.${name}`));
}

function wordNames(targets: string): readonly string[] | null {
  return targets === 'all-linear' ? ALL_LINEAR : null;
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function areLayers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((layer) => Number.isInteger(layer));
}
