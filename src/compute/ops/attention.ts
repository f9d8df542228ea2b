import type { DeviceBuffer } from '../buffer.ts';
import type { Recorder } from '../recorder.ts';
import { type Attended, CHUNK_KEYS, fusesMerge, partsBytesOf } from './attention-chunks.ts';
import { attentionTile } from './attention-matrix.ts';
import { type PendingRope, ropeBefore, ropeCall, ropeInside } from './attention-rope.ts';
import { type CacheType, cachedHeadBytes, type LayerCache, scalesStart } from './layer-cache.ts';
import { nextKnob, nextSizes } from './lora.ts';
import { type NextProjection, nextLowRank } from './low-rank-parts.ts';
import type { HeadShape } from './rope.ts';

/** Tokens of a page of the KV cache. */
export const PAGE_TOKENS = 16;

/** Sliding window and softcap of causal attention. */
export interface Scoring {
  /**
   * Sliding window: tokens that a query sees, itself among them. Infinity runs the windowed kernels without a limit;
   * undefined runs kernels without a window.
   */
  window?: number;
  /** If set, scores s become softcap tanh(s / softcap). */
  softcap?: number;
}

interface AttentionPaged extends Scoring {
  sinks?: Sinks;
  qkv: DeviceBuffer;
  /** RoPE still to be applied to q and k, before k and v are cached. */
  rope?: PendingRope;
  cache: LayerCache;
  /** Type of the cache; E is a multiple of 8 unless it is f32. */
  cacheType?: CacheType;
  /** With an f16 cache: also rounds queries and softmax weights to f16, if subgroup matrices support these heads. */
  rounded?: boolean;
  rows: DeviceBuffer;
  /** Block tables: page numbers. */
  tables: DeviceBuffer;
  /** [T, H E] */
  o: DeviceBuffer;
  /** [T, H E] output in int8 blocks as well; E is then a multiple of 16. */
  q?: DeviceBuffer;
  /** The projection that reads o; not with q. */
  next?: NextProjection;
  heads: HeadShape;
  T: number;
  /** Whether half of the rows or more continue the row before (prefill, drafts); the result is the same. */
  continuous: boolean;
  /**
   * [T] number of leading keys that row t has in the same pages as row t - 1: at most as many as each of them sees, or
   * 0xffffffff if it continues that row. GPUs then read them once for several rows; the result is the same. Absent if
   * too few keys are shared.
   */
  prefixes?: DeviceBuffer;
  /** Sum of the keys that each row sees, for the cost. */
  attendedKeys: number;
  /** Upper bound of the keys that a row sees. */
  longest: number;
  /** Scratch of `partsBytes`, if the device class is `staged`. */
  parts?: DeviceBuffer;
}

/** [H] scores of an extra key per head whose value is zero (kernels/include/attention_sink.wgsl). */
type Sinks = DeviceBuffer;

/**
 * Computes causal grouped-query attention of T rows over the paged KV cache, for prefill and decode. Returns inputs of
 * `next`: parts of its low-rank activations, or unmerged chunks of keys in place of o.
 */
export function attentionPaged(recorder: Recorder, a: AttentionPaged): Attended {
  if (recorder.device.class.staged) return attentionPagedStaged(recorder, a);
  ropeBefore(recorder, a);
  attentionPagedInRegisters(recorder, a);
  return {};
}

/** Workgroups that keep a GPU busy. With fewer, keys are split over several workgroups. */
const BUSY_WORKGROUPS = 512;

/** Records the GPU kernels: factor tiles in workgroup memory. For few rows, each workgroup takes one chunk of keys. */
function attentionPagedStaged(recorder: Recorder, a: AttentionPaged): Attended {
  const { H, E } = a.heads;
  if (a.q && E > 256) throw new Error(`int8 attention with heads of ${E}: at most 256 are allowed on GPUs`);
  const { queries, tile, HEADS, ROWS, grid, chunks, isSplit, prefixes } = stagedPlan(recorder, a);
  const INT8 = a.q ? 1 : 0;
  // If keys are split, the merge of all chunks adds the sink.
  const SINK = isSplit ? 0 : sinkKnob(a);
  const PREFIXES = prefixes ? 1 : 0;
  const at = 6 + (isSplit ? PREFIXES : INT8 + SINK);
  const inside = ropeInside(recorder.device, a, { HEADS, ROWS, at, QUERIES: tile ? undefined : queries.QUERIES });
  if (!inside) ropeBefore(recorder, a);
  const rope = ropeCall(inside, a, at);
  const knobs = { PAGE: PAGE_TOKENS, SPLIT: isSplit ? 1 : 0, PREFIXES, ...scoringKnobs(a), ...rope.knobs };
  const call = {
    buffers: {
      qkv: a.qkv,
      kCache: a.cache.k,
      vCache: a.cache.v,
      rows: a.rows,
      tables: a.tables,
      ...rope.buffers,
      ...(isSplit ? { parts: a.parts, prefixes } : { O: a.o, Q: a.q, sinks: a.sinks }),
    },
    sizes: {
      ...stagedShape(a, wideOf(a.cacheType)),
      ...rope.sizes,
      chunks,
      scales: scalesStart(a.heads, a.cache.tokens),
    },
    grid,
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: attendedBytes(a) / ROWS },
  };
  if (tile) {
    recorder.dispatch('attention_paged_matrix', {
      ...call,
      sizes: { ...call.sizes, ...tile.sizes },
      knobs: { ...tile.knobs, ...knobs, SINK },
    });
  } else {
    const own = { SINK, INT8: isSplit ? 0 : INT8, LANES: 128 };
    const all = { ...knobs, ...queries, ...stagedKnobs(E, a.cacheType), ...own };
    recorder.dispatch('attention_paged_tiled', { ...call, knobs: all });
  }
  if (!isSplit) return {};
  if (!fusesMerge(a, chunks)) return { parts: mergeParts(recorder, a, chunks) };
  return { chunks: { parts: a.parts as DeviceBuffer, count: chunks, E, rows: a.rows } };
}

/** Merges the partial results of all chunks of keys in `a.parts`. */
function mergeParts(recorder: Recorder, a: AttentionPaged, chunks: number): DeviceBuffer | undefined {
  const { H, E } = a.heads;
  const count = a.T * H * E;
  const INT8 = a.q ? 1 : 0;
  const SINK = sinkKnob(a);
  const next = a.next && nextLowRank(recorder, a.next, a.T);
  recorder.dispatch('attention_paged_merge', {
    knobs: { E, INT8, WINDOW: scoringKnobs(a).WINDOW, SINK, NEXT: nextKnob(next), NEXT_AT: INT8 + SINK + 4 },
    buffers: {
      parts: a.parts as DeviceBuffer,
      rows: a.rows,
      O: a.o,
      Q: a.q,
      sinks: a.sinks,
      arena: next?.lora.arena,
      nextParts: next?.parts,
    },
    sizes: {
      count,
      H,
      chunks,
      window: scoringSizes(a).window,
      loraStride: (next?.lora.stride ?? 0) / 4,
      ...nextSizes(next),
    },
    grid: [Math.ceil(count / 128), 1, 1],
    cost: { flops: 4 * H * E * (a.attendedKeys / CHUNK_KEYS), bytes: 4 * H * E * (a.attendedKeys / CHUNK_KEYS) },
  });
  return next?.parts;
}

interface StagedPlan extends ReturnType<typeof stagedRows> {
  grid: [number, number, number];
  /** Chunks of the longest row's keys. If split, each chunk has its own workgroup. */
  chunks: number;
  isSplit: boolean;
  /** Set if rows of several sequences share a workgroup. */
  prefixes: DeviceBuffer | undefined;
}

function stagedPlan(recorder: Recorder, a: AttentionPaged): StagedPlan {
  const { H } = a.heads;
  const chunks = Math.ceil(a.longest / CHUNK_KEYS);
  const canSplit = chunks > 1 && a.parts !== undefined && partsBytesOf(a, chunks) <= a.parts.bytes;
  if (a.prefixes && canSplit) {
    const taken = stagedRows(recorder, a, a.T);
    const grid: StagedPlan['grid'] = [H / taken.HEADS, a.T, chunks];
    if (taken.ROWS > 1) return { ...taken, grid, chunks, isSplit: true, prefixes: a.prefixes };
  }
  const taken = stagedRows(recorder, a, a.continuous ? a.T : 1);
  const [across, down] = [H / taken.HEADS, Math.ceil(a.T / taken.ROWS)];
  const isSplit = canSplit && across * down < BUSY_WORKGROUPS;
  return { ...taken, grid: [across, down, isSplit ? chunks : 1], chunks, isSplit, prefixes: undefined };
}

/** Returns the queries of a workgroup, if at most `rows` rows see the same keys. */
function stagedRows({ device }: Recorder, { heads, rounded }: AttentionPaged, rows: number) {
  const queries = stagedQueries(heads, rows);
  const tile = rounded ? attentionTile(device, heads, rows, 8) : undefined;
  const { HEADS, ROWS } = tile?.knobs ?? queries;
  return { queries, tile, HEADS, ROWS };
}

/**
 * Returns the queries of a workgroup, at most eight times QUERIES: HEADS query heads of one kv head, for ROWS rows.
 * `rows`: the most rows that see the same keys.
 */
function stagedQueries({ H, K, E }: HeadShape, rows: number): { QUERIES: number; HEADS: number; ROWS: number } {
  // For each query and 64 elements, a lane holds two vec4.
  const most = E > 128 ? 1 : 2;
  const group = H / K;
  let HEADS = Math.min(group, 8 * most);
  while (group % HEADS > 0) HEADS -= 1;
  const QUERIES = Math.min(most, 2 ** Math.ceil(Math.log2(Math.max(1, (rows * HEADS) / 8))));
  return { QUERIES, HEADS, ROWS: rows === 1 ? 1 : Math.floor((8 * QUERIES) / HEADS) };
}

/** Returns the bytes that the attended keys and values have in the cache. */
function attendedBytes({ heads: { K, E }, cacheType = 'f32', attendedKeys }: AttentionPaged): number {
  return 2 * K * cachedHeadBytes(cacheType, E) * attendedKeys;
}

/** Returns the vec4 in 16 bytes of the type that kernels read: f32, or f16, to which int8 is converted on load. */
function wideOf(cacheType: CacheType = 'f32'): number {
  return cacheType === 'f32' ? 1 : 2;
}

/** WIDE: vec4 of keys or values per load. BYTES: whether the cache is int8. */
function cacheKnobs(cacheType: CacheType = 'f32'): { WIDE: number; BYTES: number } {
  return { WIDE: wideOf(cacheType), BYTES: cacheType === 'int8' ? 1 : 0 };
}

/** OWNED: vec4 of an output per lane; a power of two. */
function stagedKnobs(E: number, cacheType?: CacheType) {
  return { E, OWNED: 2 ** Math.max(0, Math.ceil(Math.log2(E / 64))), ...cacheKnobs(cacheType) };
}

/** Returns the sizes, with the bounds of loops that must not be unrolled. */
function stagedShape(a: Shape, wide = 1) {
  return { ...shape(a), quads: (8 * wide) / stagedKnobs(a.heads.E).OWNED, fours: 4 };
}

/** Records the kernels of CPU adapters: each lane has its queries in registers. */
function attentionPagedInRegisters(recorder: Recorder, a: AttentionPaged): void {
  const { H, E } = a.heads;
  const knobs = {
    PAGE: PAGE_TOKENS,
    INT8: a.q ? 1 : 0,
    ...cacheKnobs(a.cacheType),
    ...scoringKnobs(a),
    SINK: sinkKnob(a),
  };
  const { k: kCache, v: vCache } = a.cache;
  const call = {
    buffers: { qkv: a.qkv, kCache, vCache, rows: a.rows, tables: a.tables, O: a.o, Q: a.q, sinks: a.sinks },
    sizes: { ...shape(a), scales: scalesStart(a.heads, a.cache.tokens) },
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: attendedBytes(a) },
  };
  if (!recorder.device.class.subgroup) {
    recorder.dispatch('attention_paged', {
      ...call,
      knobs: { ...laneKnobs(recorder, E), ...knobs },
      grid: [H, a.T, 1],
    });
    return;
  }
  const { HEADS, ROWS } = queryTile(a);
  recorder.dispatch('attention_paged_subgroup', {
    ...call,
    knobs: { ...subgroupKnobs(E), ...knobs, HEADS, ROWS, MADE: 4 },
    grid: [H / HEADS, Math.ceil(a.T / ROWS), 1],
  });
}

/** Returns the query heads of one kv head and the rows of a subgroup: as many as fit in a lane's registers. */
function queryTile({ heads: { H, K, E }, continuous }: AttentionPaged): { HEADS: number; ROWS: number } {
  const most = maxQueries(E);
  const group = H / K;
  let HEADS = Math.min(group, most);
  while (group % HEADS > 0) HEADS -= 1;
  return { HEADS, ROWS: continuous ? Math.floor(most / HEADS) : 1 };
}

export interface AttentionTrain extends Scoring {
  /** Included in `lse`, so the backward pass does not need them. */
  sinks?: Sinks;
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
  /** Whether queries and softmax weights are rounded to f16 along with keys and values, as in `attentionPaged`. */
  rounded?: boolean;
}

/** Computes causal grouped-query attention in each packed sequence; sequences may share the rows of a common prefix. */
export function attentionTrain(recorder: Recorder, a: AttentionTrain): void {
  if (recorder.device.class.staged) attentionTrainStaged(recorder, a);
  else attentionTrainInRegisters(recorder, a);
}

/** Records the GPU kernels, with the same bits as `attentionPaged`. */
function attentionTrainStaged(recorder: Recorder, a: AttentionTrain): void {
  const { H, K, E } = a.heads;
  const queries = stagedQueries(a.heads, a.T);
  const tile = a.rounded ? attentionTile(recorder.device, a.heads, a.T, 4) : undefined;
  const { HEADS, ROWS } = tile?.knobs ?? queries;
  const SINK = sinkKnob(a);
  const knobs = { ...scoringKnobs(a), SPLIT: 0, PREFIXES: 0, ROPE: 0 };
  const call = {
    buffers: { qkv: a.qkv, rows: a.rows, O: a.o, lse: a.lse, sinks: a.sinks },
    sizes: stagedShape(a),
    grid: [H / HEADS, Math.ceil(a.T / ROWS), 1] as [number, number, number],
    cut: 'y' as const,
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: (8 * K * E * a.attendedKeys) / ROWS },
  };
  if (tile) {
    recorder.dispatch('attention_train_matrix', {
      ...call,
      sizes: { ...call.sizes, ...tile.sizes },
      knobs: { ...tile.knobs, ...knobs, SINK },
    });
  } else {
    const all = { ...knobs, ...queries, ...stagedKnobs(E), INT8: 0, SINK };
    recorder.dispatch('attention_train_tiled', { ...call, knobs: all });
  }
}

/** Records the kernels of CPU adapters. */
function attentionTrainInRegisters(recorder: Recorder, a: AttentionTrain): void {
  const { H, E } = a.heads;
  const rows = tileOf(recorder, E);
  const call = {
    buffers: { qkv: a.qkv, rows: a.rows, O: a.o, lse: a.lse, sinks: a.sinks },
    sizes: shape(a),
    grid: [H, Math.ceil(a.T / rows), 1] as [number, number, number],
    cut: 'y' as const,
    cost: { flops: 4 * H * E * a.attendedKeys, bytes: (8 * H * E * a.attendedKeys) / rows },
  };
  if (recorder.device.class.subgroup) {
    const knobs = { ...subgroupKnobs(E), ...scoringKnobs(a), ROWS: rows, SINK: sinkKnob(a) };
    recorder.dispatch('attention_train_subgroup', { ...call, knobs });
  } else {
    const knobs = { ...trainKnobs(recorder, E), ...scoringKnobs(a), ROWS: rows, SINK: sinkKnob(a) };
    recorder.dispatch('attention_train', { ...call, knobs });
  }
}

/** Rows (or keys) per workgroup of the training kernels, so that each key (or query) is read once for all of them. */
const TILE_ROWS = 4;

/** Returns the rows per workgroup: more if it is a subgroup, as far as compilers cope with a lane's registers. */
function tileOf(recorder: Recorder, E: number): number {
  return recorder.device.class.subgroup ? maxQueries(E) : TILE_ROWS;
}

function maxQueries(E: number): number {
  return E <= 64 ? 8 : 4;
}

function subgroupKnobs(E: number): { E: number; OWNED: number } {
  return { E, OWNED: Math.ceil(E / 4 / 8) };
}

/** Returns knobs with shorter chunks: workgroup memory holds a number for each key and row of the tile. */
function trainKnobs(recorder: Recorder, E: number): ReturnType<typeof laneKnobs> {
  const knobs = laneKnobs(recorder, E);
  return { ...knobs, CHUNK: knobs.CHUNK / TILE_ROWS };
}

/** Keys per lane that are scored before their values are summed, so that barriers are few. */
const CHUNK_PER_LANE = 16;

function laneKnobs(recorder: Recorder, E: number): { LANES: number; E: number; OWNED: number; CHUNK: number } {
  const LANES = recorder.device.class.lanes;
  return { LANES, E, OWNED: Math.ceil(E / 4 / LANES), CHUNK: CHUNK_PER_LANE * LANES };
}

interface Shape extends Scoring {
  T: number;
  heads: HeadShape;
}

/** Passes E / 4 at run time: a constant bound would be unrolled, which takes CPU adapters 10 s to compile. */
function shape({ T, heads: { H, K, E }, ...scoring }: Shape) {
  return { T, H, K, scale: 1 / Math.sqrt(E), E4: E / 4, ...scoringSizes(scoring) };
}

function scoringKnobs({ window, softcap }: Scoring): { WINDOW: number; SOFTCAP: number } {
  return { WINDOW: window === undefined ? 0 : 1, SOFTCAP: softcap === undefined ? 0 : 1 };
}

function sinkKnob({ sinks }: { sinks?: Sinks }): number {
  return sinks ? 1 : 0;
}

/** Returns the sizes. Sizes that no kernel reads are 0. */
function scoringSizes({ window = 0, softcap = 0 }: Scoring): { window: number; softcap: number } {
  return { window: Math.min(window, 0xffffffff), softcap };
}

// Shared with the backward pass (attention-backward.ts).
export { scoringKnobs, shape, stagedKnobs, stagedQueries, stagedShape, subgroupKnobs, tileOf, trainKnobs };
