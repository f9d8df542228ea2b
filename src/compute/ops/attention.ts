import type { DeviceBuffer } from '../buffer.ts';
import { f32Bits, type Recorder } from '../recorder.ts';
import type { HeadShape } from './rope.ts';

/** Tokens of a page of the KV cache. */
export const PAGE_TOKENS = 16;

export interface AttentionPaged {
  qkv: DeviceBuffer;
  cache: { k: DeviceBuffer; v: DeviceBuffer };
  rows: DeviceBuffer;
  /** Block tables: page numbers. */
  tables: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, H E] in int8 blocks too; E is then a multiple of 32. */
  q?: DeviceBuffer;
  heads: HeadShape;
  T: number;
  /** Keys that all rows see together, for the cost. */
  visible: number;
}

/** Causal grouped-query attention of T rows over the paged cache; prefill and decode alike. */
export function attentionPaged(recorder: Recorder, a: AttentionPaged): void {
  const { H, K, E } = a.heads;
  const knobs = { ...laneKnobs(recorder, E), PAGE: PAGE_TOKENS, INT8: a.q ? 1 : 0 };
  recorder.dispatch({
    kernel: recorder.device.kernels.get('attention_paged', knobs),
    buffers: [a.qkv, a.cache.k, a.cache.v, a.rows, a.tables, a.o, ...(a.q ? [a.q] : [])],
    immediates: shape(a),
    grid: [H, a.T, 1],
    cost: { flops: 4 * H * E * a.visible, bytes: 8 * K * E * a.visible },
  });
}

export interface AttentionTrain {
  /** [T, (H + 2 K) E], rotated. */
  qkv: DeviceBuffer;
  /** [T] x (position, first row of the sequence, row past its end, slot) */
  rows: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, H] */
  lse: DeviceBuffer;
  heads: HeadShape;
  T: number;
  visible: number;
}

/** Causal grouped-query attention inside each packed sequence. */
export function attentionTrain(recorder: Recorder, a: AttentionTrain): void {
  const { H, K, E } = a.heads;
  recorder.dispatch({
    kernel: recorder.device.kernels.get('attention_train', laneKnobs(recorder, E)),
    buffers: [a.qkv, a.rows, a.o, a.lse],
    immediates: shape(a),
    grid: [H, a.T, 1],
    cost: { flops: 4 * H * E * a.visible, bytes: 8 * K * E * a.visible },
  });
}

export interface AttentionBackward extends AttentionTrain {
  /** [T, H E] */
  dO: DeviceBuffer;
  /** [T, H] scratch */
  delta: DeviceBuffer;
  /** [T, (H + 2 K) E], overwritten. */
  dqkv: DeviceBuffer;
}

/** Gradients of q, k and v (before the inverse rotation), deterministic. */
export function attentionBackward(recorder: Recorder, a: AttentionBackward): void {
  const { H, K, E } = a.heads;
  const { kernels, tuning } = recorder.device;
  const knobs = laneKnobs(recorder, E);
  recorder.dispatch({
    kernel: kernels.get('attention_backward_delta', { LANES: tuning.lanes, E }),
    buffers: [a.o, a.dO, a.delta],
    immediates: [a.T * H],
    grid: [Math.ceil((a.T * H) / tuning.lanes), 1, 1],
    cost: { flops: 2 * a.T * H * E, bytes: 8 * a.T * H * E },
  });
  recorder.dispatch({
    kernel: kernels.get('attention_backward_query', knobs),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape(a),
    grid: [H, a.T, 1],
    cost: { flops: 6 * H * E * a.visible, bytes: 8 * K * E * a.visible },
  });
  recorder.dispatch({
    kernel: kernels.get('attention_backward_key_value', knobs),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape(a),
    grid: [K, a.T, 1],
    cost: { flops: 8 * H * E * a.visible, bytes: 8 * H * E * a.visible },
  });
}

/** Keys that are scored before their values are summed: 16 a lane, so that barriers are few. */
const CHUNK_PER_LANE = 16;

function laneKnobs(recorder: Recorder, E: number): { LANES: number; E: number; OWNED: number; CHUNK: number } {
  const LANES = recorder.device.tuning.lanes;
  return { LANES, E, OWNED: Math.ceil(E / 4 / LANES), CHUNK: CHUNK_PER_LANE * LANES };
}

/** E / 4 is given at run time too: a constant bound would be unrolled, which takes CPU adapters 10 s to compile. */
function shape({ T, heads: { H, K, E } }: { T: number; heads: HeadShape }): number[] {
  return [T, H, K, f32Bits(1 / Math.sqrt(E)), E / 4];
}
