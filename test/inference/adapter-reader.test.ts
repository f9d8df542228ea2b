import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { AdapterReader, maxReadyAdapters, readAdapterNow } from '../../src/inference/engine/adapter-reader.ts';
import { writeAdapter } from '../../src/model/checkpoint/adapter-files.ts';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../src/model/checkpoint/checkpoint-open.ts';
import type { ModelConfig } from '../../src/model/checkpoint/config.ts';
import { adapterTensors } from '../../src/model/flat-adapter.ts';
import { freshAdapter, type LoraLayout, loraLayout } from '../../src/model/lora-layout.ts';
import type { AdapterFiles } from '../../src/model/model-files.ts';

const home = mkdtempSync(join(tmpdir(), 'daybreak-adapters-'));
let config: ModelConfig;
let layout: LoraLayout;

beforeAll(async () => {
  await writeToyModel(join(home, 'toy'));
  const checkpoint = openCheckpoint(join(home, 'toy'));
  config = checkpoint.config;
  layout = loraLayout(config);
  checkpoint.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function adapterOf(id: string, seed: number): AdapterFiles {
  const folder = join(home, id);
  mkdirSync(folder);
  const { settings } = layout;
  writeAdapter(folder, { ...settings, baseModel: 'toy' }, adapterTensors(freshAdapter(layout, seed), layout));
  return { id, folder };
}

test('a fetched adapter can be taken from memory once', async () => {
  const reader = new AdapterReader(config, layout);
  const [one, two] = [adapterOf('one', 1), adapterOf('two', 2)];
  const expected = readAdapterNow({ folder: one.folder, config, layout });
  await Promise.all([reader.fetch(one), reader.fetch(one), reader.fetch(two)]);
  renameSync(one.folder, `${one.folder}-away`);
  expect(reader.take(one)).toEqual(expected);
  expect(reader.take(two)?.content).not.toBe(expected.content);
  expect(reader.take(one)).toBeUndefined();
  renameSync(`${one.folder}-away`, one.folder);
  await reader.fetch(one);
  expect(reader.take(one)).toEqual(expected);
});

test('a folder without an adapter of the model is refused, and the next adapter is read', async () => {
  const reader = new AdapterReader(config, layout);
  const broken = adapterOf('broken', 3);
  writeFileSync(join(broken.folder, 'adapter_model.safetensors'), 'nonsense');
  await expect(reader.fetch(broken)).rejects.toThrow(CheckpointError);
  await expect(reader.fetch({ id: 'nowhere', folder: join(home, 'nowhere') })).rejects.toThrow(/no such file/);
  const whole = adapterOf('whole', 4);
  await reader.fetch(whole);
  rmSync(whole.folder, { recursive: true });
  expect(reader.take(whole)?.flat).toHaveLength(layout.elements);
});

test('memory keeps the last 8 adapters that nobody took', async () => {
  const reader = new AdapterReader(config, layout);
  const many = Array.from({ length: 9 }, (_, i) => adapterOf(`many-${i}`, i));
  for (const files of many) await reader.fetch(files);
  for (const { folder } of many) rmSync(folder, { recursive: true });
  expect(reader.take(many[0])).toBeUndefined();
  for (const files of many.slice(1)) expect(reader.take(files)?.flat).toHaveLength(layout.elements);
});

test.each([
  { elements: 2 ** 20, most: 8 },
  { elements: 2 ** 25, most: 8 },
  { elements: 2 ** 26, most: 4 },
  { elements: 2 ** 26 + 1, most: 3 },
  { elements: 415_000_000, most: 1 },
])('of adapters with $elements elements, memory keeps at most $most', ({ elements, most }) => {
  expect(maxReadyAdapters({ elements })).toBe(most);
});
