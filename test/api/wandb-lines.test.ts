import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { historyLine, historyLines } from '../../src/api/wandb/history-lines.ts';
import { VersionFiles } from '../../src/api/wandb/version-files.ts';

test('a line of very many numbers is read in one pass, and 1,024 of them are kept', () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, i]));
  const start = process.cpuUsage();
  const { entry } = historyLine(JSON.stringify(fields), { newest: null });
  const { user } = process.cpuUsage(start);
  expect(Object.entries(entry?.metrics ?? {})).toEqual(Object.entries(fields).slice(0, 1_024));
  // Some 100 ms; it took seconds where each number had all that are kept counted.
  expect(user / 1_000).toBeLessThan(800);
});

test('a line is kept as it came, for who goes on behind it, and of a very long one its place', () => {
  const place = { _step: 7, _runtime: 1.5, _timestamp: 1_700_000_000 };
  const short = JSON.stringify({ ...place, loss: 1, said: 'x' });
  expect(historyLine(short, { newest: null }).text).toBe(short);
  const long = historyLine(JSON.stringify({ ...place, loss: 1, said: 'x'.repeat(2 ** 18) }), { newest: null });
  expect(JSON.parse(long.text)).toEqual(place);
  expect(long.entry).toMatchObject({ step: 7, metrics: { loss: 1 } });
  expect(historyLine('{'.repeat(2 ** 18 + 1), { newest: null })).toEqual({ text: '{}', entry: null });
});

test('others have their turn between long lines', async () => {
  const text = JSON.stringify({ loss: 1, text: 'x'.repeat(2 ** 16) });
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const lines = await historyLines(Array(5).fill(text), { newest: null });
  clearImmediate(immediate);
  expect(lines.map(({ entry }) => entry?.metrics)).toEqual(Array(5).fill({ loss: 1 }));
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('a file that is asked for its digest many times at once is read once, and again where that failed', async () => {
  // Neither the folder nor the models are asked for a file that opens itself.
  const files = new VersionFiles({} as ConstructorParameters<typeof VersionFiles>[0]);
  let opened = 0;
  const open = async () => {
    opened++;
    if (opened === 1) throw new Error('gone');
    return Readable.from([Buffer.from('hello')]);
  };
  const file = { name: 'a', bytes: 5, key: 'a', open };
  const ask = () => Promise.allSettled([files.digest(file, 'ann'), files.digest(file, 'ann')]);
  expect((await ask()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await ask()).toEqual(Array(2).fill({ status: 'fulfilled', value: 'XUFAKrxLKna5cZ2REBfFkg==' }));
  expect(opened).toBe(2);
});
