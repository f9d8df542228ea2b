import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { folderFiles } from '../../src/model/export/folder-files.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
import { writeGptOssMxfp4 } from '../model/gpt-oss-mxfp4.ts';
import { temporaryFolder } from '../model/temporary-folder.ts';
import { DecoderDriver } from '../oracle/decoder-driver.ts';

const goldens = join(import.meta.dirname, '../model/goldens/quantized');
const prompt = [3, 1, 4, 1, 5, 9, 2, 6];
const limits = { sequences: 1, context: 32, maxRows: 32 };

/** The logits of the prompt's last token. */
async function logitsOf(folder: string): Promise<Float32Array> {
  const driver = await DecoderDriver.open(folder, limits);
  try {
    const last = (await driver.prefill(prompt)).at(-1)!;
    return Float32Array.from(last);
  } finally {
    await driver.close();
  }
}

/** The same model with its weights in float32, as an export of it would be. */
function inFloat32(model: string): string {
  const folder = join(temporaryFolder(), 'exact');
  mkdirSync(folder);
  for (const { name, bytes } of folderFiles(model, 'f32')) writeFileSync(join(folder, name), bytes);
  const checkpoint = openCheckpoint(model);
  const chunks = [...mergedWeights(checkpoint, null, 'f32').chunks()];
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat(chunks));
  checkpoint.close();
  return folder;
}

/** How far the logits are from those of the values in float32, beside the largest. */
async function distance(model: string): Promise<number> {
  const [kept, exact] = [await logitsOf(model), await logitsOf(inFloat32(model))];
  const largest = exact.reduce((most, logit) => Math.max(most, Math.abs(logit)), 0);
  expect(largest).toBeGreaterThan(1);
  return kept.reduce((most, logit, i) => Math.max(most, Math.abs(logit - exact[i])), 0) / largest;
}

// What is kept as int8 of its values is off by half a step; integers of the file stay, with scales in f16.
test.each(readdirSync(goldens))('%s gives the logits of the values that it stands for', async (kind) => {
  const isInteger = /^(awq|gptq-[34]bit(-asymmetric)?|compressed-int.*|bitsandbytes-int8)$/.test(kind);
  expect(await distance(join(goldens, kind))).toBeLessThan(isInteger ? 1e-3 : 0.015);
});

test('experts in MXFP4 have their values', async () => {
  const folder = writeGptOssMxfp4(temporaryFolder(), { experts: 5, width: 96 });
  expect(await distance(folder)).toBeLessThan(1e-5);
});
