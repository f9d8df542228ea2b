import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { folderFiles } from '../../src/model/export/folder-files.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
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
function inFloat32(kind: string): string {
  const folder = join(temporaryFolder(), kind);
  mkdirSync(folder);
  for (const { name, bytes } of folderFiles(join(goldens, kind), 'f32')) writeFileSync(join(folder, name), bytes);
  const checkpoint = openCheckpoint(join(goldens, kind));
  const chunks = [...mergedWeights(checkpoint, null, 'f32').chunks()];
  writeFileSync(join(folder, 'model.safetensors'), Buffer.concat(chunks));
  checkpoint.close();
  return folder;
}

// What is kept as int8 of its values is off by half a step; integers of the file stay, with scales in f16.
test.each(readdirSync(goldens))('%s gives the logits of the values that it stands for', async (kind) => {
  const [kept, exact] = [await logitsOf(join(goldens, kind)), await logitsOf(inFloat32(kind))];
  const largest = exact.reduce((most, logit) => Math.max(most, Math.abs(logit)), 0);
  const off = kept.reduce((most, logit, i) => Math.max(most, Math.abs(logit - exact[i])), 0);
  const isInteger = /^(awq|gptq-[34]bit(-asymmetric)?|compressed-int.*|bitsandbytes-int8)$/.test(kind);
  expect(largest).toBeGreaterThan(1);
  expect(off / largest).toBeLessThan(isInteger ? 1e-3 : 0.015);
});
