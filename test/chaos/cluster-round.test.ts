import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRound, type ClusterRound, readRounds, sumOfRounds } from '../../scripts/chaos/cluster-round.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'daybreak-report-'));
});
afterEach(() => rm(folder, { recursive: true }));

const round = (seed: number, faults: Record<string, number>, violations: string[] = []): ClusterRound => ({
  ...{ seed, seconds: 60, faults, models: 2, steps: 30, claimedAgain: 1, givenShards: 4, violations },
  streams: { whole: 10, refused: 2, broken: 1 },
});

test('the rounds of a report add up over all runs that wrote to it', async () => {
  const file = join(folder, 'report.jsonl');
  expect(await readRounds(file)).toEqual([]);
  await addRound(file, round(1, { 'NATS: kill -9': 2, 'S3: kill -9': 1 }));
  await addRound(file, round(2, { 'NATS: kill -9': 3 }, ['a job is lost']));
  const { count, faults, steps, streams, violations } = sumOfRounds(await readRounds(file));
  expect({ count, faults, steps }).toEqual({ count: 6, faults: { 'NATS: kill -9': 5, 'S3: kill -9': 1 }, steps: 60 });
  expect(streams).toEqual({ whole: 20, refused: 4, broken: 2 });
  expect(violations).toEqual(['seed 2: a job is lost']);
});

test('reading refuses a report with a repeated seed, and a file that is not a report', async () => {
  const file = join(folder, 'report.jsonl');
  await addRound(file, round(1, { 'NATS: kill -9': 2 }));
  await addRound(file, round(1, { 'NATS: kill -9': 2 }));
  await expect(readRounds(file)).rejects.toThrow(`${file}: a seed occurs twice`);
  const other = join(folder, 'other');
  await appendFile(other, 'not a report\n');
  await expect(readRounds(other)).rejects.toThrow(`${other}: line 1 is not a round of a report`);
});
