import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { runClusterChaos } from '../../scripts/chaos/cluster.ts';
import { lacksS3 } from '../bucket/s3.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

/** A fault may take longer than a lease lasts. */
const storm = { faults: 60, longestMs: 40_000 };

describe.skipIf(await lacksS3())('a cluster whose parts are hit one after the other', () => {
  // The server as users start it, compiled from what lies in src now.
  beforeAll(() => void execFileSync(process.execPath, [setUp]));

  test('loses no job and no token, and comes to what one server in calm comes to', async () => {
    const report = await runClusterChaos({ ...storm, seed: 20_261_126, say: (text) => console.log(text) });
    expect(Object.values(report.faults).reduce((sum, count) => sum + count)).toBe(storm.faults);
    expect(report.wrongStreams).toEqual([]);
    expect(report.different).toEqual([]);
    expect(report.givenShards).toBeGreaterThan(0);
    expect(report.streams.whole).toBeGreaterThan(storm.faults);
    expect(report.steps).toBeGreaterThan(20 * report.rounds);
  });
});
