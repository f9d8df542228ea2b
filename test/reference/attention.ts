import type { Heads } from './rope.ts';
import { softcapBackward, softcapped } from './softcap.ts';

/** Indices of the rows whose keys each row attends to, [T]. */
export type Visible = readonly (readonly number[])[];

/** Returns the causal mask of packed sequences: a row attends to the rows of its sequence up to itself. */
export function packed(lengths: readonly number[]): Visible {
  return segmentTree(lengths.map((length) => ({ length, parent: null })));
}

/**
 * Returns the causal mask of a tree of packed segments: a row attends to the earlier rows of its own segment and of all
 * ancestors.
 */
export function segmentTree(segments: readonly { length: number; parent: number | null }[]): Visible {
  const ancestry = (segment: number | null): number[] =>
    segment === null ? [] : [segment, ...ancestry(segments[segment].parent)];
  const owner = segments.flatMap(({ length }, segment) => new Array<number>(length).fill(segment));
  return owner.map((segment, t) => {
    const seen = ancestry(segment);
    return [...owner.keys()].filter((row) => row <= t && seen.includes(owner[row]));
  });
}

/** Limits each row to its last `window` visible rows: a sliding window. */
export function windowed(visible: Visible, window: number): Visible {
  return visible.map((keys) => keys.slice(-window));
}

const NO_SINKS: ArrayLike<number> = [];

/**
 * Computes grouped-query attention. Row t of qkv[T, (H + 2 K) E] attends to the rows visible[t]. Scores are scaled,
 * then capped as softcap tanh(score / softcap). Each head has one more score, its sink of sinks[H], for a key with
 * value zero. Returns O[T, H, E] and the log-sum-exp of the scores, [T, H].
 */
export function attention(
  qkv: ArrayLike<number>,
  visible: Visible,
  heads: Heads,
  softcap = Infinity,
  sinks: ArrayLike<number> = NO_SINKS,
): { o: Float64Array; lse: Float64Array } {
  const { H, E } = heads;
  const at = address(heads);
  const T = visible.length;
  const o = new Float64Array(T * H * E);
  const lse = new Float64Array(T * H);
  forEachRow(visible, H, (t, h, keys) => {
    const scores = scaledScores(qkv, t, h, keys, heads).map((score) => softcapped(score, softcap));
    const sink = sinks[h] ?? -Infinity;
    const top = Math.max(...scores, sink);
    const total = scores.reduce((sum, score) => sum + Math.exp(score - top), Math.exp(sink - top));
    lse[t * H + h] = top + Math.log(total);
    for (let e = 0; e < E; e++) {
      let sum = 0;
      scores.forEach((score, j) => {
        sum += (Math.exp(score - top) / total) * qkv[at.v(keys[j], h) + e];
      });
      o[(t * H + h) * E + e] = sum;
    }
  });
  return { o, lse };
}

/** Computes dqkv[T, (H + 2 K) E] from dO[T, H, E]: the textbook backward of softmax and two matrix products. */
export function attentionBackward(
  dO: ArrayLike<number>,
  qkv: ArrayLike<number>,
  visible: Visible,
  heads: Heads,
  softcap = Infinity,
  sinks: ArrayLike<number> = NO_SINKS,
): Float64Array {
  const { H, E } = heads;
  const at = address(heads);
  const dqkv = new Float64Array(qkv.length);
  forEachRow(visible, H, (t, h, keys) => {
    const scores = scaledScores(qkv, t, h, keys, heads);
    const capped = scores.map((score) => softcapped(score, softcap));
    // The sink's probability is dropped, since its value is zero.
    const p = softmax([...capped, sinks[h] ?? -Infinity]).slice(0, -1);
    const out = (t * H + h) * E;
    const dP = p.map((_, j) => dot(dO, out, qkv, at.v(keys[j], h), E));
    const mean = p.reduce((sum, pj, j) => sum + pj * dP[j], 0);
    p.forEach((pj, j) => {
      const dScore = softcapBackward(pj * (dP[j] - mean), scores[j], softcap) / Math.sqrt(E);
      const [q, k, v] = [at.q(t, h), at.k(keys[j], h), at.v(keys[j], h)];
      for (let e = 0; e < E; e++) {
        dqkv[q + e] += dScore * qkv[k + e];
        dqkv[k + e] += dScore * qkv[q + e];
        dqkv[v + e] += pj * dO[out + e];
      }
    });
  });
  return dqkv;
}

/** Returns the offsets in qkv of a head's query, and of the key and value that it shares with its group. */
function address({ H, K, E }: Heads) {
  const width = (H + 2 * K) * E;
  const group = (h: number) => Math.floor((h * K) / H);
  return {
    q: (t: number, h: number) => t * width + h * E,
    k: (t: number, h: number) => t * width + (H + group(h)) * E,
    v: (t: number, h: number) => t * width + (H + K + group(h)) * E,
  };
}

function forEachRow(visible: Visible, H: number, visit: (t: number, h: number, keys: readonly number[]) => void): void {
  for (const [t, keys] of visible.entries()) for (let h = 0; h < H; h++) visit(t, h, keys);
}

function scaledScores(qkv: ArrayLike<number>, t: number, h: number, keys: readonly number[], heads: Heads): number[] {
  const at = address(heads);
  return keys.map((j) => dot(qkv, at.q(t, h), qkv, at.k(j, h), heads.E) / Math.sqrt(heads.E));
}

function softmax(scores: number[]): number[] {
  const top = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - top));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function dot(a: ArrayLike<number>, aStart: number, b: ArrayLike<number>, bStart: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[aStart + i] * b[bStart + i];
  return sum;
}
