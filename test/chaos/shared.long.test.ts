import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { runSharedChaos, type Strike } from '../../scripts/chaos/shared.ts';
import { lacksS3 } from '../bucket/s3.ts';
import { DATABASES } from '../store/databases.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL')!;

const rounds: Strike[][] = [
  ['kill', 'freeze'],
  ['stop', 'freeze'],
  ['freeze', 'freeze'],
  ['kill', 'kill'],
  ['stop', 'kill'],
];

describe.skipIf(!postgres.available || (await lacksS3()))('three servers on one database', () => {
  // Builds the server as users start it, from the current src.
  beforeAll(() => void execFileSync(process.execPath, [setUp]));

  test('finish each other’s jobs after kills, freezes and stops, with the results of an undisturbed one', async () => {
    const database = await postgres.create();
    try {
      const { url } = database.address as { url: string };
      const report = await runSharedChaos({ url, rounds, say: (text) => console.log(text) });
      expect(report.takeovers.map(({ strike }) => strike).toSorted()).toEqual(rounds.flat().toSorted());
      expect(report.attempts.length).toBeGreaterThanOrEqual(rounds.flat().length);
      // A lease of 30 s, and two polls of the queue, 5 s apart. The rest is for slow machines.
      for (const { seconds } of report.takeovers) expect(seconds).toBeLessThan(60);
      expect(report.struck).toHaveLength(2 * rounds.length);
      for (const { plan, outcome } of report.struck) expect(outcome, plan).toEqual(report.calm[plan]);
    } finally {
      await database.drop();
    }
  });
});
