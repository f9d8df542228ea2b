import type { DeviceBuffer } from '../buffer.ts';
import { f32Bits, type Recorder } from '../recorder.ts';
import type { HeadShape } from './rope.ts';

/** Tokens of a page of the KV cache. */
export const PAGE_TOKENS = 16;

interface AttentionPaged {
  qkv: DeviceBuffer;
  cache: { k: DeviceBuffer; v: DeviceBuffer };
  rows: DeviceBuffer;
  /** Block tables: page numbers. */
  tables: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, H E] in int8 blocks too; E is then a multiple of 16. */
  q?: DeviceBuffer;
  heads: HeadShape;
  T: number;
  /** Whether most rows continue the one before them (prefill); the result is the same. */
  continuous: boolean;
  /** Keys that all rows see together, for the cost. */
  attendedKeys: number;
}

/** Causal grouped-query attention of T rows over the paged cache; prefill and decode alike. */
export function attentionPaged(recorder: Recorder, a: AttentionPaged): void {
  const { H, K, E } = a.heads;
  const { kernels, class: deviceClass } = recorder.device;
  const knobs = { PAGE: PAGE_TOKENS, INT8: a.q ? 1 : 0 };
  const { HEADS, ROWS } = deviceClass.subgroup ? queryTile(a) : { HEADS: 1, ROWS: 1 };
  recorder.dispatch({
    kernel: deviceClass.subgroup
      ? kernels.get('attention_paged_subgroup', { ...subgroupKnobs(E), ...knobs, HEADS, ROWS, MADE: 4 })
      : kernels.get('attention_paged', { ...laneKnobs(recorder, E), ...knobs }),
    buffers: [a.qkv, a.cache.k, a.cache.v, a.rows, a.tables, a.o, ...(a.q ? [a.q] : [])],
    immediates: shape(a),
    grid: [H / HEADS, Math.ceil(a.T / ROWS), 1],
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: 8 * K * E * a.attendedKeys },
  });
}

/** Query heads of one kv head, and rows, that a subgroup takes together: as many as a lane has registers for. */
function queryTile({ heads: { H, K, E }, continuous }: AttentionPaged): { HEADS: number; ROWS: number } {
  const most = mostQueries(E);
  const group = H / K;
  let HEADS = Math.min(group, most);
  while (group % HEADS > 0) HEADS -= 1;
  return { HEADS, ROWS: continuous ? Math.floor(most / HEADS) : 1 };
}

interface AttentionTrain {
  /** [T, (H + 2 K) E], rotated. */
  qkv: DeviceBuffer;
  /**
   * [T] x (position, parent, end, slot) of packed sequences: kernels/include/path.wgsl,
   * attention_backward_key_value.wgsl.
   */
  rows: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, H] */
  lse: DeviceBuffer;
  heads: HeadShape;
  T: number;
  attendedKeys: number;
}

/** Causal grouped-query attention inside each packed sequence; sequences may share the rows of a common prefix. */
export function attentionTrain(recorder: Recorder, a: AttentionTrain): void {
  const { H, E } = a.heads;
  const { kernels, class: deviceClass } = recorder.device;
  const rows = tileOf(recorder, E);
  recorder.dispatch({
    kernel: deviceClass.subgroup
      ? kernels.get('attention_train_subgroup', { ...subgroupKnobs(E), ROWS: rows })
      : kernels.get('attention_train', { ...trainKnobs(recorder, E), ROWS: rows }),
    buffers: [a.qkv, a.rows, a.o, a.lse],
    immediates: shape(a),
    grid: [H, Math.ceil(a.T / rows), 1],
    cut: 'y',
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: (8 * H * E * a.attendedKeys) / rows },
  });
}

interface AttentionBackward extends AttentionTrain {
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
  const { kernels, class: deviceClass } = recorder.device;
  const rows = tileOf(recorder, E);
  const tiles = Math.ceil(a.T / rows);
  const bytes = (8 * H * E * a.attendedKeys) / rows;
  recorder.dispatch({
    kernel: kernels.get('attention_backward_delta', { LANES: deviceClass.lanes, E }),
    buffers: [a.o, a.dO, a.delta],
    immediates: [a.T * H],
    grid: [Math.ceil((a.T * H) / deviceClass.lanes), 1, 1],
    cost: { flops: 2 * a.T * H * E, bytes: 8 * a.T * H * E },
  });
  recorder.dispatch({
    kernel: deviceClass.subgroup
      ? kernels.get('attention_backward_query_subgroup', { ...subgroupKnobs(E), ROWS: rows })
      : kernels.get('attention_backward_query', { ...trainKnobs(recorder, E), ROWS: rows }),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape(a),
    grid: [H, tiles, 1],
    cut: 'y',
    cost: { flops: 6 * H * E * a.attendedKeys, bytes },
  });
  recorder.dispatch({
    kernel: deviceClass.subgroup
      ? kernels.get('attention_backward_key_value_subgroup', { ...subgroupKnobs(E), KEYS: rows })
      : kernels.get('attention_backward_key_value', { ...trainKnobs(recorder, E), KEYS: rows }),
    buffers: [a.qkv, a.rows, a.dO, a.lse, a.delta, a.dqkv],
    immediates: shape(a),
    grid: [K, tiles, 1],
    cut: 'y',
    cost: { flops: 8 * H * E * a.attendedKeys, bytes },
  });
}

/** Rows (or keys) that a workgroup of the training kernels takes, so that each key (or query) is read once for them. */
const TILE_ROWS = 4;

/** The same where a workgroup is a subgroup: more, as far as a compiler copes with what a lane then holds of them. */
function tileOf(recorder: Recorder, E: number): number {
  return recorder.device.class.subgroup ? mostQueries(E) : TILE_ROWS;
}

function mostQueries(E: number): number {
  return E <= 64 ? 8 : 4;
}

function subgroupKnobs(E: number): { E: number; OWNED: number } {
  return { E, OWNED: Math.ceil(E / 4 / 8) };
}

/** Chunks are shorter, for workgroup memory holds a number for each key and row of the tile. */
function trainKnobs(recorder: Recorder, E: number): ReturnType<typeof laneKnobs> {
  const knobs = laneKnobs(recorder, E);
  return { ...knobs, CHUNK: knobs.CHUNK / TILE_ROWS };
}

/** Keys that are scored before their values are summed: 16 a lane, so that barriers are few. */
const CHUNK_PER_LANE = 16;

function laneKnobs(recorder: Recorder, E: number): { LANES: number; E: number; OWNED: number; CHUNK: number } {
  const LANES = recorder.device.class.lanes;
  return { LANES, E, OWNED: Math.ceil(E / 4 / LANES), CHUNK: CHUNK_PER_LANE * LANES };
}

/** E / 4 is given at run time too: a constant bound would be unrolled, which takes CPU adapters 10 s to compile. */
function shape({ T, heads: { H, K, E } }: { T: number; heads: HeadShape }): number[] {
  return [T, H, K, f32Bits(1 / Math.sqrt(E)), E / 4];
}
