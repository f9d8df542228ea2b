import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RANDOM_MODELS, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { best } from './comparison.ts';
import { DecoderDriver } from './decoder-driver.ts';
import { goldenFile } from './goldens.ts';

/** What transformers gave; scripts/oracle/greedy_goldens.py writes it and tells how. */
interface Golden {
  prompt: number[];
  ids: number[];
  /** The least that the largest logit was ahead of the next. */
  gap: number;
}

const goldens: Record<string, Golden> = JSON.parse(readFileSync(goldenFile('greedy.json'), 'utf8'));
const files = mkdtempSync(join(tmpdir(), 'daybreak-greedy-'));
afterAll(() => rmSync(files, { recursive: true }));

describe.each(RANDOM_MODELS)('%s', (kind) => {
  test('its 64 greedy tokens are those of transformers', async () => {
    const { prompt, ids, gap } = goldens[kind];
    expect(gap).toBeGreaterThan(1e-3);
    const driver = await DecoderDriver.open(writeRandomModel(join(files, kind), kind).model, {
      ...{ sequences: 1, context: prompt.length + ids.length, maxRows: prompt.length },
    });
    const found: number[] = [];
    let logits = (await driver.prefill(prompt)).at(-1);
    while (logits && found.length < ids.length) {
      const token = best(logits);
      found.push(token);
      [logits] = await driver.logits([{ sequence: 0, position: prompt.length + found.length - 1, token }]);
    }
    await driver.close();
    expect(found).toEqual(ids);
    expect(found).toHaveLength(64);
  });
});
