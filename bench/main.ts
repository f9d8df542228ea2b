import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Device } from '../src/compute/device.ts';
import { DeviceLock } from '../src/compute/device-lock.ts';
import { useTuning } from '../src/compute/tuning-file.ts';
import { PRECISIONS, type Precision } from '../src/model/model-files.ts';
import { benchChat, benchLlamaCpp, decodeLimit, decodeOf } from './chat.ts';
import { benchChatShape } from './chat-shape.ts';
import { benchCluster } from './cluster.ts';
import { benchDashboard } from './dashboard.ts';
import { benchPageHeap } from './dashboard-page.ts';
import { RECORDS, RUNS } from './dashboard-store.ts';
import { benchDelays } from './delays.ts';
import { benchFirstStart } from './first-start.ts';
import { benchHttp } from './http.ts';
import { benchJob } from './job.ts';
import { type BenchModel, loadBenchModel } from './model.ts';
import { benchPacking } from './packing.ts';
import { Peers } from './peers.ts';
import { benchProducts } from './products.ts';
import { markdownTable, type Row, recorded } from './report.ts';
import { measureRoofline, type Roofline, rooflineRows } from './roofline.ts';
import { SHAPES, type ShapedConfig } from './shaped-model.ts';
import { benchSpeculation } from './speculation.ts';
import { stepLimit } from './step-work.ts';
import { benchStore } from './store.ts';
import { benchTrain, SMALL_STEP } from './train.ts';
import { benchShape } from './train-shape.ts';

/**
 * npm run bench [-- chat products train job http store dashboard cluster packing] [-- --samples 3] [-- --record]:
 * measures speed on this machine, and compares each figure with the device's limit. Every part checks its result first.
 * Prints Markdown; with --record it also replaces the rows of this machine's table in docs/benchmarks.md.
 *
 * npm run bench -- train --shape qwen2.5-0.5b [--layers 2] [--sequences 4] [--tokens 512] [--python PATH]: a training
 * step on random weights of that shape only. On a GPU, `train` includes it. PATH is an interpreter whose PyTorch
 * supports the GPU, also for `train`. npm run bench -- chat --shape qwen3-0.6b [--tokens 512]: decode after a prompt of
 * that many tokens. Both accept --precision f16.
 *
 * npm run bench -- first-start: the start of a server with an empty shader cache.
 *
 * npm run bench -- dashboard-heap [--minutes 60]: memory of the dashboard's page during a live run.
 *
 * --peers present: installs nothing; reports and skips a peer that is missing or fails.
 */
const parts = ['http', 'store', 'dashboard', 'cluster', 'packing', 'chat', 'products', 'train', 'job'];
/** Parts for which this process loads no model. */
const WITHOUT_MODEL = ['http', 'store', 'dashboard', 'dashboard-heap', 'cluster', 'packing', 'products', 'first-start'];
/** Shape of the training benchmark on a GPU. */
const GPU_SHAPE = 'qwen2.5-0.5b';
const SHAPE_CACHE = join(import.meta.dirname, '../.cache/bench');
const DOCUMENT = join(import.meta.dirname, '../docs/benchmarks.md');
const text = { type: 'string' } as const;
const options = {
  samples: text,
  minutes: text,
  shape: text,
  layers: text,
  sequences: text,
  tokens: text,
  precision: text,
  python: text,
  peers: text,
  record: { type: 'boolean' },
} as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const wanted = positionals.length > 0 ? positionals : parts;
const known = [...parts, 'dashboard-heap', 'first-start'];
const unknown = wanted.find((part) => !known.includes(part));
if (unknown !== undefined) {
  console.error(`bench: no part "${unknown}"; there are ${known.join(', ')}`);
  process.exit(2);
}
const samples = wholeNumber('samples', 3);
const peers = new Peers(values.peers === 'present' ? 'present' : 'install', values.python);
const machine = await machineName();
console.log(`Machine: ${machine}`);

if (wanted.includes('http')) print('http', 'The HTTP shell', await benchHttp(samples));
if (wanted.includes('store')) {
  print('store', 'SQLite with 1,000,000 events and 100,000 checkpoints', await benchStore(samples));
}
if (wanted.includes('dashboard')) {
  const [runs, records] = [RUNS, RECORDS].map((count) => count.toLocaleString('en'));
  print('dashboard', `${runs} runs of ${records} records, 10,000 trajectories`, await benchDashboard(samples));
}
if (wanted.includes('cluster')) print('cluster', 'Overhead of a cluster per chat', await benchCluster());
if (wanted.includes('dashboard-heap')) {
  const minutes = wholeNumber('minutes', 60);
  print('dashboard-heap', "The dashboard's memory during a live run", await benchPageHeap(minutes));
}
if (wanted.includes('first-start')) {
  print('first start', 'The first start, SmolLM2-135M-Instruct Q4_1', await benchFirstStart());
}
if (wanted.includes('packing')) print('packing', 'Shared-prefix packing', benchPacking());
if (wanted.includes('products')) {
  const device = await Device.open();
  useTuning(device);
  const rows = await benchProducts(device, await measureRoofline(device), samples);
  print('products', 'Products with weights of every kept type, 4096 x 2048', rows);
  await device.destroy();
}
if (wanted.every((part) => WITHOUT_MODEL.includes(part))) process.exit(0);

if (values.shape !== undefined) {
  const device = await Device.open();
  useTuning(device);
  const roofline = await measureRoofline(device);
  const bench = { device, turn: new DeviceLock() };
  print('device', 'The roofline, measured', rooflineRows(roofline));
  if (wanted.includes('chat')) await printChatShape(bench, roofline);
  if (wanted.includes('train')) await peers.withPeft((python) => printShape(bench, roofline, python));
  await device.destroy();
  process.exit(0);
}

const bench = await loadBenchModel();
const roofline = await measureRoofline(bench.device);
print('device', 'The roofline, measured', rooflineRows(roofline));
if (wanted.includes('chat')) {
  const model = 'SmolLM2-135M-Instruct Q4_1';
  const f32 = await benchChat(bench, bench.model, roofline, samples);
  print('chat, f32', `Chat, ${model}, f32`, f32.rows);
  const int8 = await benchChat(bench, bench.int8, roofline, samples);
  print('chat, int8', `Chat, ${model}, int8`, int8.rows);
  const drafted = await benchSpeculation(bench, bench.int8, samples);
  print('speculation, int8', `Speculation, one stream, ${model}, int8`, drafted.rows);
  const ours: Parameters<typeof benchLlamaCpp>[3] = { f32: f32.medians, int8: int8.medians };
  for (const [what, rate] of drafted.medians) ours[`int8 with drafts, ${what},`] = new Map([[decodeOf(1), rate]]);
  for (const backend of ['vulkan', 'cpu'] as const) {
    await peers.withLlamaCpp(`llama.cpp, ${backend}`, async (folder) => {
      const rows = await benchLlamaCpp(folder, bench.path, backend, ours, samples);
      print(`llama.cpp, ${backend}`, `For comparison: llama.cpp, ${backend} build`, rows);
    });
  }
  print('delays', 'Chat while a training step runs, f32', await benchDelays(bench, samples));
}
if (wanted.includes('train')) {
  await peers.withPeft(async (python) => {
    for await (const { title, rows } of benchTrain(bench, roofline, samples, python)) print(title, title, rows);
  });
  if (!bench.device.info.fallback) await peers.withPeft((python) => printShape(bench, roofline, python));
}
const limits = { decode: decodeLimit(bench, roofline), step: stepLimit(bench.model, roofline, SMALL_STEP) };
await bench.device.destroy();
if (wanted.includes('job')) {
  const rows = await benchJob(samples, limits);
  print('job', 'Through the API', rows);
  if (rows.some(({ roofline }) => roofline.startsWith('OVER'))) process.exitCode = 1;
}

/** Returns the names of the device and the processor. */
async function machineName(): Promise<string> {
  const device = await Device.open();
  const { name, fallback } = device.info;
  await device.destroy();
  return `${name}${fallback ? ' (software)' : ''}, ${cpus().length} x ${cpus()[0].model.trim()}`;
}

function print(part: string, title: string, rows: Row[]): void {
  console.log(`\n${markdownTable(title, rows)}`);
  if (values.record !== true) return;
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(DOCUMENT, recorded(readFileSync(DOCUMENT, 'utf8'), machine, part, rows, today));
}

async function printChatShape(bench: Pick<BenchModel, 'device' | 'turn'>, roofline: Roofline): Promise<void> {
  const { title, rows } = await benchChatShape(bench, roofline, {
    ...shape(),
    precision: precision(),
    prompted: wholeNumber('tokens', 512),
    decoded: 64,
    samples,
    cache: SHAPE_CACHE,
  });
  print(title, title, rows);
}

async function printShape(
  bench: Pick<BenchModel, 'device' | 'turn'>,
  roofline: Roofline,
  python: string | null,
): Promise<void> {
  const { title, rows } = await benchShape(bench, roofline, {
    ...shape(),
    precision: precision(),
    size: { sequences: wholeNumber('sequences', 4), tokens: wholeNumber('tokens', 512) },
    samples,
    cache: SHAPE_CACHE,
    python,
  });
  print(title, title, rows);
}

function shape(): { name: string; config: ShapedConfig } {
  const name = values.shape ?? GPU_SHAPE;
  const whole = SHAPES[name];
  if (whole !== undefined) {
    return { name, config: { ...whole, num_hidden_layers: wholeNumber('layers', whole.num_hidden_layers) } };
  }
  console.error(`bench: no shape "${name}"; there are ${Object.keys(SHAPES).join(', ')}`);
  process.exit(2);
}

function precision(): Precision {
  const given = PRECISIONS.find((one) => one === (values.precision ?? 'f32'));
  if (given !== undefined) return given;
  console.error(`bench: --precision must be one of ${PRECISIONS.join(', ')}, not ${values.precision}`);
  process.exit(2);
}

function wholeNumber(name: 'samples' | 'minutes' | 'layers' | 'sequences' | 'tokens', usual: number): number {
  const number = Number(values[name] ?? usual);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`bench: --${name} must be a whole number from 1, not ${values[name]}`);
  process.exit(2);
}
