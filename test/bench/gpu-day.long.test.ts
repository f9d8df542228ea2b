import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepRequest } from '../../bench/step-work.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { type LoadedModel, loadModel } from '../../src/worker/process/loaded-model.ts';

const main = join(import.meta.dirname, '../../bench/gpu-day/main.ts');

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'daybreak-gpu-day-test-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function gpuDay(...args: string[]): Promise<{ code: number; report: string }> {
  const output = join(home, `${randomUUID()}.md`);
  const child = spawn(process.execPath, [main, '--small', '--output', output, ...args], { stdio: 'ignore' });
  const [code] = await once(child, 'close');
  return { code, report: await readFile(output, 'utf8') };
}

/** Returns the lines below a heading, up to the next heading of its level or above. */
function section(report: string, heading: string): string {
  const level = heading.split(' ')[0];
  const [, after = ''] = `\n${report}`.split(`\n${heading}\n`);
  return after.split(new RegExp(`\n#{1,${level.length}} `))[0];
}

/** Returns the rows of the only table in a text, by column name. */
function table(text: string): Record<string, string>[] {
  const [heads, , ...rows] = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));
  return rows.map((cells) => Object.fromEntries(heads.map((head, i) => [head, cells[i]])));
}

const number = (text: string) => Number.parseFloat(text.replace('< ', ''));
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Returns the names of the kernels that a model compiles for `work` on a new device. */
async function kernelsOf(work: (device: Device, model: LoadedModel) => Promise<void>): Promise<Set<string>> {
  const path = join(home, 'toy');
  writeToyModel(path);
  const device = await Device.open();
  const model = await loadModel(device, new DeviceLock(), { id: 'toy', path }, () => {});
  await work(device, model);
  const names = new Set(device.kernels.variants.map(({ name }) => name));
  await device.destroy();
  return names;
}

describe('gpu-day on the toy model', () => {
  let code: number;
  let report: string;
  let steps: { title: string; text: string; rows: Record<string, string>[] }[];
  beforeAll(async () => {
    ({ code, report } = await gpuDay());
    steps = Array.from(report.matchAll(/^#### toy model, (.*)$/gm), ([heading, title]) => {
      const text = section(report, heading);
      return { title, text, rows: table(text) };
    });
  });
  const step = (title: RegExp) => steps.find((one) => title.test(one.title))!;

  it('exits with code 0 and reports all its parts', () => {
    expect(code).toBe(0);
    expect(table(report.split('## What')[0]).map(({ part, result }) => `${part}: ${result}`)).toEqual([
      'The adapter: done',
      'Kernels, checked: done',
      'Tuning: done',
      'Kernels and the roofline: done',
      'Packing: done',
    ]);
    expect(section(report, '## What could not be run').trim()).toBe('Nothing: everything was run.');
    expect(section(report, '## Packing')).toContain('775 (2560 unpacked)');
  });

  it('names the adapter, its driver, features, limits and subgroups', async () => {
    const device = await Device.open();
    const { info, gpu } = device;
    await device.destroy();
    const rows = table(section(report, '## The adapter'));
    const is = Object.fromEntries(rows.map((row) => [row.what, row.is]));
    expect(is).toMatchObject({ 'adapter and driver': info.name, features: info.features.join(', ') });
    expect(is.limits).toContain(`maxBufferSize ${gpu.limits.maxBufferSize}`);
    const { subgroupMinSize, subgroupMaxSize } = gpu.adapterInfo;
    expect(is.subgroups).toBe(`${subgroupMinSize} to ${subgroupMaxSize} lanes`);
    expect(is['subgroup matrices'].split('; ').length).toBe(Math.max(1, info.matrices.length));
  });

  it('lists the kernels that passed and those that this adapter did not run', () => {
    const text = section(report, '## Kernels, checked');
    expect(text).toContain('- Passed (2): `swiglu`, `swiglu_backward`\n- FAILED (0): none\n');
    expect(text).toMatch(/Not run by this adapter \(\d+\): .*`matmul`/);
  });

  it('lists every kernel that the engine runs, and every kernel that the trainer runs', async () => {
    const engine = await kernelsOf(async (_, { engine }) => {
      const promptIds = Uint32Array.from({ length: 64 }, (_, i) => i);
      const sampling = { temperature: 0, topK: 0, topP: 1, seed: 0n };
      const request = { model: '', adapter: null, promptIds, maxTokens: 4, stopTokenIds: [], sampling, topLogprobs: 0 };
      await engine.generate({ ...request, cacheRoot: '', speculation: false }, () => {});
    });
    const served = [...step(/^f32, decode, 1 stream/).rows, ...step(/^f32, prefill/).rows];
    expect(new Set(served.map(({ kernel }) => kernel))).toEqual(engine);
    const trainer = await kernelsOf(async (device, { decoder }) => {
      const plan = unlimitedPlan(decoder.config, 512);
      const trainer = await Trainer.begin(device, decoder, new DeviceLock(), null, null, decoder.lora, plan);
      await trainer.step(stepRequest(decoder.config.vocab_size, { sequences: 1, tokens: 256 }));
      trainer.end();
    });
    expect(new Set(step(/^f32, training/).rows.map(({ kernel }) => kernel))).toEqual(trainer);
    expect(step(/^f32, decode, 16 streams/).rows.map(({ kernel }) => kernel)).toContain('lora_shrink');
    expect(step(/^int8, decode, 1 stream/).rows.map(({ kernel }) => kernel)).toContain('matmul_int8');
    expect(steps.length).toBe(17);
  });

  it('counts the products and FLOPs of a decode step as the shapes imply', () => {
    const products = step(/^f32, decode, 1 stream/).rows.filter(({ kernel }) => /^mat/.test(kernel));
    // Two layers of q, k, v; o; gate and up; down, and the head.
    expect(sum(products.map(({ dispatches }) => Number(dispatches)))).toBe(9);
    const flops = 2 * (2 * (64 * 128 + 64 * 64 + 2 * 64 * 128 + 128 * 64) + 64 * 496);
    expect(sum(products.map(({ MFLOP }) => number(MFLOP)))).toBeCloseTo(flops / 1e6, 2);
  });

  it('has roofline shares that follow from its own figures, the largest losses first', () => {
    for (const { rows } of steps) {
      const lost = rows.map((row) => number(row['lost ms']));
      expect(lost).toEqual(lost.toSorted((a, b) => b - a));
      for (const row of rows) {
        const [ms, least, share] = ['ms', 'least ms', 'share'].map((name) => number(row[name]));
        expect(share).toBeGreaterThan(0);
        expect(share).toBeLessThanOrEqual(150);
        expect(share / ((100 * least) / ms)).toBeCloseTo(1, 1);
        expect(Math.abs(number(row['lost ms']) - Math.max(0, ms - least))).toBeLessThan(0.02 * ms + 0.001);
      }
    }
  });

  it('names the five largest losses over all steps', () => {
    const all = steps.flatMap(({ title, rows }) => {
      const total = sum(rows.map(({ ms }) => number(ms)));
      return rows.map((row) => ({ title, kernel: row.kernel, ofStep: (100 * number(row['lost ms'])) / total }));
    });
    const largest = all.toSorted((a, b) => b.ofStep - a.ofStep).slice(0, 5);
    const lines = section(report, '### toy model: the five largest losses').match(/^\d\. .*$/gm) ?? [];
    expect(lines.length).toBe(5);
    const named = lines.map((line) => Number(/, ([\d.]+) % of the step/.exec(line)![1]));
    for (const [i, { ofStep }] of largest.entries()) expect(named[i] / ofStep).toBeCloseTo(1, 1);
    for (const line of lines) {
      const [, kernel, title] = /^\d\. `(\w+)` in (.*): loses /.exec(line)!;
      expect(all.some((one) => one.kernel === kernel && one.title === title)).toBe(true);
    }
  });
});

it('gpu-day keeps the other parts if one fails, says why, and exits with code 1', async () => {
  const { code, report } = await gpuDay('--model', '/nowhere', '--model', 'toy');
  expect(code).toBe(1);
  const missing = section(report, '## What could not be run');
  expect(missing).toContain('- Kernels and the roofline: ended with exit code 1');
  expect(missing).toContain('- /nowhere: no model /nowhere: it is neither a path nor one of');
  expect(report).toContain('### toy model: the five largest losses');
  expect(section(report, '## Packing')).toContain('775 (2560 unpacked)');
});
