import type { ExpertLoraGroup } from '../compute/ops/expert-lora.ts';
import type { LoraGroup } from '../compute/ops/lora.ts';
import { hasFusedProjections, hasJoinedExperts, type ModelConfig, mixtureOf } from './checkpoint/config.ts';

/** Projections that an adapter can target, by PEFT's names. */
export const LORA_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;
/** Targets of families with fused projections (Phi-3). There, the name of a part stands for the fused projection. */
const FUSED_TARGETS = ['qkv_proj', 'o_proj', 'gate_up_proj', 'down_proj'] as const;
/** Target name for all three projections of all experts: PEFT cannot load an adapter on only some of them. */
export const EXPERTS = 'experts';
export type LoraTarget = (typeof LORA_TARGETS)[number] | (typeof FUSED_TARGETS)[number] | typeof EXPERTS;
/** All target names that settings may contain. */
export const LORA_TARGET_NAMES: readonly LoraTarget[] = [
  ...new Set([...LORA_TARGETS, ...FUSED_TARGETS, EXPERTS] as const),
];

const PARTS: Partial<Record<LoraTarget, readonly LoraTarget[]>> = {
  qkv_proj: ['q_proj', 'k_proj', 'v_proj'],
  gate_up_proj: ['gate_proj', 'up_proj'],
};

/** Targets of mixtures of experts; experts are targeted only if the settings name them. */
const MIXTURE_TARGETS = ['q_proj', 'k_proj', 'v_proj', 'o_proj', EXPERTS] as const;

function ownTargets(config: ModelConfig): readonly LoraTarget[] {
  if (mixtureOf(config)) return MIXTURE_TARGETS;
  return hasFusedProjections(config) ? FUSED_TARGETS : LORA_TARGETS;
}

/** Returns the projections of the model's family that match the wanted targets. */
function familyTargets(config: ModelConfig, wanted: readonly LoraTarget[]): LoraTarget[] {
  const own = ownTargets(config);
  const isMeant = (target: LoraTarget) =>
    wanted.some((name) => name === target || PARTS[target]?.includes(name) || PARTS[name]?.includes(target));
  return own.filter(isMeant);
}

/** Returns the target name of a module (`model.layers.0.self_attn.q_proj`), or undefined if it is not a projection. */
export function targetOf(module: string): LoraTarget | undefined {
  if (/\.experts\.\d+\.\w+$/.test(module)) return EXPERTS;
  return LORA_TARGET_NAMES.find((name) => module.endsWith(`.${name}`));
}

/** Settings of an adapter: rank, alpha (the output is scaled by alpha / rank) and target projections. */
export interface LoraSettings {
  rank: number;
  alpha: number;
  targets: readonly LoraTarget[];
}

/** Returns whether adapters of these settings target the experts of a mixture. */
export function isOnExperts({ targets }: Pick<LoraSettings, 'targets'>): boolean {
  return targets.includes(EXPERTS);
}

/** The highest rank that the kernels have registers for. */
export const MAX_LORA_RANK = 128;

/** Default settings, as in the reference implementation (ART's hosted backend). */
export const defaultLora: LoraSettings = { rank: 8, alpha: 16, targets: LORA_TARGETS };

/** LoRA groups of one layer: projections that share an input. Null if no projection of the group is a target. */
export interface LayerLora {
  qkv: LoraGroup | null;
  o: LoraGroup | null;
  gateUp: LoraGroup | null;
  down: LoraGroup | null;
  /** Null if experts are not a target, or the model has none. */
  experts: LayerExpertLora | null;
}

/** LoRA groups of a layer's experts. */
export interface LayerExpertLora {
  gateUp: ExpertLoraGroup;
  down: ExpertLoraGroup;
}

/** Names of the groups that have one input and one output per token. */
export type LoraKind = Exclude<keyof LayerLora, 'experts'>;

/** One tensor of an adapter: its PEFT name and the offset of its [rows, cols] f32 elements. */
export interface LoraTensor {
  name: string;
  offset: number;
  rows: number;
  cols: number;
  /** Elements from one row to the next. */
  stride: number;
  kind: 'A' | 'B';
}

/** Layout of an adapter in a flat arena of f32. */
export interface LoraLayout {
  settings: LoraSettings;
  /**
   * R in kernels: the adapter's rank, rounded up to a multiple of 4. The padding is zero in A and in B, so its gradient
   * is zero and it stays zero. The same holds for a projection that is not a target but shares a group with one.
   */
  rank: number;
  /** alpha divided by the adapter's rank. */
  scale: number;
  /** f32 elements of one adapter. */
  elements: number;
  layers: LayerLora[];
  /** Tensors of the target projections only. */
  tensors: LoraTensor[];
  /** Whether files join the tensors of all experts of a layer into pairs (checkpoint/expert-parameters.ts). */
  onParameters: boolean;
}

/**
 * Lays out an adapter (Hu et al. 2021; PEFT names). The A matrices of projections that share an input are adjacent, and
 * so are their B matrices, in the row order of the fused weight. Throws RangeError for a rank out of range, and if the
 * family has none of the targets.
 */
export function loraLayout(config: ModelConfig, settings: LoraSettings = defaultLora): LoraLayout {
  if (!Number.isInteger(settings.rank) || settings.rank < 1 || settings.rank > MAX_LORA_RANK)
    throw new RangeError(`LoRA rank ${settings.rank}: must be a whole number from 1 to ${MAX_LORA_RANK}`);
  const D = config.hidden_size;
  const F = config.intermediate_size;
  const attention = config.num_attention_heads * config.head_dim;
  const keys = config.num_key_value_heads * config.head_dim;
  const targets = familyTargets(config, settings.targets);
  if (targets.length === 0) {
    throw new RangeError(
      `LoRA targets ${settings.targets.join(', ')}: a model of type ${config.model_type} can have adapters on ` +
        `${ownTargets(config).join(', ')} only`,
    );
  }
  const place = new AdapterPlace({ ...settings, targets }, config.has_vision ? LAYERS_BESIDE_VISION : LAYERS);
  const isFused = hasFusedProjections(config);
  const layers = Array.from({ length: config.num_hidden_layers }, (_, layer) => ({
    qkv: place.group(
      layer,
      'self_attn',
      D,
      isFused
        ? [['qkv_proj', attention + 2 * keys]]
        : [
            ['q_proj', attention],
            ['k_proj', keys],
            ['v_proj', keys],
          ],
    ),
    o: place.group(layer, 'self_attn', attention, [['o_proj', D]]),
    gateUp: place.group(
      layer,
      'mlp',
      D,
      isFused
        ? [['gate_up_proj', 2 * F]]
        : [
            ['gate_proj', F],
            ['up_proj', F],
          ],
    ),
    down: place.group(layer, 'mlp', F, [['down_proj', D]]),
    experts: place.experts(layer, config),
  }));
  const { rank, elements, tensors } = place;
  return {
    settings: { ...settings, targets },
    rank,
    scale: settings.alpha / settings.rank,
    elements,
    layers,
    tensors,
    onParameters: hasJoinedExperts(config) && targets.includes(EXPERTS),
  };
}

/** PEFT's name prefix of a model's layers; the second is for the text part of a vision model (Gemma 3). */
const LAYERS = 'base_model.model.model.layers';
const LAYERS_BESIDE_VISION = 'base_model.model.model.language_model.layers';

/** Assigns consecutive offsets to groups. */
class AdapterPlace {
  readonly tensors: LoraTensor[] = [];
  /** Rank on the device: a multiple of 4. */
  readonly rank: number;
  elements = 0;
  readonly #settings: LoraSettings;
  /** Prefix of tensor names, before the layer number. */
  readonly #layers: string;

  constructor(settings: LoraSettings, layers: string) {
    this.#settings = settings;
    this.#layers = layers;
    this.rank = 4 * Math.ceil(settings.rank / 4);
  }

  /** Lays out a layer's experts. Each has its own A and B, with PEFT's names of experts that are modules. */
  experts(layer: number, config: ModelConfig): LayerExpertLora | null {
    const mixture = mixtureOf(config);
    if (!mixture || !this.#settings.targets.includes(EXPERTS)) return null;
    const { hidden_size: D } = config;
    const { width: F, experts } = mixture;
    return {
      gateUp: this.#expertGroup(layer, experts, { inputs: D, outputs: F }, ['gate_proj', 'up_proj']),
      down: this.#expertGroup(layer, experts, { inputs: F, outputs: D }, ['down_proj']),
    };
  }

  #expertGroup(
    layer: number,
    experts: number,
    { inputs, outputs }: { inputs: number; outputs: number },
    projections: readonly string[],
  ): ExpertLoraGroup {
    const { rank } = this.#settings;
    const parts = projections.length;
    const offsetA = this.elements;
    const offsetB = offsetA + experts * parts * this.rank * inputs;
    this.elements = offsetB + experts * parts * this.rank * outputs;
    for (let expert = 0; expert < experts; expert++) {
      for (const [part, projection] of projections.entries()) {
        const place = (expert * parts + part) * this.rank;
        const name = `${this.#layers}.${layer}.mlp.experts.${expert}.${projection}`;
        const a = { offset: offsetA + place * inputs, rows: rank, cols: inputs, stride: inputs };
        const b = { offset: offsetB + place * outputs, rows: outputs, cols: rank, stride: this.rank };
        this.tensors.push({ name: `${name}.lora_A.weight`, ...a, kind: 'A' });
        this.tensors.push({ name: `${name}.lora_B.weight`, ...b, kind: 'B' });
      }
    }
    return { offsetA, offsetB, inputs, outputs, parts };
  }

  /** Lays out a group. `outputs` has the projections that share the input, with their numbers of rows. */
  group(layer: number, module: string, inputs: number, outputs: [LoraTarget, number][]): LoraGroup | null {
    const { targets } = this.#settings;
    if (!outputs.some(([projection]) => targets.includes(projection))) return null;
    const name = (projection: string, kind: 'A' | 'B') =>
      `${this.#layers}.${layer}.${module}.${projection}.lora_${kind}.weight`;
    const add = (projection: LoraTarget, shape: Omit<LoraTensor, 'name' | 'offset'>, elements: number) => {
      const tensor = { name: name(projection, shape.kind), offset: this.elements, ...shape };
      if (targets.includes(projection)) this.tensors.push(tensor);
      this.elements += elements;
    };
    const { rank } = this.#settings;
    const offsetA = this.elements;
    for (const [projection] of outputs) {
      add(projection, { rows: rank, cols: inputs, stride: inputs, kind: 'A' }, this.rank * inputs);
    }
    const offsetB = this.elements;
    for (const [projection, rows] of outputs) {
      add(projection, { rows, cols: rank, stride: this.rank, kind: 'B' }, this.rank * rows);
    }
    const total = outputs.reduce((sum, [, rows]) => sum + rows, 0);
    const first = outputs[0][1];
    const bounds: [number, number] = [first, outputs.length > 2 ? first + outputs[1][1] : total];
    return { offsetA, offsetB, inputs, outputs: total, segments: outputs.length, bounds };
  }
}

/**
 * Initialises an adapter: A uniform in +-1/sqrt(K) (PEFT's Kaiming-uniform with a = sqrt 5), B zero, so step 0 equals
 * the base model. The same seed gives the same adapter on every machine.
 */
export function freshAdapter(layout: LoraLayout, seed = 3407): Float32Array {
  const values = new Float32Array(layout.elements);
  let place = 0;
  for (const elements of freshValues(layout, seed)) {
    const { kind, offset } = layout.tensors[place++];
    // B is zero already, and its rows may not be contiguous.
    if (kind === 'A') values.set(elements, offset);
  }
  return values;
}

/** Yields the tensors of a fresh adapter, each [rows, cols], in the order of the layout. */
export function* freshValues({ tensors }: LoraLayout, seed = 3407): Generator<Float32Array<ArrayBuffer>> {
  let state = seed >>> 0;
  const uniform = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let h = Math.imul(state ^ (state >>> 15), state | 1);
    h = (h + Math.imul(h ^ (h >>> 7), h | 61)) ^ h;
    return ((h ^ (h >>> 14)) >>> 0) / 2 ** 32;
  };
  for (const { kind, rows, cols } of tensors) {
    const values = new Float32Array(rows * cols);
    const bound = 1 / Math.sqrt(cols);
    if (kind === 'A') for (let i = 0; i < values.length; i++) values[i] = (2 * uniform() - 1) * bound;
    yield values;
  }
}
