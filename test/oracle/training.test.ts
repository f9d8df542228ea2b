import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RANDOM_MODELS, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import type { TrainStepRequest, TrainStepResult } from '../../src/training/train-step.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { isLong } from '../tier.ts';
import { maxDifference, relativeError } from './comparison.ts';
import { DecoderDriver, readArena } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';

/** Results of PyTorch; scripts/oracle/training_goldens.py writes them and tells how. */
interface Golden {
  weightsSha256: string;
  adapterSha256: string;
  cases: GoldenCase[];
  optimizer: { learningRate: number; weightDecay: number; maxGradNorm: number; gradNorms: number[] };
}

interface GoldenCase {
  name: string;
  epsilon: number;
  epsilonHigh: number;
  sequences: { ids: number[]; mask: number[]; advantages: number[]; oldLogprobs: (number | null)[] }[];
  loss: number;
  entropy: number;
  gradNorm: number;
  maskedTokens: number;
  logprobs: number[][];
}

// Small models, but a busy machine slows the software driver by more than tenfold.

const goldens: Record<string, Golden> = JSON.parse(readFileSync(goldenFile('training.json'), 'utf8'));

/** `npm test` leaves out gpt-oss, whose kernels take a minute to compile, and families with the kernels of others. */
const kinds = RANDOM_MODELS.filter((kind) => isLong || !['gpt_oss', 'olmo3', 'seed_oss'].includes(kind));

describe.each(kinds)('%s, compared with PyTorch, transformers and PEFT', (kind) => {
  const golden = goldens[kind];
  const tensors = new SafetensorsFile(goldenFile(`training-${kind}.safetensors`));
  const files = mkdtempSync(join(tmpdir(), 'daybreak-oracle-'));
  const paths = writeRandomModel(files, kind);
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

  test('the random weights are those that PyTorch read', () => {
    const again = 'the random model has changed: run npm run oracle -- --write';
    expect(sha256(join(paths.model, 'model.safetensors')), again).toBe(golden.weightsSha256);
    expect(sha256(join(paths.adapter, 'adapter_model.safetensors')), again).toBe(golden.adapterSha256);
  });

  test.each(['base', 'adapter'])('inference logits of the %s differ by less than 1e-4', async (which) => {
    const { ids } = golden.cases[0].sequences[2];
    const logits = await driver.prefill(ids, 1, which === 'adapter' ? adapter : undefined);
    const difference = maxDifference(
      logits.flatMap((row) => [...row]),
      tensors.readFloat32(`logits/${which}`),
    );
    report(`${kind} logits ${which}: max difference`, difference);
    expect(difference).toBeLessThan(1e-4);
  });

  test.each(golden.cases.map(({ name }, index) => ({ name, index })))(
    'one step has the same loss, entropy, log-probabilities and gradients: $name',
    async ({ index }) => {
      const expected = golden.cases[index];
      const trainer = await begin();
      const result = await trainer.step(stepRequest(golden, expected));
      const gradients = await trainer.gradients();
      trainer.end();
      expectSameResult(result, expected);
      const worst = worstTensor(gradients, `gradient/${expected.name}/`);
      report(`${kind} gradients ${expected.name}: worst relative error`, worst);
      expect(worst).toBeLessThan(1e-3);
    },
  );

  test('AdamW steps have the same gradient norms and updates', async () => {
    const trainer = await begin();
    const { gradNorms } = golden.optimizer;
    const norms: number[] = [];
    for (let step = 0; step < gradNorms.length; step++) {
      const { gradNorm } = await trainer.step(stepRequest(golden, golden.cases[step % golden.cases.length]));
      norms.push(gradNorm);
    }
    const weights = await trainer.weights();
    trainer.end();
    norms.forEach((norm, step) => {
      expect(norm / gradNorms[step]).toBeCloseTo(1, 4);
    });
    const worst = worstTensor(
      weights.map((weight, i) => weight - adapter[i]),
      'update/',
    );
    report(`${kind} AdamW updates: worst relative error`, worst);
    expect(worst).toBeLessThan(1e-3);
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

function stepRequest({ optimizer }: Golden, { sequences, epsilon, epsilonHigh }: GoldenCase): TrainStepRequest {
  const { learningRate, weightDecay, maxGradNorm } = optimizer;
  return {
    sequences: sequences.map(({ ids, mask, advantages, oldLogprobs }) => ({
      ids: Uint32Array.from(ids),
      mask: Uint8Array.from(mask),
      advantages: Float32Array.from(advantages),
      weight: 1,
      oldLogprobs: Float32Array.from(oldLogprobs, (old) => old ?? Number.NaN),
    })),
    loss: { ...CISPO, epsilon, epsilonHigh },
    learningRate,
    weightDecay,
    maxGradNorm,
  };
}

function expectSameResult(result: TrainStepResult, expected: GoldenCase): void {
  expect(result.maskedTokens).toBe(expected.maskedTokens);
  expect(Math.abs(result.loss - expected.loss)).toBeLessThan(1e-4);
  expect(Math.abs(result.entropy - expected.entropy)).toBeLessThan(1e-4);
  expect(result.gradNorm / expected.gradNorm).toBeCloseTo(1, 4);
  expect(
    maxDifference(
      result.logprobs.flatMap((row) => [...row]),
      expected.logprobs.flat(),
    ),
  ).toBeLessThan(1e-4);
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
