// A process that serves and trains the big models, without weights, on the available device, and writes the figures of
// every kernel variant that its driver compiled: measure-variants.ts OUT. The device executes nothing.
// PIPELINE_STATISTICS is the file that the layer appends pipeline statistics to. Stderr names each compiled variant.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { Kernel, KernelName, KnobsOf, Variant } from '../../src/compute/kernel.ts';
import type { WeightType } from '../../src/compute/ops/weight.ts';
import { kernelSource } from '../../src/compute/template.ts';
import { defaultLora, EXPERTS, LORA_TARGETS } from '../../src/model/lora-layout.ts';
import type { CacheSetting, Precision } from '../../src/model/model-files.ts';
import { serveModel } from '../../src/worker/process/loaded-model.ts';
import { BIG_MODELS, type BigModel, STORED_TYPES } from './big-models.ts';
import { emptyWeights } from './empty-weights.ts';
import { figuresOf, type KernelFigures } from './kernel-figures.ts';
import type { MeasuredVariant } from './measured-chip.ts';
import { StatisticsFile } from './pipeline-statistics.ts';
import { serve, train } from './serve-and-train.ts';

const [out] = process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'daybreak-variants-'));
// The folder of a model without a tokenizer.
writeFileSync(join(home, 'config.json'), '{}');
// The check of subgroup matrices would fail, as the device computes nothing.
const device = await Device.open({ checked: false });
const statistics = new StatisticsFile(process.env.PIPELINE_STATISTICS ?? '');
const measured: MeasuredVariant[] = [];
/** Figures by kernel text: Dawn creates one pipeline for variants with the same text. */
const figures = new Map<string, KernelFigures>();
measureCompiles();
for (const model of BIG_MODELS) for (const stored of STORED_TYPES) await run(model, stored);
const { name, features } = device.info;
writeFileSync(out, JSON.stringify({ name, features, variants: measured, planted: plantSpill() }));
rmSync(home, { recursive: true });
process.exit(0);

/** Measures every kernel variant that the device compiles from now on. */
function measureCompiles(): void {
  const { kernels } = device;
  const get = kernels.get.bind(kernels);
  kernels.get = <N extends KernelName>(kernel: N, knobs: KnobsOf<N>): Kernel => {
    const before = kernels.variants.length;
    const compiled = get(kernel, knobs);
    if (kernels.variants.length > before) measured.push(measuredOf(kernels.variants[before]));
    return compiled;
  };
}

function measuredOf({ name, knobs }: Variant): MeasuredVariant {
  console.error(`${name} ${JSON.stringify(knobs)}`);
  const text = kernelSource(name, knobs);
  const told = statistics.next();
  const found = told ? figuresOf(told) : figures.get(text);
  if (found === undefined) throw new Error(`${name} ${JSON.stringify(knobs)}: was not compiled`);
  figures.set(text, found);
  return { name, knobs, readsWeights: /\bvar<storage, read> W\b/.test(text), figures: found };
}

async function run({ name, config }: BigModel, stored: WeightType): Promise<void> {
  // In int8, all types but q4 use the kernels of bf16.
  const served: [Precision, CacheSetting][] = [
    ['f32', 'auto'],
    ['f16', 'auto'],
  ];
  if (stored === 'bf16') served.push(['f32-high', 'auto'], ['int8', 'auto']);
  if (stored === 'q4') served.push(['int8', 'f16'], ['f32', 'int8']);
  for (const [precision, kvCache] of served) {
    const weights = await emptyWeights(device, config, stored, precision);
    // Kernels of adapters on experts do not depend on the stored type of the weights.
    const lora = stored === 'q4' ? { ...defaultLora, targets: [...LORA_TARGETS, EXPERTS] as const } : defaultLora;
    const files = { id: name, path: home, precision, kvCache, lora };
    const model = await serveModel(device, new DeviceLock(), { files, weights }, 2 ** 30);
    await serve(model, home);
    if (precision !== 'int8') await train(device, model);
    device.check();
  }
}

/** Returns the figures of a kernel that needs more registers than a lane has. */
function plantSpill(): KernelFigures {
  const code = kernelSource('planted_spill', {}, import.meta.dirname);
  const module = device.gpu.createShaderModule({ code });
  device.gpu.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const told = statistics.next();
  if (told === undefined) throw new Error('the planted kernel was not compiled');
  return figuresOf(told);
}
