import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProcessorContext } from '../../src/inference/processors/logits-processor.ts';
import { loadProcessors, shippedProcessors } from '../../src/inference/processors/processor-table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-processors-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function moduleOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

function ask(name: string, outputIds: number[], changes: Partial<ProcessorContext> = {}) {
  const base = {
    promptIds: Uint32Array.of(1, 2, 3),
    vocabSize: 50,
    stopIds: [8, 9],
    extraArgs: {},
    args: [],
    kwargs: {},
  };
  return shippedProcessors.get(name)?.process({ ...base, outputIds, ...changes });
}

describe('no_repeat_ngram', () => {
  it.each<[number[], object, number[]]>([
    [[4, 5, 6, 4, 5], {}, [6]],
    [[4, 5, 6, 4, 5], { args: [2] }, [6]],
    [[4, 5, 4, 7, 4], { kwargs: { size: 2 } }, [5, 7]],
    [[4, 5, 6], { args: [1] }, [4, 5, 6]],
    [[4, 5], {}, []],
    [[], {}, []],
    [[1, 2], {}, []],
  ])('after %j with %j forbids %j', (output, changes, forbid) => {
    expect(ask('no_repeat_ngram', output, changes)).toEqual({ forbid });
  });
});

describe('end_sooner', () => {
  it('raises end tokens by the rate for each token beyond the limit', () => {
    expect(ask('end_sooner', [1, 1, 1, 1], { args: [2], kwargs: { rate: 0.5 } })).toEqual({
      bias: [
        [8, 1],
        [9, 1],
      ],
    });
    expect(ask('end_sooner', [1, 1], { args: [2] })).toBeNull();
  });
});

describe('the operator’s module', () => {
  it('adds its exported functions to the shipped processors', async () => {
    const path = await moduleOf('own.mjs', 'export const calm = () => ({ forbid: [1] });');
    const table = await loadProcessors(path);
    expect([...table.keys()]).toEqual(['no_repeat_ngram', 'end_sooner', 'calm']);
    expect(table.get('calm')?.({} as ProcessorContext)).toEqual({ forbid: [1] });
    expect([...(await loadProcessors(null)).keys()]).toEqual(['no_repeat_ngram', 'end_sooner']);
  });

  it.each([
    ['number.mjs', 'export const four = 4;', /number\.mjs: the export four is not a function/],
    ['taken.mjs', 'export function end_sooner() {}', /end_sooner has the name of a built-in processor/],
    ['broken.mjs', 'throw new Error("no")', /broken\.mjs: no/],
  ])('is refused if it is wrong: %s', async (name, text, message) => {
    await expect(loadProcessors(await moduleOf(name, text))).rejects.toThrow(message);
  });
});
