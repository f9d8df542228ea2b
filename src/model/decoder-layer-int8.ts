import type { DeviceBuffer } from '../compute/buffer.ts';
import { loraShrink } from '../compute/ops/lora.ts';
import { makesNorms } from '../compute/ops/matmul.ts';
import { type MatmulInt8, matmulInt8 } from '../compute/ops/matmul_int8.ts';
import { quantizeRows } from '../compute/ops/quantize.ts';
import { type RowNorm, rmsnorm, wholeRows } from '../compute/ops/rmsnorm.ts';
import { swiglu } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import { type LayerForward, loraOf, residualEpsilon } from './decoder-layer.ts';
import type { LoraKind } from './lora-layout.ts';

/** What the projections of a layer read, in int8 blocks (ops/quantize.ts); made by what comes before each. */
export interface Int8Inputs {
  /** [T, D] of the residual stream times the weight of the norm that comes next, with its squares. */
  residual: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, F] */
  act: DeviceBuffer;
}

/** What an adapter reads, and the norm of it that it makes on its way. */
interface AdapterInput {
  f32: DeviceBuffer;
  norm?: RowNorm;
}

interface LayerForwardInt8 extends Omit<LayerForward, 'attend'> {
  inputs: Int8Inputs;
  /** Norms and rotates q and k, and attends: qkv -> o, there and in `inputs`. */
  attend: () => void;
  /** The input norm of the next layer; undefined for the last. */
  nextNorm: DeviceBuffer | undefined;
}

/**
 * The layer of `layerForward` with int8 activations, in place on x: each product makes the norm before it, and the int8
 * blocks that the next one reads. What an adapter reads is made in f32 beside them.
 */
export function layerForwardInt8(recorder: Recorder, f: LayerForwardInt8): void {
  const { weights, buffers: b, inputs } = f;
  const { inputNorm, postNorm } = weights;
  if (!inputNorm || !postNorm || weights.ffnNorm) {
    throw new Error('int8 is for models that norm the input of each block, and not its output');
  }
  const epsilon = residualEpsilon(f.config);
  const attentionInput = forAdapters(recorder, f, inputNorm);
  project(recorder, f, 'qkv', { ...attentionInput, x: inputs.residual, epsilon, y: b.qkv, u: b.uQkv });
  f.attend();
  const middle = { q: inputs.residual, norm: postNorm };
  project(recorder, f, 'o', { x: inputs.o, f32: b.o, y: b.x, u: b.uO, add: true, next: middle });
  gateUp(recorder, f, { epsilon, ...forAdapters(recorder, f, postNorm) });
  const next = f.nextNorm && { q: inputs.residual, norm: f.nextNorm };
  project(recorder, f, 'down', { x: inputs.act, f32: b.act, y: b.x, u: b.uDown, add: true, next });
}

function gateUp(recorder: Recorder, f: LayerForwardInt8, input: AdapterInput & { epsilon: number }): void {
  const { buffers: b, inputs, T } = f;
  const F = f.config.intermediate_size;
  const a = { ...input, x: inputs.residual, u: b.uGateUp };
  if (!b.gateUp) {
    project(recorder, f, 'gateUp', { ...a, y: b.act, swiglu: true, next: { q: inputs.act } });
    return;
  }
  project(recorder, f, 'gateUp', { ...a, y: b.gateUp });
  swiglu(recorder, { g: b.gateUp, y: b.act, T, F });
  quantizeRows(recorder, { x: b.act, q: inputs.act, M: T, K: F });
}

/** What adapters of qkv or of gate and up read: x with its norm, or what `h` gets here. */
function forAdapters(recorder: Recorder, f: LayerForwardInt8, weight: DeviceBuffer): AdapterInput {
  const { adapters, buffers, config, T } = f;
  const norm = { weight, epsilon: residualEpsilon(config) };
  if (makesNorms(recorder, T)) return { f32: buffers.x, norm };
  if (adapters) {
    rmsnorm(recorder, { ...norm, x: buffers.x, y: buffers.h, rows: wholeRows(T, config.hidden_size) });
  }
  return { f32: buffers.h };
}

/** One projection with its LoRA, which reads `f32` and has its low-rank activation in `u`. */
function project(
  recorder: Recorder,
  f: LayerForwardInt8,
  kind: LoraKind,
  a: Omit<MatmulInt8, 'weight' | 'T' | 'lora'> & AdapterInput & { u: DeviceBuffer },
): void {
  const { f32, norm, u, ...form } = a;
  const lora = loraOf(f, kind, u);
  if (lora) loraShrink(recorder, f32, lora, f.T, norm);
  matmulInt8(recorder, { ...form, weight: f.weights[kind], T: f.T, lora });
}
