import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChaosServer } from '../../scripts/chaos/server.ts';
import { LocalCluster } from '../../scripts/cluster/local-cluster.ts';
import { startNats } from '../../scripts/nats.mjs';
import { lacksS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const KEY = 'a-key-of-the-tests-of-two-buses-0123456789';
const twoMinutes = { timeout: 120_000, interval: 1_000 };

let database: TestDatabase;
let cluster: LocalCluster;
let other: Awaited<ReturnType<typeof startNats>>;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined || (await lacksS3()))(
  'an API replica and a worker of one database on two NATS servers',
  () => {
    beforeAll(async () => {
      execFileSync(process.execPath, [setUp]);
      [database, other] = [await newPostgres(), await startNats()];
      const databaseUrl = 'url' in database.address ? database.address.url : '';
      cluster = await LocalCluster.start({ roles: ['api'], key: KEY, databaseUrl });
    }, 300_000);
    afterAll(async () => {
      await cluster?.stop();
      await other?.stop();
      await database?.drop();
    });

    it('are reported in the workers list, the system check, /readyz and the log until the worker ends', async () => {
      const api = cluster.servers[0]!;
      const worker = await cluster.add('worker', { NATS_URL: other.url });
      expect((await readyz(api)).error.message).toBe('compute: No worker of the cluster is ready.');
      const warnings = async () => (await api.call('GET', '/preview/workers')).warnings;
      await expect.poll(warnings, twoMinutes).toHaveLength(1);
      const [line] = await warnings();
      expect(line).toMatch(/^A worker of this database is .* Set NATS_URL .* Not heard: .*-\d+\.$/);
      const plain = line.replace(/ Not heard: .*/, '');
      expect(JSON.parse((await api.ask('GET', '/system-check')).text).warnings).toEqual([plain]);
      expect((await readyz(api)).error.message).toBe(`compute: No worker of the cluster is ready. ${plain}`);
      await worker.stop();
      await expect.poll(warnings, twoMinutes).toEqual([]);
      const log = await readFile(join(cluster.folder, 'server-0.log'), 'utf8');
      expect(log.split('\n').filter((text) => text.includes(line))).toHaveLength(1);
    });
  },
);

async function readyz(server: ChaosServer) {
  return (await (await fetch(new URL('/readyz', server.baseUrl!))).json()) as { error: { message: string } };
}
