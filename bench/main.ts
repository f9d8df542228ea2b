import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchChat, benchLlamaCpp, decodeLimit } from './chat.ts';
import { benchDelays } from './delays.ts';
import { benchHttp } from './http.ts';
import { benchJob } from './job.ts';
import { loadBenchModel } from './model.ts';
import { benchPacking } from './packing.ts';
import { markdownTable } from './report.ts';
import { measureRoofline } from './roofline.ts';
import { benchTrain, SMALL_STEP, stepLimit } from './train.ts';

/**
 * npm run bench [-- chat train job http packing] [-- --samples 3]: speed on this machine, each figure beside what its device could
 * do at best. Every part checks its result first. Prints Markdown; docs/benchmarks.md keeps what it printed.
 */
const parts = ['http', 'packing', 'chat', 'train', 'job'];
const { positionals, values } = parseArgs({ allowPositionals: true, options: { samples: { type: 'string' } } });
const wanted = positionals.length > 0 ? positionals : parts;
const unknown = wanted.find((part) => !parts.includes(part));
if (unknown !== undefined) {
  console.error(`bench: no part "${unknown}"; there are ${parts.join(', ')}`);
  process.exit(2);
}
const samples = Number(values.samples ?? 3);
const machine = `${cpus().length} x ${cpus()[0].model}`;

if (wanted.includes('http')) {
  console.log(`Machine: ${machine}\n\n${markdownTable('The HTTP shell', await benchHttp(samples))}\n`);
}
if (wanted.includes('packing')) console.log(`${markdownTable('Shared-prefix packing', benchPacking())}\n`);
if (wanted.every((part) => part === 'http' || part === 'packing')) process.exit(0);

const bench = await loadBenchModel();
const roofline = await measureRoofline(bench.device);
const { name, fallback } = bench.device.info;
console.log(`Device: ${name}${fallback ? ' (software)' : ''}, ${machine}`);
console.log(
  `Roofline, measured: ${(roofline.flops / 1e9).toFixed(1)} GFLOP/s f32 FMA, ${(roofline.readBytes / 1e9).toFixed(1)} GB/s read, ` +
    `${(roofline.dispatchSeconds * 1e6).toFixed(0)} us a dispatch`,
);
if (wanted.includes('chat')) {
  const model = 'SmolLM2-135M-Instruct Q4_1';
  const f32 = await benchChat(bench, bench.model, roofline, samples);
  console.log(`\n${markdownTable(`Chat, ${model}, f32`, f32.rows)}`);
  const int8 = await benchChat(bench, bench.int8, roofline, samples);
  console.log(`\n${markdownTable(`Chat, ${model}, int8`, int8.rows)}`);
  const ours = { f32: f32.medians, int8: int8.medians };
  for (const backend of ['vulkan', 'cpu'] as const) {
    const rows = await benchLlamaCpp(bench.path, backend, ours, samples);
    console.log(`\n${markdownTable(`Beside it, llama.cpp's ${backend} build`, rows)}`);
  }
  console.log(`\n${markdownTable('Chat while a training step runs, f32', await benchDelays(bench, samples))}`);
}
if (wanted.includes('train')) {
  for await (const { title, rows } of benchTrain(bench, roofline, samples)) {
    console.log(`\n${markdownTable(title, rows)}`);
  }
}
const limits = { decode: decodeLimit(bench, roofline), step: stepLimit(bench.model, roofline, SMALL_STEP) };
await bench.device.destroy();
if (wanted.includes('job')) console.log(`\n${markdownTable('Through the API', await benchJob(samples, limits))}`);
