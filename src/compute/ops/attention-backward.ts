import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import {
  type AttentionTrain,
  scoringKnobs,
  shape,
  stagedKnobs,
  stagedQueries,
  stagedShape,
  subgroupKnobs,
  tileOf,
  trainKnobs,
} from './attention.ts';
import { type GradientPanels, type GradientPlan, gradientPlan } from './attention-gradient.ts';

interface AttentionBackward extends Omit<AttentionTrain, 'rounded'> {
  /** [T, H E] */
  dO: DeviceBuffer;
  /** [T, H] scratch */
  delta: DeviceBuffer;
  /** [T, (H + 2 K) E], overwritten. */
  dqkv: DeviceBuffer;
  /** Scratch for the subgroup-matrix kernels, given if matrices can multiply these heads (`panelBytes`). */
  byMatrices?: GradientPanels;
}

/** Computes the gradients of q, k and v (before the inverse rotation), deterministically. */
export function attentionBackward(recorder: Recorder, a: AttentionBackward): void {
  const { H, E } = a.heads;
  const {
    matrix,
    class: { lanes, staged },
  } = recorder.device;
  const { byMatrices } = a;
  const plan = byMatrices && matrix && gradientPlan(matrix, a.heads, a.T, byMatrices.panels.bytes);
  const scale = plan && byMatrices?.scale;
  recorder.dispatch('attention_backward_delta', {
    knobs: { LANES: lanes, E, SCALED: scale ? 1 : 0 },
    buffers: { O: a.o, dO: a.dO, delta: a.delta, scale },
    sizes: { count: a.T * H, E4: E / 4 },
    grid: [Math.ceil((a.T * H) / lanes), 1, 1],
    cost: { flops: 2 * a.T * H * E, bytes: 8 * a.T * H * E },
  });
  if (plan && byMatrices) backwardByMatrices(recorder, a, plan, byMatrices);
  else if (staged) backwardStaged(recorder, a);
  else backwardInRegisters(recorder, a);
}

/** Records the subgroup-matrix kernels. They divide dO by its scale and round it to f16. */
function backwardByMatrices(
  recorder: Recorder,
  a: AttentionBackward,
  plan: GradientPlan,
  { panels, scale }: GradientPanels,
): void {
  const { qkv, rows, dO, lse, delta, dqkv, heads } = a;
  const buffers = { panels, rows, lse, delta, scale, dqkv };
  for (const part of plan.parts) {
    const sizes = { ...shape(a), ...plan.sizes, first: part.first };
    recorder.dispatch('attention_panels', {
      knobs: { E: heads.E },
      buffers: { qkv, dO, scale, panels },
      sizes,
      grid: part.panels,
      cost: { flops: 0, bytes: 3 * plan.bytes },
    });
    const pairs = part.share * heads.H * heads.E * a.attendedKeys;
    const call = { knobs: { ...plan.knobs, ...scoringKnobs(a) }, buffers, sizes, cut: 'y' as const };
    const costOf = (flops: number) => ({ flops: flops * pairs, bytes: (4 * pairs) / plan.ROWS });
    recorder.dispatch('attention_backward_query_matrix', { ...call, grid: part.query, cost: costOf(6) });
    recorder.dispatch('attention_backward_key_value_matrix', { ...call, grid: part.keyValue, cost: costOf(8) });
  }
}

/** Records the GPU kernels without subgroup matrices. */
function backwardStaged(recorder: Recorder, a: AttentionBackward): void {
  const { H, K, E } = a.heads;
  const { QUERIES, HEADS, ROWS } = stagedQueries(a.heads, a.T);
  const { qkv, dO, lse, delta, dqkv } = a;
  const { fours: _, ...sizes } = stagedShape(a);
  const call = { buffers: { qkv, rows: a.rows, dO, lse, delta, dqkv }, sizes, cut: 'y' as const };
  recorder.dispatch('attention_backward_query_tiled', {
    ...call,
    knobs: { ...stagedKnobs(E), ...scoringKnobs(a), QUERIES, HEADS, ROWS },
    grid: [H / HEADS, Math.ceil(a.T / ROWS), 1],
    cost: { flops: 6 * H * E * a.attendedKeys, bytes: (12 * K * E * a.attendedKeys) / ROWS },
  });
  const keys = 8 * QUERIES;
  recorder.dispatch('attention_backward_key_value_tiled', {
    ...call,
    knobs: { ...stagedKnobs(E), ...scoringKnobs(a), QUERIES },
    grid: [K, Math.ceil(a.T / keys), 1],
    cost: { flops: 8 * H * E * a.attendedKeys, bytes: (16 * H * E * a.attendedKeys) / keys },
  });
}

/** Records the kernels of CPU adapters. */
function backwardInRegisters(recorder: Recorder, a: AttentionBackward): void {
  const { H, K, E } = a.heads;
  const { subgroup } = recorder.device.class;
  const rows = tileOf(recorder, E);
  const tiles = Math.ceil(a.T / rows);
  const bytes = (8 * H * E * a.attendedKeys) / rows;
  const { qkv, dO, lse, delta, dqkv } = a;
  const call = { buffers: { qkv, rows: a.rows, dO, lse, delta, dqkv }, sizes: shape(a), cut: 'y' as const };
  const query = {
    ...call,
    grid: [H, tiles, 1] as [number, number, number],
    cost: { flops: 6 * H * E * a.attendedKeys, bytes },
  };
  const keyValue = {
    ...call,
    grid: [K, tiles, 1] as [number, number, number],
    cost: { flops: 8 * H * E * a.attendedKeys, bytes },
  };
  if (subgroup) {
    const knobs = { ...subgroupKnobs(E), ...scoringKnobs(a) };
    recorder.dispatch('attention_backward_query_subgroup', { ...query, knobs: { ...knobs, ROWS: rows } });
    recorder.dispatch('attention_backward_key_value_subgroup', { ...keyValue, knobs: { ...knobs, KEYS: rows } });
  } else {
    const knobs = { ...trainKnobs(recorder, E), ...scoringKnobs(a) };
    recorder.dispatch('attention_backward_query', { ...query, knobs: { ...knobs, ROWS: rows } });
    recorder.dispatch('attention_backward_key_value', { ...keyValue, knobs: { ...knobs, KEYS: rows } });
  }
}
