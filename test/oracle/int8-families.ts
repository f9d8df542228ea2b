import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RANDOM_MODELS, type RandomModel, writeRandomModel } from '../../scripts/oracle/random-models.ts';
import { SafetensorsFile } from '../../src/model/checkpoint/safetensors-file.ts';
import { isLong } from '../tier.ts';
import { relativeError } from './comparison.ts';
import { DecoderDriver, readArena } from './decoder-driver.ts';
import { goldenFile, report } from './goldens.ts';

/** Results of PyTorch (training.test.ts). */
const goldens: Record<string, { cases: { sequences: { ids: number[] }[] }[] }> = JSON.parse(
  readFileSync(goldenFile('training.json'), 'utf8'),
);
const files = mkdtempSync(join(tmpdir(), 'daybreak-int8-families-'));
afterAll(() => rmSync(files, { recursive: true }));

/** `npm test` runs those whose layers differ most; mixture.test.ts has experts. */
const kinds: readonly RandomModel[] = isLong ? RANDOM_MODELS : ['olmo2', 'gemma3'];

test.each(kinds)(
  '%s in int8: the median logits are within 4% of transformers and PEFT, with the same bits row by row',
  async (kind) => {
    const paths = writeRandomModel(join(files, kind), kind);
    const { ids } = goldens[kind].cases[0].sequences[2];
    const limits = { sequences: 2, context: 64, maxRows: ids.length };
    const driver = await DecoderDriver.open(paths.model, limits, 'int8');
    const tensors = new SafetensorsFile(goldenFile(`training-${kind}.safetensors`));
    for (const which of ['base', 'adapter']) {
      const arena = which === 'adapter' ? readArena(paths.adapter, driver.decoder.lora) : undefined;
      const logits = await driver.prefill(ids, 0, arena);
      const expected = tensors.readFloat32(`logits/${which}`);
      const V = expected.length / ids.length;
      const errors = logits.map((row, t) => relativeError(row, expected.subarray(t * V, (t + 1) * V)));
      errors.sort((a, b) => a - b);
      const median = errors[Math.floor(errors.length / 2)];
      report(`${kind} logits in int8, ${which}: median of relative errors`, median);
      expect(median).toBeGreaterThan(1e-4);
      expect(median).toBeLessThan(0.04);
      for (const [position, token] of ids.entries()) {
        const [alone] = await driver.logits([{ sequence: 1, position, token }], arena);
        expect([...alone]).toEqual([...logits[position]]);
      }
    }
    tensors.close();
    await driver.close();
  },
);
