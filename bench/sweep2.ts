import * as P from './prof.ts';
for (const [type, N, K, T] of [['q4', 3072, 576, 1024], ['q8', 49152, 576, 128]] as const) {
  const w = await P.weight(type, N, K);
  const x = await P.floats(T * K), y = await P.floats(T * N);
  for (const ROWS of [8, 12, 16]) {
    const t = performance.now();
    await P.time(`${type} transposed ${ROWS} rows`, (r) => r.dispatch('matmul_transposed', {
      knobs: { LANES: 8, ROWS, WEIGHT: type, LORA: 0, ADD: 0, SUBGROUP: 1 },
      buffers: { W: w.shards[0].buffer, dY: y, dX: x },
      sizes: { T, N, blocks: K / 32, strideY: N, offsetY: 0, loraA: 0, ranks: 0, quads: 2 },
      grid: [Math.ceil(K / 8 / 8), Math.ceil(T / ROWS), 1], cost: { flops: 1, bytes: 1 },
    }), 2 * T * N * K);
    console.log('all', (performance.now() - t).toFixed(0));
  }
  if (T === 128) for (const ROWS of [8, 12, 16]) await P.time(`${type} ${ROWS} rows x 8`, (r) => r.dispatch('matmul', {
      knobs: { LANES: 8, COLUMNS: 8, GROUPS: 2, EACH: 4, ROWS, WEIGHT: type, BIAS: 0, LORA: 0, ONE_ADAPTER: 0, RANK: 4, ADD: 0, SWIGLU: 0, SUBGROUP: 1, WIDE: 1 },
      buffers: { W: w.shards[0].buffer, X: x, Y: y },
      sizes: { T, N, blocks: K / 32, strideY: N, offsetY: 0, loraB: 0, loraStride: 0, segments: 0, bound1: 0, bound2: 0, outputs: ROWS * 8, epsilon: 0, pairs: 4 },
      grid: [Math.ceil(N / 8 / 8), Math.ceil(T / ROWS), 1], cost: { flops: 1, bytes: 1 },
    }), 2 * T * N * K);
}
process.exit(0);
