import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RANDOM_MODELS, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { isLong } from '../tier.ts';
import { best } from './comparison.ts';
import { DecoderDriver } from './decoder-driver.ts';
import { goldenFile } from './goldens.ts';

/** Results of transformers; scripts/oracle/greedy_goldens.py writes them and tells how. */
interface Golden {
  prompt: number[];
  ids: number[];
  /** Smallest lead of the largest logit over the next. */
  gap: number;
}

const goldens: Record<string, Golden> = JSON.parse(readFileSync(goldenFile('greedy.json'), 'utf8'));
const files = mkdtempSync(join(tmpdir(), 'daybreak-greedy-'));
afterAll(() => rmSync(files, { recursive: true }));

/** `npm test` runs a few: each compiles its own kernels. */
const kinds = isLong ? RANDOM_MODELS : RANDOM_MODELS.slice(0, 3);

describe.each(kinds)('%s', (kind) => {
  test('generates the 64 greedy tokens of transformers', async () => {
    const { prompt, ids, gap } = goldens[kind];
    expect(gap).toBeGreaterThan(1e-3);
    const driver = await DecoderDriver.open(writeRandomModel(join(files, kind), kind).model, {
      ...{ sequences: 1, context: prompt.length + ids.length - 1, maxRows: prompt.length },
    });
    const found: number[] = [];
    let rows = prompt.map((token, position) => ({ sequence: 0, position, token }));
    for (let position = prompt.length; found.length < ids.length; position++) {
      const token = best((await driver.logits(rows)).at(-1)!);
      found.push(token);
      rows = [{ sequence: 0, position, token }];
    }
    await driver.close();
    expect(found).toEqual(ids);
    expect(found).toHaveLength(64);
  });
});
