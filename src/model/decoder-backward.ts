import type { DeviceBuffer } from '../compute/buffer.ts';
import { attentionBackward } from '../compute/ops/attention.ts';
import { loraBackward } from '../compute/ops/lora.ts';
import { matmulTransposed } from '../compute/ops/matmul-transposed.ts';
import { rmsnorm, rmsnormBackward, wholeRows } from '../compute/ops/rmsnorm.ts';
import { rope } from '../compute/ops/rope.ts';
import { swiglu, swigluBackward } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import type { ModelConfig } from './checkpoint/config.ts';
import { headShape } from './decoder.ts';
import { headRows, type KeptLayerBuffers, type LoraBinding, loraUse, residualEpsilon } from './decoder-layer.ts';
import type { LayerWeights } from './device-weights.ts';
import type { LayerLora } from './lora-layout.ts';

/** Gradients in flight; one set serves all layers in turn. */
export interface BackwardScratch {
  /** [T, D] gradient of the residual stream: of the layer's output on entry, of its input on return. */
  dX: DeviceBuffer;
  /** [T, D] */
  dH: DeviceBuffer;
  /** [T, F] */
  dAct: DeviceBuffer;
  /** [T, 2 F] */
  dGateUp: DeviceBuffer;
  /** [T, H E] */
  dO: DeviceBuffer;
  /** [T, H] */
  delta: DeviceBuffer;
  /** [T, (H + 2 K) E] */
  dqkv: DeviceBuffer;
  /** [T, 3 R] */
  dU: DeviceBuffer;
  /** [T] scales of a gradient's rows, where they become f16. */
  rowScale: DeviceBuffer;
}

interface LayerBackward {
  config: ModelConfig;
  weights: LayerWeights;
  /** As the forward pass left them. */
  buffers: KeptLayerBuffers;
  /** [T, H] */
  lse: DeviceBuffer;
  scratch: BackwardScratch;
  adapters: LoraBinding;
  lora: LayerLora;
  /** The gradient arena, added to. */
  grads: DeviceBuffer;
  ropeTable: DeviceBuffer;
  T: number;
  attendedKeys: number;
  /** False for the lowest layer, whose input gradient nobody needs. */
  wantsInputGradient: boolean;
}

/** The backward pass of one layer: adds all LoRA gradients to the arena and moves dX down one layer. */
export function layerBackward(recorder: Recorder, b: LayerBackward): void {
  ffnBackward(recorder, b);
  attentionBlockBackward(recorder, b);
}

/** Adds the LoRA gradients of one group, where it has adapters, and computes the gradient of its input. */
function projectionBackward(
  recorder: Recorder,
  b: LayerBackward,
  kind: keyof LayerLora,
  a: { x: DeviceBuffer; u: DeviceBuffer; dY: DeviceBuffer; dX: DeviceBuffer | undefined },
): void {
  const group = b.lora[kind];
  const { dU, rowScale } = b.scratch;
  const use = group && loraUse(b.adapters, group, a.u);
  if (use) loraBackward(recorder, { lora: use, x: a.x, dY: a.dY, dU, grads: b.grads, T: b.T });
  if (!a.dX) return;
  const lora = use ? { use, dU } : undefined;
  matmulTransposed(recorder, { dY: a.dY, weight: b.weights[kind], dX: a.dX, T: b.T, lora, rowScale });
}

function ffnBackward(recorder: Recorder, b: LayerBackward): void {
  const { config, weights, buffers, scratch, T } = b;
  const F = config.intermediate_size;
  const rows = wholeRows(T, config.hidden_size);
  const epsilon = residualEpsilon(config);
  // Activations and norms are cheaper to compute again than to keep.
  swiglu(recorder, { g: buffers.gateUp, y: buffers.act, T, F });
  projectionBackward(recorder, b, 'down', { x: buffers.act, u: buffers.uDown, dY: scratch.dX, dX: scratch.dAct });
  swigluBackward(recorder, { g: buffers.gateUp, dY: scratch.dAct, dG: scratch.dGateUp, T, F });
  rmsnorm(recorder, { weight: weights.postNorm, x: buffers.midResidual, y: buffers.h, rows, epsilon });
  projectionBackward(recorder, b, 'gateUp', {
    x: buffers.h,
    u: buffers.uGateUp,
    dY: scratch.dGateUp,
    dX: scratch.dH,
  });
  const { postNorm: weight } = weights;
  rmsnormBackward(recorder, {
    weight,
    x: buffers.midResidual,
    dY: scratch.dH,
    dX: scratch.dX,
    add: true,
    rows,
    epsilon,
  });
}

function attentionBlockBackward(recorder: Recorder, b: LayerBackward): void {
  const { config, weights, buffers, scratch, T, lse, attendedKeys: visible } = b;
  const rows = wholeRows(T, config.hidden_size);
  const epsilon = residualEpsilon(config);
  const heads = headShape(config);
  const meta = b.adapters.rows;
  const { dO, delta, dqkv } = scratch;
  projectionBackward(recorder, b, 'o', { x: buffers.o, u: buffers.uO, dY: scratch.dX, dX: dO });
  attentionBackward(recorder, {
    qkv: buffers.qkv,
    rows: meta,
    o: buffers.o,
    lse,
    heads,
    T,
    attendedKeys: visible,
    dO,
    delta,
    dqkv,
  });
  rope(recorder, { rows: meta, table: b.ropeTable, qkv: dqkv, heads, T, inverse: true });
  if (weights.qNorm && weights.kNorm && buffers.qkvRaw) {
    const x = buffers.qkvRaw;
    const norm = { x, dX: dqkv, add: false, epsilon: config.rms_norm_eps };
    rmsnormBackward(recorder, { ...norm, weight: weights.qNorm, rows: headRows(config, T, 'q') });
    rmsnormBackward(recorder, { ...norm, weight: weights.kNorm, rows: headRows(config, T, 'k') });
  }
  rmsnorm(recorder, { weight: weights.inputNorm, x: buffers.x, y: buffers.h, rows, epsilon });
  projectionBackward(recorder, b, 'qkv', {
    x: buffers.h,
    u: buffers.uQkv,
    dY: dqkv,
    dX: b.wantsInputGradient ? scratch.dH : undefined,
  });
  if (!b.wantsInputGradient) return;
  const { inputNorm: weight } = weights;
  rmsnormBackward(recorder, { weight, x: buffers.x, dY: scratch.dH, dX: scratch.dX, add: true, rows, epsilon });
}
