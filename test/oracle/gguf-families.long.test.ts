import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installLlamaCpp, LlamaCpp } from '../../bench/llama-cpp.ts';
import { mergedModel } from '../../src/model/export/merged-model.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { temporaryFolder } from '../model/temporary-folder.ts';
import {
  FAMILIES,
  greedyOf,
  IN_MXFP4,
  PROMPT,
  TEXTS,
  TOKENS,
  WITH_SENTENCE_PIECE,
  writeFamily,
} from './gguf-families.ts';

let llamaCpp: string;
beforeAll(async () => {
  llamaCpp = await installLlamaCpp();
});

/** Returns a GGUF file of a random model with this config. */
function fileOf(config: Record<string, unknown>): string {
  const folder = temporaryFolder();
  writeFamily(folder, config);
  return exported(folder);
}

function exported(folder: string): string {
  const path = join(temporaryFolder(), 'model.gguf');
  const { chunks } = mergedModel({ path: folder, adapter: null, type: 'f32', gguf: 'f32', name: 'family' });
  writeFileSync(path, Buffer.concat([...chunks()]));
  return path;
}

// llama.cpp rounds activations if weights are quantised: converted-gguf.long.test.ts compares these files.
const PLAIN = Object.entries(FAMILIES).filter(([family]) => family !== IN_MXFP4);

test.each(PLAIN)('llama.cpp gives our greedy answer for the exported file of %s', async (_, config) => {
  await compareAnswers(fileOf(config));
});

async function compareAnswers(path: string): Promise<void> {
  const { ids, leads } = await greedyOf(path);
  expect(new Set(ids).size).toBeGreaterThan(3);
  await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
  const found = await llama.greedy(PROMPT, TOKENS);
  // llama.cpp stops at a token that ends answers.
  const same = ids.slice(0, found.length);
  const different = same.findIndex((id, i) => id !== found[i]);
  // Sums in another order may swap tokens that are almost equal.
  if (different >= 0) expect(leads[different]).toBeLessThan(1e-3);
  expect(found.length).toBeGreaterThan(3);
}

test.each(WITH_SENTENCE_PIECE)(
  'llama.cpp gives our token ids and greedy answer for the file of %s with a SentencePiece tokenizer',
  async (family) => {
    const folder = temporaryFolder();
    writeFamily(folder, FAMILIES[family], { sentencePiece: true });
    const path = exported(folder);
    await compareAnswers(path);
    const { tokenizer } = openModelText(folder);
    await using llama = await LlamaCpp.start(llamaCpp, path, 'cpu');
    for (const text of [...TEXTS, '[INST] the red [/INST]yes</s>']) {
      expect([text, await llama.tokenize(text)]).toEqual([text, tokenizer.encode(text)]);
    }
  },
);
