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

/** What the projections of a layer read, in int8 blocks (ops/quantize.ts); made by what comes before each. */
export interface Int8Inputs {
  /**
   * [T, D] of the residual stream: times the weight of the norm that comes next, with its squares, or as it is where
   * none does; experts have it normed here.
   */
  residual: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, F], or [T, C F] of experts. */
  act: DeviceBuffer;
}

/** What reads the residual stream next, by its norm. */
interface NextInput {
  norm: DeviceBuffer | undefined;
}

/** What an adapter reads, and the norm of it that it makes on its way. */
interface AdapterInput {
  f32: DeviceBuffer;
  norm?: RowNorm;
}

interface LayerForwardInt8 extends Omit<LayerForward, 'attend' | 'parts' | 'next'> {
  inputs: Int8Inputs;
  /** Norms and rotates q and k, and attends: qkv -> o, there and in `inputs`. */
  attend: () => void;
  /** That of the next layer; undefined for the last. */
  next: NextInput | undefined;
}

/**
 * The layer of `layerForward` with int8 activations, in place on x: each product makes the norm before it, and the int8
 * blocks that the next one reads, but for blocks whose output is normed and for experts. What an adapter reads is made
 * in f32 beside them.
 */
export function layerForwardInt8(recorder: Recorder, f: LayerForwardInt8): void {
  const { weights, buffers: b, inputs } = f;
  project(recorder, f, 'qkv', { ...blockInput(recorder, f, weights.inputNorm), y: b.qkv, u: b.uQkv });
  normHeadsTogether(recorder, f);
  f.attend();
  const attention = { x: inputs.o, f32: b.o, u: b.uO, block: b.attentionOut, norm: weights.attentionNorm };
  // Experts read what the router does.
  addBlock(recorder, f, 'o', { ...attention, next: b.moe ? undefined : { norm: weights.postNorm } });
  if (b.moe) {
    mixture(recorder, f, b.moe);
    return;
  }
  gateUp(recorder, f);
  const ffn = { x: inputs.act, f32: b.act, u: b.uDown, block: b.ffnOut, norm: weights.ffnNorm };
  addBlock(recorder, f, 'down', { ...ffn, next: f.next });
}

/** Adds a block's output to the residual stream, normed where the model does so, and makes what reads that next. */
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

/** The block of experts, whose router reads what is normed in f32. */
function mixture(recorder: Recorder, f: LayerForwardInt8, moe: MoeBuffers): void {
  const { weights, buffers: b, inputs: int8 } = f;
  if (!weights.postNorm || !b.gateUp) throw new Error('a mixture of experts is for models that norm their input');
  const x = normedInH(recorder, f, weights.postNorm, b.x);
  gateUpOfExperts(recorder, { ...f, x, moe, int8, gateUp: b.gateUp, expertLora: expertLoraOf(f, 'gateUp') });
  expertsForward(recorder, { ...f, moe, int8, expertLora: expertLoraOf(f, 'down') });
  quantizeNext(recorder, f, f.next);
}

/** The residual stream as a projection reads it, and as its adapters do: on GPUs with its norm, else what `h` gets. */
function blockInput(recorder: Recorder, f: LayerForwardInt8, weight: DeviceBuffer | undefined) {
  const { adapters, buffers, config, inputs } = f;
  const { residual: x } = inputs;
  if (!weight) return { x, f32: buffers.x };
  const epsilon = residualEpsilon(config);
  if (recorder.device.class.staged) return { x, epsilon, f32: buffers.x, norm: { weight, epsilon } };
  return { x, epsilon, f32: adapters ? normedInH(recorder, f, weight, buffers.x) : buffers.h };
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
