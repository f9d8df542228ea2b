// node scripts/oracle/peft-check.ts PYTHON
// Trains an adapter of the toy model, saves it, and compares the logits that PEFT gives for that folder with ours.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeviceTurn } from '../../src/compute/turn.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import type { Decoder } from '../../src/model/decoder.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { maxDifference } from '../../test/oracle/comparison.ts';
import { DecoderDriver } from '../../test/oracle/decoder-driver.ts';
import { writeToyModel } from '../toy-model.ts';

const TOLERANCE = 1e-4;
const ids = Array.from({ length: 40 }, (_, i) => (i * 37 + 11) % 400);

const folder = mkdtempSync(join(tmpdir(), 'daybreak-peft-check-'));
try {
  process.exitCode = (await check(process.argv[2], folder)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function check(python: string, work: string): Promise<boolean> {
  const model = join(work, 'model');
  const adapter = join(work, 'adapter');
  writeToyModel(model, { answers: [] });
  const driver = await DecoderDriver.open(model, { sequences: 1, context: 64, maxRows: ids.length });
  const { decoder } = driver;
  const weights = await trainedAdapter(driver);
  saveAdapter(adapter, decoder, weights);
  const ours = await driver.prefill(ids, 0, weights);
  const base = await driver.prefill(ids);
  await driver.close();
  const script = join(import.meta.dirname, 'peft-check.py');
  const printed = execFileSync(python, [script, model, adapter, ids.join(',')], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const theirs: number[][] = JSON.parse(printed);
  const difference = maxDifference(flat(ours), flat(theirs));
  const effect = maxDifference(flat(ours), flat(base));
  const facts = `max difference ${difference.toExponential(1)}; the adapter moves logits by up to ${effect.toFixed(2)}`;
  console.log(`PEFT over a trained adapter: ${facts}`);
  return difference < TOLERANCE && effect > 100 * TOLERANCE;
}

async function trainedAdapter(driver: DecoderDriver): Promise<Float32Array> {
  const trainer = await Trainer.begin(driver.device, driver.decoder, new DeviceTurn(), null, null);
  for (let step = 0; step < 3; step++) {
    await trainer.step({
      sequences: [
        {
          ids: Uint32Array.from(ids),
          mask: new Uint8Array(ids.length).fill(1, 1),
          advantages: new Float32Array(ids.length).fill(1),
          oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
        },
      ],
      epsilon: 1,
      epsilonHigh: 4,
      learningRate: 1e-2,
      weightDecay: 0.1,
      maxGradNorm: 1,
    });
  }
  const weights = await trainer.weights();
  trainer.end();
  return weights;
}

function saveAdapter(folder: string, { lora }: Decoder, weights: Float32Array): void {
  mkdirSync(folder);
  const tensors = lora.tensors.map(({ name, offset, rows, cols }) => ({
    name,
    shape: [rows, cols],
    data: weights.subarray(offset, offset + rows * cols),
  }));
  writeAdapter(folder, { rank: lora.rank, alpha: lora.alpha, baseModel: 'toy' }, tensors);
}

function flat(rows: Iterable<ArrayLike<number>>): number[] {
  return [...rows].flatMap((row) => Array.from(row));
}
