import * as P from './prof.ts';
const T = 1024, K = 576;
for (const [type, N] of [['q4', 3072], ['q8', 3072]] as const) {
  const w = await P.weight(type, N, K);
  const x = await P.floats(T * K), y = await P.floats(T * N);
  for (const [ROWS, COLUMNS] of [[8, 8], [8, 4], [16, 4], [4, 8], [4, 12], [6, 8], [12, 4], [12, 8], [16, 8]]) {
    await P.time(`${type} ${ROWS} rows x ${COLUMNS}`, (r) => r.dispatch('matmul', {
      knobs: { LANES: 8, COLUMNS, GROUPS: COLUMNS / 4, EACH: 4, ROWS, WEIGHT: type, BIAS: 0, LORA: 0, ONE_ADAPTER: 0, RANK: 4, ADD: 0, SWIGLU: 0, SUBGROUP: 1, WIDE: 1 },
      buffers: { W: w.shards[0].buffer, X: x, Y: y },
      sizes: { T, N, blocks: K / 32, strideY: N, offsetY: 0, loraB: 0, loraStride: 0, segments: 0, bound1: 0, bound2: 0, outputs: ROWS * COLUMNS, epsilon: 0, pairs: 4 },
      grid: [Math.ceil(N / COLUMNS / 8), Math.ceil(T / ROWS), 1], cost: { flops: 1, bytes: 1 },
    }), 2 * T * N * K);
  }
}
process.exit(0);
