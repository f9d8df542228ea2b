import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { SftPlanner } from '../../src/jobs/sft-planner.ts';
import { type ModelText, openModelText } from '../../src/model/text/model-text.ts';
import { readSftConfig } from '../../src/training/sft/sft-config.ts';
import type { SftStep } from '../../src/training/sft/sft-job.ts';

let path: string;
let text: ModelText;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'daybreak-sft-'));
  writeToyModel(path);
  text = openModelText(path);
});
afterAll(() => rm(path, { recursive: true }));

const calm = new AbortController().signal;
const heapMiB = 1_024;
const apart = new SftPlanner({ largeFrom: 0, heapMiB });
const here = new SftPlanner({ largeFrom: Number.POSITIVE_INFINITY, heapMiB });

const row = (answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: 'red' },
      { role: 'assistant', content: answer },
    ],
  });

function planned(planner: SftPlanner, lines: readonly string[], signal = calm, config = {}): Promise<SftStep[]> {
  const files = new Map([['train.jsonl', Buffer.from(lines.join('\n'))]]);
  return planner.plan(
    { owner: 'ann', base: { path, text }, files, config: readSftConfig(config), trainingLength: 64 },
    signal,
  );
}

test('a job planned in a thread has the steps of one that is planned here', async () => {
  const rows = ['yes', 'no '.repeat(200), 'maybe', 'yes no', 'no'].map(row);
  const steps = await planned(apart, rows, calm, { learning_rate: [1e-3, 1e-4, 1e-5] });
  expect(steps).toEqual(await planned(here, rows, calm, { learning_rate: [1e-3, 1e-4, 1e-5] }));
  expect(steps.map(({ metrics }) => metrics.num_dropped_trajectories)).toEqual([1, 0, 0]);
});

test.each<[string, string[], object?]>([
  ['no JSON', ['{']],
  ['no rows', ['']],
  ['a row without an answer', [row('yes'), '{"messages": [{"role": "user", "content": "red"}]}']],
  ['fewer rates than batches', [row('yes'), row('no')], { learning_rate: [1], batch_size: 1 }],
])('a thread refuses %s as it is refused here', async (_, lines, config = {}) => {
  const refused = (planner: SftPlanner) => planned(planner, lines, calm, config).catch((error) => error);
  const expected = await refused(here);
  expect(expected.name).toBe('TrainingInputError');
  expect(await refused(apart)).toEqual(expected);
});

/** The result, and how often others got their turn meanwhile. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const note = (): void => {
    turns += 1;
    next = setImmediate(note);
  };
  let next = setImmediate(note);
  const result = await work.finally(() => clearImmediate(next));
  return { result, turns };
}

test('others get their turns while one huge row is read, and it is dropped', async () => {
  const huge = [row('yes '.repeat(3 * 2 ** 20)), row('yes')];
  // Here it is one piece of work, between two others.
  const pieces = (await turnsDuring(planned(here, huge))).turns;
  const { result, turns } = await turnsDuring(planned(apart, huge));
  expect(result[0].metrics).toMatchObject({ num_trajectories: 1, num_dropped_trajectories: 1 });
  expect(turns).toBeGreaterThan(10 * pieces);
});

test('a row of very many answers is dropped before each of them is looked for', async () => {
  const turn = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: 'no' },
  ];
  const messages = Array.from({ length: 20_000 }, () => turn).flat();
  const [step] = await planned(apart, [JSON.stringify({ messages })]);
  expect(step).toMatchObject({ request: null, metrics: { num_dropped_trajectories: 1 } });
});

test('rows that take too much memory are refused, and the next job is planned', async () => {
  const small = new SftPlanner({ largeFrom: 0, heapMiB: 64 });
  const many = `{"messages": [${'{},'.repeat(2 ** 20)}{}]}`;
  await expect(planned(small, [many])).rejects.toThrow('The rows take more than 64 MiB of memory to read.');
  expect(await planned(small, [row('no')])).toHaveLength(1);
});

test('an abort ends the planning, and the next job gets its turn', async () => {
  const abort = new AbortController();
  const [first, second] = [planned(apart, [row('yes')], abort.signal), planned(apart, [row('no')])];
  abort.abort(new Error('cancelled'));
  await expect(first).rejects.toThrow('cancelled');
  expect(await second).toHaveLength(1);
});
