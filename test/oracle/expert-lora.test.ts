import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPERT_LORA, MIXTURES, writeRandomAdapter, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { adapterTensors, readFlatAdapter, readOwnAdapter } from '../../src/model/flat-adapter.ts';
import { loraLayout } from '../../src/model/lora-layout.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { unlimitedPlan } from '../../src/training/trainer/memory-plan.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { isLong } from '../tier.ts';
import { maxDifference, relativeError } from './comparison.ts';
import { DecoderDriver } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';

/** Results of PEFT with the same adapter; scripts/oracle/expert_lora_goldens.py writes them. */
interface Golden {
  weightsSha256: string;
  adapterSha256: string;
  sequences: { ids: number[]; mask: number[] }[];
  loss: number;
  gradNorm: number;
  logprobs: number[][];
}

/** `npm test` leaves out gpt-oss, whose kernels take a minute to compile. */
const kinds = isLong ? MIXTURES : MIXTURES.filter((kind) => kind !== 'gpt_oss');

describe.each(kinds)('%s with adapters on experts, compared with PEFT', (kind) => {
  const golden: Golden = JSON.parse(readFileSync(goldenFile(`expert-lora-${kind}.json`), 'utf8'));
  const tensors = new SafetensorsFile(goldenFile(`expert-lora-${kind}.safetensors`));
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-expert-lora-'));
  const adapter = join(folder, 'experts');
  let driver: DecoderDriver;
  let flat: Float32Array;

  beforeAll(async () => {
    const { model } = writeRandomModel(folder, kind);
    writeRandomAdapter(adapter, kind, EXPERT_LORA);
    driver = await DecoderDriver.open(model, { sequences: 3, context: 64, maxRows: 40 }, 'f32', EXPERT_LORA);
    flat = readOwnAdapter(adapter, driver.decoder.config).flat;
  });
  afterAll(async () => {
    await driver?.close();
    tensors.close();
    rmSync(folder, { recursive: true });
  });

  test('the model and the adapter are those that PEFT read', () => {
    const again = 'the random model has changed: run npm run oracle -- --write';
    const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
    expect(sha256(join(folder, 'model/model.safetensors')), again).toBe(golden.weightsSha256);
    expect(sha256(join(adapter, 'adapter_model.safetensors')), again).toBe(golden.adapterSha256);
  });

  test('logits differ by less than 1e-4', async () => {
    const logits = await driver.prefill(golden.sequences[2].ids, 1, flat);
    const difference = maxDifference(
      logits.flatMap((row) => [...row]),
      tensors.readFloat32('logits'),
    );
    report(`${kind}, LoRA on experts, logits: max difference`, difference);
    expect(difference).toBeLessThan(1e-4);
  });

  test('logits of an adapter that PEFT created with target_parameters differ by less than 1e-4', async () => {
    const made = `target-parameters-${kind}`;
    copyFileSync(goldenFile(`${made}.json`), join(folder, 'adapter_config.json'));
    copyFileSync(goldenFile(`${made}.safetensors`), join(folder, 'adapter_model.safetensors'));
    const values = new SafetensorsFile(goldenFile(`${made}-values.safetensors`));
    const read = readFlatAdapter(folder, driver.decoder.config, driver.decoder.lora);
    const logits = await driver.prefill([...values.readFloat32('ids')], 2, read);
    const found = logits.flatMap((row) => [...row]);
    const difference = maxDifference(found, values.readFloat32('logits'));
    values.close();
    report(`${kind}, target_parameters, logits: max difference`, difference);
    expect(difference).toBeLessThan(1e-4);
  });

  test.each(['all', 'attention', 'input'] as const)(
    'one step has the loss, log-probabilities and gradients of PEFT if layers keep: %s',
    async (kept) => {
      const { decoder, device } = driver;
      const lora = loraLayout(decoder.config, EXPERT_LORA);
      const plan = { ...unlimitedPlan(decoder.config, 512), keep: decoder.weights.layers.map(() => kept) };
      const trainer = await Trainer.begin(device, decoder, new DeviceLock(), flat, null, lora, plan);
      const result = await trainer.step({
        sequences: golden.sequences.map(({ ids, mask }) => ({
          ids: Uint32Array.from(ids),
          mask: Uint8Array.from(mask),
          advantages: new Float32Array(ids.length).fill(1),
          weight: 1,
          oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
        })),
        loss: { ...CISPO, epsilon: 1, epsilonHigh: 4 },
        learningRate: 0,
        weightDecay: 0,
        maxGradNorm: 1,
      });
      const gradients = await trainer.gradients();
      trainer.end();
      expect(Math.abs(result.loss - golden.loss)).toBeLessThan(1e-4);
      expect(result.gradNorm / golden.gradNorm).toBeCloseTo(1, 4);
      const logprobs = result.logprobs.flatMap((row) => [...row]);
      expect(maxDifference(logprobs, golden.logprobs.flat())).toBeLessThan(1e-4);
      const errors = adapterTensors(gradients, lora).map(({ name, data }) => {
        const wanted = tensors.readFloat32(`gradient/${name}`);
        // An expert that no token went through has none.
        return wanted.every((value) => value === 0) ? maxDifference(data, wanted) : relativeError(data, wanted);
      });
      expect(errors.length).toBe(tensors.entries.size - 1);
      report(`${kind}, LoRA on experts, gradients, kept ${kept}: worst relative error`, Math.max(...errors));
      expect(Math.max(...errors)).toBeLessThan(1e-3);
    },
  );
});
