import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { historyLine, historyLines } from '../../src/api/wandb/history-lines.ts';
import { VersionFiles } from '../../src/api/wandb/version-files.ts';

test('a W&B history line of 100,000 numbers takes under 800 ms of CPU and keeps 1,024 of them', () => {
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`m${i}`, i]));
  const start = process.cpuUsage();
  const { entry } = historyLine(JSON.stringify(fields), { newest: null });
  const { user } = process.cpuUsage(start);
  expect(Object.entries(entry?.metrics ?? {})).toEqual(Object.entries(fields).slice(0, 1_024));
  // About 100 ms. Counting the kept numbers for each number would take seconds.
  expect(user / 1_000).toBeLessThan(800);
});

test('a W&B history line is kept as sent, and of a very long one only its step and times', () => {
  const place = { _step: 7, _runtime: 1.5, _timestamp: 1_700_000_000 };
  const short = JSON.stringify({ ...place, loss: 1, said: 'x' });
  expect(historyLine(short, { newest: null }).text).toBe(short);
  const long = historyLine(JSON.stringify({ ...place, loss: 1, said: 'x'.repeat(2 ** 18) }), { newest: null });
  expect(JSON.parse(long.text)).toEqual(place);
  expect(long.entry).toMatchObject({ step: 7, metrics: { loss: 1 } });
  expect(historyLine('{'.repeat(2 ** 18 + 1), { newest: null })).toEqual({ text: '{}', entry: null });
});

test('the event loop turns between long W&B history lines', async () => {
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

test('concurrent requests for a file’s digest read it once, and again after a failure', async () => {
  // A file with its own `open` needs neither the folder nor the models.
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
