import type { DeviceBuffer } from '../compute/buffer.ts';
import { loraShrink } from '../compute/ops/lora.ts';
import { type MatmulInt8, matmulInt8 } from '../compute/ops/matmul_int8.ts';
import { quantizeRows } from '../compute/ops/quantize.ts';
import { type RowNorm, rmsnorm, wholeRows } from '../compute/ops/rmsnorm.ts';
import { swiglu } from '../compute/ops/swiglu.ts';
import type { Recorder } from '../compute/recorder.ts';
import {
  expertLoraOf,
  type LayerForward,
  loraOf,
  normedInH,
  normHeadsTogether,
  residualEpsilon,
} from './decoder-layer.ts';
import type { LoraKind } from './lora-layout.ts';
import { expertsForward, gateUpOfExperts, type MoeBuffers } from './moe-layer.ts';

/** Inputs of a layer's projections in int8 blocks (ops/quantize.ts). The step before each projection writes them. */
export interface Int8Inputs {
  /**
   * [T, D] residual stream. If a norm follows, the stream is multiplied by the norm's weight, and its squares are
   * stored with it. Experts have their normalised input here.
   */
  residual: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, F], or [T, C F] for experts. */
  act: DeviceBuffer;
}

/** The next reader of the residual stream, identified by its norm weight. */
interface NextInput {
  norm: DeviceBuffer | undefined;
}

/** Input of an adapter, and the norm that the adapter's kernel applies to it, if any. */
interface AdapterInput {
  f32: DeviceBuffer;
  norm?: RowNorm;
}

interface LayerForwardInt8 extends Omit<LayerForward, 'attend' | 'parts' | 'next'> {
  inputs: Int8Inputs;
  /** Normalises and rotates q and k, and computes attention: qkv -> o in `buffers` and in `inputs`. */
  attend: () => void;
  /** Input of the next layer; undefined for the last layer. */
  next: NextInput | undefined;
}

/**
 * Records the layer of `layerForward` with int8 activations, in place on x. Each matmul applies the norm before it and
 * writes the int8 blocks for the next matmul, except for blocks with an output norm and for experts. Inputs of adapters
 * are also written in f32.
 */
export function layerForwardInt8(recorder: Recorder, f: LayerForwardInt8): void {
  const { weights, buffers: b, inputs } = f;
  project(recorder, f, 'qkv', { ...blockInput(recorder, f, weights.inputNorm), y: b.qkv, u: b.uQkv });
  normHeadsTogether(recorder, f);
  f.attend();
  const attention = { x: inputs.o, f32: b.o, u: b.uO, block: b.attentionOut, norm: weights.attentionNorm };
  // Experts read the normalised input that the router reads, so nothing is quantised here.
  addBlock(recorder, f, 'o', { ...attention, next: b.moe ? undefined : { norm: weights.postNorm } });
  if (b.moe) {
    mixture(recorder, f, b.moe);
    return;
  }
  gateUp(recorder, f);
  const ffn = { x: inputs.act, f32: b.act, u: b.uDown, block: b.ffnOut, norm: weights.ffnNorm };
  addBlock(recorder, f, 'down', { ...ffn, next: f.next });
}

/** Adds a block's output, with its output norm if any, to the residual stream, and quantises the stream for `next`. */
function addBlock(
  recorder: Recorder,
  f: LayerForwardInt8,
  kind: 'o' | 'down',
  a: { x: DeviceBuffer; f32: DeviceBuffer; u: DeviceBuffer; next: NextInput | undefined } & Partial<
    Record<'block' | 'norm', DeviceBuffer>
  >,
): void {
  const { x, f32, u, block, norm: weight, next } = a;
  const { residual: q } = f.inputs;
  const { x: y } = f.buffers;
  if (!block || !weight) {
    project(recorder, f, kind, { x, f32, y, u, add: true, next: next && { q, norm: next.norm } });
    return;
  }
  project(recorder, f, kind, { x, f32, y: block, u });
  const rows = wholeRows(f.T, f.config.hidden_size);
  rmsnorm(recorder, { weight, x: block, y, rows, epsilon: residualEpsilon(f.config), add: true });
  quantizeNext(recorder, f, next);
}

function quantizeNext(recorder: Recorder, { buffers, inputs, config, T }: LayerForwardInt8, next?: NextInput): void {
  if (next) quantizeRows(recorder, { x: buffers.x, q: inputs.residual, M: T, K: config.hidden_size, norm: next.norm });
}

function gateUp(recorder: Recorder, f: LayerForwardInt8): void {
  const { buffers: b, inputs, weights, T } = f;
  const { intermediate_size: F, hidden_activation: activation } = f.config;
  const a = { ...blockInput(recorder, f, weights.postNorm), u: b.uGateUp };
  if (!b.gateUp) {
    project(recorder, f, 'gateUp', { ...a, y: b.act, swiglu: true, activation, next: { q: inputs.act } });
    return;
  }
  project(recorder, f, 'gateUp', { ...a, y: b.gateUp });
  swiglu(recorder, { g: b.gateUp, y: b.act, T, F, activation });
  quantizeRows(recorder, { x: b.act, q: inputs.act, M: T, K: F });
}

/** Records the mixture-of-experts block, whose router reads the normalised input in f32. */
function mixture(recorder: Recorder, f: LayerForwardInt8, moe: MoeBuffers): void {
  const { weights, buffers: b, inputs: int8 } = f;
  if (!weights.postNorm || !b.gateUp)
    throw new Error('a mixture of experts is supported only with a norm at the input');
  const x = normedInH(recorder, f, weights.postNorm, b.x);
  gateUpOfExperts(recorder, { ...f, x, moe, int8, gateUp: b.gateUp, expertLora: expertLoraOf(f, 'gateUp') });
  expertsForward(recorder, { ...f, moe, int8, expertLora: expertLoraOf(f, 'down') });
  quantizeNext(recorder, f, f.next);
}

/**
 * Returns the input of a block's first projection and of its adapters. On GPUs, adapters apply the norm themselves;
 * elsewhere they read the normalised input from `h`.
 */
function blockInput(recorder: Recorder, f: LayerForwardInt8, weight: DeviceBuffer | undefined) {
  const { adapters, buffers, config, inputs } = f;
  const { residual: x } = inputs;
  if (!weight) return { x, f32: buffers.x };
  const epsilon = residualEpsilon(config);
  if (recorder.device.class.staged) return { x, epsilon, f32: buffers.x, norm: { weight, epsilon } };
  return { x, epsilon, f32: adapters ? normedInH(recorder, f, weight, buffers.x) : buffers.h };
}

/** Records one projection with its LoRA, which reads `f32` and writes its low-rank activation to `u`. */
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
