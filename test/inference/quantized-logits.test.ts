import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import { folderFiles } from '../../src/model/export/folder-files.ts';
import { mergedWeights } from '../../src/model/export/merged-weights.ts';
import type { WeightForm } from '../../src/model/weight-forms.ts';
import { writeGptOssMxfp4 } from '../model/gpt-oss-mxfp4.ts';
import { temporaryFolder } from '../model/temporary-folder.ts';
import { DecoderDriver } from '../oracle/decoder-driver.ts';

const goldens = join(import.meta.dirname, '../model/goldens/quantized');
const prompt = [3, 1, 4, 1, 5, 9, 2, 6];
const limits = { sequences: 1, context: 32, maxRows: 32 };

/** Returns the logits of the prompt's last token, and the formats of weights that system-check reports. */
async function logitsOf(folder: string): Promise<{ logits: Float32Array; forms: WeightForm[] }> {
  const driver = await DecoderDriver.open(folder, limits);
  try {
    const last = (await driver.prefill(prompt)).at(-1)!;
    return { logits: Float32Array.from(last), forms: driver.decoder.weights.forms };
  } finally {
    await driver.close();
  }
}

/** Writes the same model with its weights in float32, as an export would. */
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

/** Returns the largest difference of logits from float32 weights, relative to the largest logit, and the formats. */
async function distance(model: string): Promise<{ off: number; stored: string; kept: string }> {
  const { logits, forms } = await logitsOf(model);
  const { logits: exact } = await logitsOf(inFloat32(model));
  const largest = exact.reduce((most, logit) => Math.max(most, Math.abs(logit)), 0);
  expect(largest).toBeGreaterThan(1);
  const off = logits.reduce((most, logit, i) => Math.max(most, Math.abs(logit - exact[i])), 0) / largest;
  return { off, stored: forms[0].stored, kept: forms[0].kept };
}

/** The stored and the kept format that system-check reports, by quantiser. */
const FORMS: Record<string, [stored: string, kept: string]> = {
  awq: ['awq', 'q4'],
  'bitsandbytes-fp4': ['fp4', 'q8'],
  'bitsandbytes-int8': ['int8', 'q8'],
  'bitsandbytes-nf4': ['nf4', 'q8'],
  'bitsandbytes-nf4-double': ['nf4', 'q8'],
  'compressed-fp8': ['fp8_e4m3', 'q8'],
  'compressed-int4': ['packed_int4', 'q4'],
  'compressed-int4-asymmetric': ['packed_int4', 'q4'],
  'compressed-int8': ['int8', 'q8'],
  'fp8-blocks': ['fp8_e4m3', 'q8'],
  'fp8-blocks-128': ['fp8_e4m3', 'q8'],
  'fp8-tensor': ['fp8_e4m3', 'q8'],
  'gptq-3bit': ['gptq_3bit', 'q4'],
  'gptq-4bit': ['gptq_4bit', 'q4'],
  'gptq-4bit-asymmetric': ['gptq_4bit', 'q4'],
  'gptq-4bit-desc-act': ['gptq_4bit', 'q8'],
  'gptq-8bit': ['gptq_8bit', 'q8'],
};

// Values kept as int8 are off by up to half a step; integers of the file stay, with scales in f16.
test.each(readdirSync(goldens))('%s gives nearly the logits of its dequantised weights', async (kind) => {
  const isInteger = /^(awq|gptq-[34]bit(-asymmetric)?|compressed-int.*|bitsandbytes-int8)$/.test(kind);
  const { off, stored, kept } = await distance(join(goldens, kind));
  expect(off).toBeLessThan(isInteger ? 1e-3 : 0.015);
  expect([stored, kept]).toEqual(FORMS[kind]);
});

test('experts in MXFP4 give the logits of their dequantised weights', async () => {
  const folder = writeGptOssMxfp4(temporaryFolder(), { experts: 5, width: 96 });
  const { off, ...form } = await distance(folder);
  expect(off).toBeLessThan(1e-5);
  expect(form).toEqual({ stored: 'mxfp4', kept: 'mxfp4' });
});
