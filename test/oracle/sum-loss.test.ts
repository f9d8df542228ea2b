import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RANDOM_MODELS, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import type { SumLoss, TargetedSequence } from '../../src/training/sum-loss.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { maxDifference, relativeError } from './comparison.ts';
import { DecoderDriver, readArena } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';

/** Results of PyTorch; scripts/oracle/sum_loss_goldens.py writes them and tells how. */
interface Golden {
  kind: (typeof RANDOM_MODELS)[number];
  adapterSha256: string;
  sequences: {
    tokens: number[];
    targets: number[];
    weights: number[];
    oldLogprobs: number[];
    ratioMask: number[];
  }[];
  logprobs: number[][];
  losses: (SumLoss & { value: number })[];
  optimizer: {
    learningRate: number;
    beta1: number;
    beta2: number;
    epsilon: number;
    weightDecay: number;
    clips: (number | null)[];
    gradNorms: number[];
  };
}

const golden: Golden = JSON.parse(readFileSync(goldenFile('sum-loss.json'), 'utf8'));
const sequences = golden.sequences.map((one): TargetedSequence => {
  const shifted = (values: readonly number[]) => [0, ...values];
  return {
    ids: Uint32Array.from([...one.tokens, 0]),
    targets: Uint32Array.from(shifted(one.targets)),
    mask: Uint8Array.from(shifted(one.targets.map(() => 1))),
    weights: Float32Array.from(shifted(one.weights)),
    oldLogprobs: Float32Array.from(shifted(one.oldLogprobs)),
    ratioMask: Uint8Array.from(shifted(one.ratioMask)),
  };
});
const expectedLogprobs = golden.logprobs.flatMap((row) => [0, ...row]);

describe('losses summed over tokens, compared with PyTorch and PEFT', () => {
  const tensors = new SafetensorsFile(goldenFile('sum-loss.safetensors'));
  const files = mkdtempSync(join(tmpdir(), 'daybreak-sum-loss-'));
  const paths = writeRandomModel(files, golden.kind);
  let driver: DecoderDriver;
  let adapter: Float32Array;

  beforeAll(async () => {
    driver = await DecoderDriver.open(paths.model, { sequences: 3, context: 64, maxRows: 40 });
    adapter = readArena(paths.adapter, driver.decoder.lora);
  });

  afterAll(async () => {
    await driver?.close();
    tensors.close();
    rmSync(files, { recursive: true });
  });

  test('the random adapter is the one that PyTorch read', () => {
    const bytes = readFileSync(join(paths.adapter, 'adapter_model.safetensors'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(golden.adapterSha256);
  });

  test.each(golden.losses)('$fn has the same value, log-probabilities and gradients', async ({ value, ...loss }) => {
    const trainer = await begin();
    const result = await trainer.accumulate({ sequences, loss, forwardOnly: false });
    const worst = worstTensor(await trainer.gradients(), `gradient/${loss.fn}/`);
    trainer.end();
    expect(Math.abs(result.loss - value)).toBeLessThan(1e-4 * Math.max(1, Math.abs(value)));
    expect(maxDifference(flat(result.logprobs), expectedLogprobs)).toBeLessThan(1e-4);
    report(`gradients of ${loss.fn}: worst relative error`, worst);
    expect(worst).toBeLessThan(1e-3);
  });

  test('AdamW steps over accumulated calls have the same updates, clipped and not', async () => {
    const trainer = await begin();
    const { clips, gradNorms, ...rates } = golden.optimizer;
    for (const [step, clip] of clips.entries()) {
      for (const one of sequences) {
        await trainer.accumulate({ sequences: [one], loss: { fn: 'importance_sampling' }, forwardOnly: false });
      }
      const norm = await trainer.apply({ ...rates, maxGradNorm: clip ?? Infinity });
      expect(norm / gradNorms[step]).toBeCloseTo(1, 4);
    }
    const weights = await trainer.weights();
    trainer.end();
    const worst = worstTensor(
      weights.map((weight, i) => weight - adapter[i]),
      'update/',
    );
    report('AdamW updates: worst relative error', worst);
    expect(worst).toBeLessThan(1e-3);
  });

  test('separate calls add up to one call of all sequences, and forward passes in between change no bit', async () => {
    const loss: SumLoss = { fn: 'cross_entropy' };
    const whole = await begin();
    const together = await whole.accumulate({ sequences, loss, forwardOnly: false });
    const [plain, looked] = [await begin(), await begin()];
    let sum = 0;
    for (const one of sequences) {
      sum += (await plain.accumulate({ sequences: [one], loss, forwardOnly: false })).loss;
      const seen = await looked.accumulate({ sequences, loss, forwardOnly: true });
      expect(maxDifference(flat(seen.logprobs), flat(together.logprobs))).toBe(0);
      await looked.accumulate({ sequences: [one], loss, forwardOnly: false });
    }
    expect(Math.abs(sum - together.loss)).toBeLessThan(1e-4);
    const gradients = await plain.gradients();
    expect(relativeError(gradients, await whole.gradients())).toBeLessThan(1e-5);
    expect(await looked.gradients()).toEqual(gradients);
    for (const trainer of [whole, plain, looked]) trainer.end();
  });

  test('a step without gradients decays the moments, and does not apply earlier gradients again', async () => {
    const { clips: _, gradNorms: __, ...rates } = golden.optimizer;
    const trainer = await begin();
    await trainer.accumulate({ sequences, loss: { fn: 'cross_entropy' }, forwardOnly: false });
    expect(await trainer.apply({ ...rates, maxGradNorm: Infinity })).toBeGreaterThan(0);
    const { m: before } = await trainer.optimizer();
    expect(await trainer.apply({ ...rates, maxGradNorm: Infinity })).toBe(0);
    const { m: after, steps } = await trainer.optimizer();
    trainer.end();
    expect(steps).toBe(2);
    expect(
      relativeError(
        after,
        before.map((value) => 0.9 * value),
      ),
    ).toBeLessThan(1e-6);
  });

  function begin(): Promise<Trainer> {
    return Trainer.begin(driver.device, driver.decoder, new DeviceLock(), adapter, null);
  }

  /** Returns the largest relative error among the adapter's tensors, each against the golden of its name. */
  function worstTensor(arena: Float32Array, prefix: string): number {
    const errors = driver.decoder.lora.tensors.map(({ name, offset, rows, cols }) =>
      relativeError(arena.subarray(offset, offset + rows * cols), tensors.readFloat32(prefix + name)),
    );
    return Math.max(...errors);
  }
});

function flat(rows: readonly Float32Array[]): number[] {
  return rows.flatMap((row) => [...row]);
}
