import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { Trainer } from '../../src/training/trainer/trainer.ts';
import { maxDifference, relativeError } from './comparison.ts';
import { DecoderDriver, readArena } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';

/** Results of PyTorch on the values of the packed weights (scripts/oracle/packed_goldens.py). */
interface Golden {
  epsilon: number;
  epsilonHigh: number;
  sequences: { ids: number[]; mask: number[]; advantages: number[] }[];
  loss: number;
  logprobs: number[][];
}

const goldens: Record<string, Golden> = JSON.parse(readFileSync(goldenFile('packed.json'), 'utf8'));
const files = mkdtempSync(join(tmpdir(), 'daybreak-packed-'));
const { adapter: folder } = writeRandomModel(files, 'qwen3');
afterAll(() => rmSync(files, { recursive: true }));

test.each([
  ['q8_0', 'q8'],
  ['q4_0', 'q4'],
])('LoRA over a base in %s, kept as %s, has the loss and the gradients of PyTorch', async (stored, kept) => {
  const { sequences, epsilon, epsilonHigh, loss, logprobs } = goldens[stored];
  const limits = { sequences: 1, context: 64, maxRows: 40 };
  const { device, decoder } = await DecoderDriver.open(goldenFile(`packed-${stored}.gguf`), limits);
  expect(decoder.weights.forms.map((form) => [form.stored, form.kept])).toEqual([[stored, kept]]);
  const trainer = await Trainer.begin(device, decoder, new DeviceLock(), readArena(folder, decoder.lora), null);
  const result = await trainer.step({
    sequences: sequences.map(({ ids, mask, advantages }) => ({
      ids: Uint32Array.from(ids),
      mask: Uint8Array.from(mask),
      advantages: Float32Array.from(advantages),
      weight: 1,
      oldLogprobs: new Float32Array(ids.length).fill(Number.NaN),
    })),
    loss: { ...CISPO, epsilon, epsilonHigh },
    ...{ learningRate: 0, weightDecay: 0, maxGradNorm: 1 },
  });
  const gradients = await trainer.gradients();
  trainer.end();
  expect(Math.abs(result.loss - loss)).toBeLessThan(1e-4);
  const own = result.logprobs.flatMap((row) => [...row]);
  expect(maxDifference(own, logprobs.flat())).toBeLessThan(1e-4);
  const tensors = new SafetensorsFile(goldenFile(`packed-${stored}.safetensors`));
  const errors = decoder.lora.tensors.map(({ name, offset, rows, cols }) =>
    relativeError(gradients.subarray(offset, offset + rows * cols), tensors.readFloat32(name)),
  );
  report(`gradients over ${stored}: worst relative error`, Math.max(...errors));
  expect(errors.length).toBe(28);
  expect(Math.max(...errors)).toBeLessThan(1e-3);
  tensors.close();
  await device.destroy();
});
