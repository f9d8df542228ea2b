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
  heads: HeadShape;
  T: number;
  /** Keys that all rows see together, for the cost. */
  visible: number;
}

/** Causal grouped-query attention of T rows over the paged cache; prefill and decode alike. */
export function attentionPaged(recorder: Recorder, a: AttentionPaged): void {
  const { H, K, E } = a.heads;
  const knobs = { LANES: attentionLanes(recorder, E), E, PAGE: PAGE_TOKENS };
  recorder.dispatch({
    kernel: recorder.device.kernels.get('attention_paged', knobs),
    buffers: [a.qkv, a.cache.k, a.cache.v, a.rows, a.tables, a.o],
    immediates: [a.T, H, K, f32Bits(1 / Math.sqrt(E))],
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
    kernel: recorder.device.kernels.get('attention_train', { LANES: attentionLanes(recorder, E), E }),
    buffers: [a.qkv, a.rows, a.o, a.lse],
    immediates: [a.T, H, K, f32Bits(1 / Math.sqrt(E))],
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
  const LANES = attentionLanes(recorder, 2 * E);
  recorder.dispatch({
    kernel: kernels.get('attention_backward_delta', { LANES: tuning.lanes, E }),
    buffers: [a.o, a.dO, a.delta],
    immediates: [a.T * H],
    grid: [Math.ceil((a.T * H) / tuning.lanes), 1, 1],
    cost: { flops: 2 * a.T * H * E, bytes: 8 * a.T * H * E },
  });
  const shape = [a.T, H, K, f32Bits(1 / Math.sqrt(E))];
  recorder.dispatch({
    kernel: kernels.get('attention_backward_query', { LANES, E }),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape,
    grid: [H, a.T, 1],
    cost: { flops: 6 * H * E * a.visible, bytes: 8 * K * E * a.visible },
  });
  recorder.dispatch({
    kernel: kernels.get('attention_backward_key_value', { LANES, E }),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape,
    grid: [K, a.T, 1],
    cost: { flops: 8 * H * E * a.visible, bytes: 8 * H * E * a.visible },
  });
}

/** As many lanes as leave room for their E sums each in the smallest workgroup memory (16 KiB). */
function attentionLanes(recorder: Recorder, E: number): number {
  let lanes = recorder.device.tuning.lanes;
  while (lanes > 1 && lanes * (E + 2) * 4 > 16384) lanes /= 2;
  return lanes;
}
