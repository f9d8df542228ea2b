import * as P from './prof.ts';
import { QUANTIZED_BLOCK_BYTES } from '../src/compute/ops/quantize.ts';
for (const [type, N, K, T] of [['q4', 3072, 576, 256], ['q4', 3072, 576, 16], ['q8', 49152, 576, 16]] as const) {
  const w = await P.weight(type, N, K);
  const q = await P.allocate(P.device, (T * K * QUANTIZED_BLOCK_BYTES) / 32, 'q'), y = await P.floats(T * N);
  for (const [ROWS, COLUMNS] of [[4, 4], [6, 4], [8, 4], [12, 4], [16, 4], [4, 8], [8, 8]]) {
    const t = performance.now();
    await P.time(`${type} T=${T} int8 ${ROWS} rows x ${COLUMNS}`, (r) => r.dispatch('matmul_int8', {
      knobs: { LANES: 8, COLUMNS, GROUPS: COLUMNS / 4, EACH: 4, MADE: COLUMNS, ROWS, WEIGHT: type, BIAS: 0, LORA: 0, ONE_ADAPTER: 0, RANK: 4, ADD: 0, SWIGLU: 0, SUBGROUP: 1, NORM: 1, QUANT: 0, PRODUCTS: type === 'q4' ? 'nibbles' : 'floats' },
      buffers: { W: w.shards[0].buffer, X: q, Y: y },
      sizes: { T, N, blocks: K / 32, strideY: N, offsetY: 0, loraB: 0, loraStride: 0, segments: 0, bound1: 0, bound2: 0, outputs: ROWS * COLUMNS, epsilon: 1, pairs: 0 },
      grid: [Math.ceil(N / COLUMNS / 8), Math.ceil(T / ROWS), 1], cost: { flops: 1, bytes: 1 },
    }), 2 * T * N * K);
    console.log('   all', (performance.now() - t).toFixed(0));
  }
}
process.exit(0);
