import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Precision } from '../src/model/model-files.ts';
import { describePlan, planMemory, suitableSizes } from '../src/training/trainer/memory-plan.ts';
import { deviceMemory } from '../src/worker/process/device-memory.ts';
import { loadModel } from '../src/worker/process/loaded-model.ts';
import { trainingRoom } from '../src/worker/process/memory-budget.ts';
import type { BenchModel } from './model.ts';
import type { Row } from './report.ts';
import { matmulPeak, type Roofline } from './roofline.ts';
import { type ShapedConfig, shapedModel } from './shaped-model.ts';
import { FLOPS_IN_WORDS, type StepSize, stepWork } from './step-work.ts';
import { type Table, trySteps } from './train.ts';
import { mfuRow, peerSeconds, stepRows } from './train-rows.ts';

/** Model, size and precision of a training benchmark. */
export interface ShapeTrial {
  name: string;
  config: ShapedConfig;
  size: StepSize;
  /** Default: f32. */
  precision?: Precision;
  samples: number;
  /** Folder for the weights. */
  cache: string;
  /** An interpreter with PyTorch, transformers and PEFT; null leaves the peer out. */
  python: string | null;
}

/**
 * Measures a LoRA step on random weights in a real model's shape, and PEFT's, and their shares of the device's peaks.
 * If PyTorch has no GPU but Daybreak does, losses are compared but PEFT's times are not.
 */
export async function benchShape(
  bench: Pick<BenchModel, 'device' | 'turn'>,
  roofline: Roofline,
  { name, config, size, precision = 'f32', samples, cache, python }: ShapeTrial,
): Promise<Table> {
  const { device, turn } = bench;
  const path = await shapedModel(cache, name, config);
  const model = await loadModel(device, turn, { id: name, path, precision }, () => {});
  const { decoder } = model;
  const memory = await deviceMemory(device.info, console.error);
  const { jobBytes } = trainingRoom(memory, model.bytes, { operator: null, longRows: 0 });
  const plan = planMemory({
    config: decoder.config,
    lora: decoder.lora,
    longest: size.tokens,
    ...suitableSizes(device, decoder),
    begunCapacity: null,
    allowedBytes: jobBytes,
  });
  const home = await mkdtemp(join(tmpdir(), 'daybreak-bench-'));
  try {
    const trained = { name, path, model };
    const { flops: fmaPeak, matrixFlops } = roofline;
    const best = { ...roofline, flops: precision === 'f16' ? (matrixFlops ?? fmaPeak) : fmaPeak };
    const { ours, peer } = await trySteps(bench, trained, { size, samples, plan, home, python }, best);
    const beside = peer && (device.info.fallback || !peer.device.startsWith('cpu')) ? peer : null;
    const { flops } = stepWork(model, size);
    const fma: Record<string, number> = { 'the FMA peak': fmaPeak };
    if (matrixFlops !== null) fma['the matrix peak'] = matrixFlops;
    const rows: Row[] = [
      ...stepRows(ours, beside),
      mfuRow(`MFU: ${FLOPS_IN_WORDS}`, ours.steps, flops, {
        ...fma,
        'our matmul': await matmulPeak(device, precision === 'f16'),
      }),
    ];
    if (beside) {
      const matmul = { "PyTorch's f32 matmul": beside.matmulFlops };
      rows.push(mfuRow('MFU of PyTorch + PEFT', peerSeconds(beside.steps), flops, { ...fma, ...matmul }));
    } else rows.push({ what: 'PyTorch + PEFT', figure: absence(peer !== null), unit: '', roofline: '' });
    rows.push({ what: 'memory plan', figure: describePlan(plan), unit: '', roofline: '' });
    const layers = `${config.num_hidden_layers} layers`;
    const how = precision === 'f32' ? '' : `${precision}, `;
    const title = `Training, ${name}, random weights, ${layers}, ${how}LoRA rank 8, ${size.sequences} x ${size.tokens} tokens`;
    return { title, rows };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function absence(compared: boolean): string {
  if (!compared) return 'not run';
  return 'losses agree; not timed, since the PyTorch at hand has no GPU (--python names one that has)';
}
