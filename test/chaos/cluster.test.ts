import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { runClusterChaos } from '../../scripts/chaos/cluster.ts';
import { SHORT_FORM, WHOLE_FORM } from '../../scripts/chaos/cluster-form.ts';
import { sumOfRounds } from '../../scripts/chaos/cluster-round.ts';
import { lacksS3 } from '../bucket/s3.ts';
import { isLong } from '../tier.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const [form, faults] = isLong ? [WHOLE_FORM, 50] : [SHORT_FORM, 15];

describe.skipIf(await lacksS3())('a cluster under kills, freezes and cut links of every part', () => {
  // Builds the server as users start it, from the current src.
  beforeAll(() => void execFileSync(process.execPath, [setUp]));

  test('loses no job and no token, and ends with the results of one undisturbed server', async () => {
    const rounds = await runClusterChaos({ form, faults, fromSeed: 20, say: (text) => console.log(text) });
    const sum = sumOfRounds(rounds);
    expect(sum.violations).toEqual([]);
    expect(sum.count).toBe(faults);
    // Every part suffers every kind of fault.
    const kinds = Object.keys(sum.faults);
    for (const part of ['worker', 'api', 'PostgreSQL', 'NATS', 'S3']) {
      for (const way of ['kill -9', 'STOP and CONT', 'no link']) {
        expect(
          kinds.some((kind) => kind.startsWith(`${part}: ${way}`)),
          `${part}: ${way}`,
        ).toBe(true);
      }
    }
    expect(sum.models).toBeGreaterThan(0);
    expect(sum.steps).toBeGreaterThan(5 * sum.models);
    expect(sum.streams.whole).toBeGreaterThan(faults);
    if (isLong) expect(sum.givenShards).toBeGreaterThan(0);
  });
});
