import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Device } from '../../src/compute/device.ts';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import { serveModel } from '../../src/worker/process/loaded-model.ts';
import { BIG_MODELS } from '../null-gpu/big-models.ts';
import { emptyWeights } from '../null-gpu/empty-weights.ts';

// Weights of zeros leave the logits of all tokens alike.
test('two layers of gpt-oss-20b, in MXFP4, chat on the software driver', async () => {
  const home = mkdtempSync(join(tmpdir(), 'daybreak-gpt-oss-'));
  writeFileSync(join(home, 'config.json'), '{}');
  const { config } = BIG_MODELS.find(({ name }) => name === 'gpt-oss-20b')!;
  const device = await Device.open();
  const weights = await emptyWeights(device, config, 'mxfp4', 'f32');
  const files = { id: 'gpt-oss', path: home };
  const model = await serveModel(device, new DeviceLock(), { files, weights }, 2 ** 28);
  const tokens: GeneratedToken[] = [];
  const promptIds = Uint32Array.from({ length: 20 }, (_, i) => (i * 7919 + 11) % config.vocab_size);
  const request = { model: 'gpt-oss', adapter: null, promptIds, maxTokens: 3, stopTokenIds: [], topLogprobs: 0 };
  const sampling = { temperature: 1, topK: 0, topP: 1, seed: 5n };
  await model.engine.generate({ ...request, sampling }, (token) => tokens.push(token));
  expect(tokens).toHaveLength(3);
  for (const { logprob } of tokens) expect(logprob).toBeCloseTo(-Math.log(config.vocab_size), 4);
  await device.destroy();
  rmSync(home, { recursive: true });
});
