import * as P from './prof.ts';
const T = Number(process.argv[2] ?? 1024), D = 576, F = 1536, H = 9, K = 3, E = 64, QKV = 960, V = 49152, R = 8;
let total = 0;
const add = async (n: number, p: Promise<number>) => { total += n * (await p); };
const rows = await P.allocateWith(P.device, Uint32Array.from({ length: T * 4 }, (_, i) => i % 4 === 0 ? Math.floor(i / 4) % 256 : i % 4 === 1 ? 0 : i % 4 === 2 ? (Math.floor(i / 4 / 256) + 1) * 256 : 0), 'rows');
const arena = await P.floats(200000), grads = await P.floats(200000);
for (const [name, N, KK, S] of [['qkv', QKV, D, 3], ['o', D, D, 1], ['gateUp', 2 * F, D, 2], ['down', D, F, 1]] as const) {
  const w = await P.weight('q4', N, KK);
  const x = await P.floats(T * KK), y = await P.floats(T * N), u = await P.floats(T * S * R), dU = await P.floats(T * S * R);
  const group = { offsetA: 0, offsetB: S * R * KK, inputs: KK, outputs: N, segments: S, bounds: (S === 3 ? [576, 768] : S === 2 ? [F, 2 * F] : [N, N]) as [number, number] };
  const lora = { group, arena, stride: 200000, rank: R, scale: 1, rows, single: true, u };
  await add(30, P.time(`${name} matmul`, (r) => P.matmul(r, { x, weight: w, y, T }), 2 * T * N * KK));
  await add(30, P.time(`${name} matmul + lora - shrink`, (r) => P.matmul(r, { x, weight: w, y, T, lora }), 2 * T * N * KK));
  await add(30, P.time(`${name} transposed`, (r) => P.matmulTransposed(r, { dY: y, weight: w, dX: x, T }), 2 * T * N * KK));
  await add(30, P.time(`${name} shrink`, (r) => P.loraShrink(r, x, lora, T), 2 * T * S * R * KK));
  await add(30, P.time(`${name} lora backward`, (r) => P.loraBackward(r, { lora, x, dY: y, dU, grads, T }), 4 * T * R * N + 2 * T * S * R * KK));
}
const qkv = await P.floats(T * QKV), dqkv = await P.floats(T * QKV), o = await P.floats(T * D), lse = await P.floats(T * H), delta = await P.floats(T * H);
const a = { qkv, rows, o, lse, heads: { H, K, E }, T, attendedKeys: (T / 256) * 256 * 257 / 2 };
await add(30, P.time('attention', (r) => P.attentionTrain(r, a), 4 * H * E * a.attendedKeys));
await add(30, P.time('attention backward', (r) => P.attentionBackward(r, { ...a, dO: o, delta, dqkv }), 14 * H * E * a.attendedKeys));
const x = await P.floats(T * D), y = await P.floats(T * D), w = await P.floats(D), g = await P.floats(T * 2 * F), act = await P.floats(T * F), dg = await P.floats(T * 2 * F);
await add(61, P.time('rmsnorm', (r) => P.rmsnorm(r, { weight: w, x, y, rows: P.wholeRows(T, D), epsilon: 1e-5 })));
await add(61, P.time('rmsnorm backward', (r) => P.rmsnormBackward(r, { weight: w, x, dX: y, dY: x === y ? undefined : o, add: true, rows: P.wholeRows(T, D), epsilon: 1e-5 })));
await add(30, P.time('swiglu', (r) => P.swiglu(r, { g, y: act, T, F })));
await add(30, P.time('swiglu backward', (r) => P.swigluBackward(r, { g, dY: act, dG: dg, T, F })));
const M = 128; // head chunk
const hw = await P.weight('q8', V, D), h = await P.floats(M * D), z = await P.floats(M * V);
await add(T / M, P.time('head matmul', (r) => P.matmul(r, { x: h, weight: hw, y: z, T: M }), 2 * M * V * D));
await add(T / M, P.time('head transposed', (r) => P.matmulTransposed(r, { dY: z, weight: hw, dX: h, T: M }), 2 * M * V * D));
const targets = await P.floats(M * 4), stats = await P.floats(M * 2);
await add(T / M, P.time('cross entropy', (r) => P.crossEntropy(r, { targets, first: 0, firstToken: 0, logits: z, statistics: stats, M, V }, P.ADVANTAGE_ALONE)));
console.log('total CPU-s (with matmul counted twice)', (total / 1000).toFixed(1));
process.exit(0);
