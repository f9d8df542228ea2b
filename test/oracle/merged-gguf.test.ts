import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { toyAdapter } from '../../scripts/toy-adapter.ts';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { splitLikeLlama3 } from '../model/llama3-toy.ts';
import { maxDifference } from './comparison.ts';
import { DecoderDriver, readArena } from './decoder-driver.ts';
import { report } from './goldens.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-gguf-'));
afterAll(() => rmSync(home, { recursive: true }));
const ids = Array.from({ length: 24 }, (_, i) => (i * 37 + 11) % 400);
const limits = { sequences: 1, context: 64, maxRows: 32 };

test('a merged GGUF file gives nearly the logits of the base model with the adapter', async () => {
  writeToyModel(home, { answers: [] });
  splitLikeLlama3(home);
  const { config, weights } = toyAdapter();
  writeFileSync(join(home, 'adapter_config.json'), config);
  writeFileSync(join(home, 'adapter_model.safetensors'), weights);
  const beside = await DecoderDriver.open(home, limits);
  const wanted = await beside.prefill(ids, 0, readArena(home, beside.decoder.lora));
  const base = await beside.prefill(ids);
  await beside.close();
  const far = (logits: Float32Array[]) => Math.max(...logits.map((row, t) => maxDifference(row, wanted[t])));
  expect(far(base)).toBeGreaterThan(1);
  for (const [type, allowed] of [
    ['f16', 0.01],
    ['q8_0', 0.2],
  ] as const) {
    const path = join(home, `${type}.gguf`);
    const chunks = mergedModel({ path: home, adapter: home, type: 'f32', gguf: type, name: 'x' }).chunks();
    writeFileSync(path, Buffer.concat([...chunks]));
    const driver = await DecoderDriver.open(path, limits);
    const difference = far(await driver.prefill(ids));
    await driver.close();
    report(`toy logits of a merged ${type} GGUF file: max difference`, difference);
    expect(difference).toBeLessThan(allowed);
  }
});
