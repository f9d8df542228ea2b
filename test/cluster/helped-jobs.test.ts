import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf } from '../../scripts/chaos/outcome.ts';
import type { ChaosServer } from '../../scripts/chaos/server.ts';
import { longConversations } from '../../scripts/chaos/training.ts';
import { BUCKET, LocalCluster } from '../../scripts/cluster/local-cluster.ts';
import { lacksS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';
import { isLong } from '../tier.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const KEY = 'a-key-of-the-tests-of-a-cluster-0123456789';
const WORKERS = isLong ? 5 : 3;
/** Gives two steps, each with dozens of micro-batches. */
const CONVERSATIONS = 1024;

let database: TestDatabase;
let cluster: LocalCluster;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined || (await lacksS3()))(
  'a job with large steps in a cluster',
  () => {
    beforeAll(async () => {
      // Compiles the current src, because users start the compiled server.
      execFileSync(process.execPath, [setUp]);
      database = await newPostgres();
      const databaseUrl = 'url' in database.address ? database.address.url : '';
      const roles = Array.from({ length: WORKERS }, (_, place) =>
        place === 0 ? ('all' as const) : ('worker' as const),
      );
      cluster = await LocalCluster.start({ roles, key: KEY, databaseUrl, answers: [] });
    }, 600_000);
    afterAll(async () => {
      await cluster?.stop();
      await database?.drop();
    });

    it('gives the same bits with all workers, with one killed in the middle, and with a single one', async () => {
      const [asked, ...others] = cluster.servers;
      const all = await train(asked, 'all');
      const before = await Promise.all(others.map(shardsOf));
      expect((await shardsOf(asked)) + before.reduce((sum, count) => sum + count)).toBeGreaterThan(1);

      const job = await begin(asked, 'killed');
      const helper = await firstHelper(others, before);
      await helper.killHttp();
      const killed = await ended(asked, job);

      expect(killed).toEqual(all);

      // Of five workers, three, two and one are left next; of three, one.
      const left = others.filter((one) => one !== helper);
      for (const workers of isLong ? [3, 2, 1] : [1]) {
        for (const server of left.splice(workers - 1)) await server.stop();
        expect(await train(asked, `by-${workers}`)).toEqual(all);
      }
      expect(Object.keys(all.files)).toContain('1/optimizer.safetensors');
      // Files that workers passed to each other are removed.
      await expect.poll(() => jobFiles(), { timeout: 60_000 }).toEqual([]);
    });
  },
);

interface Training {
  model: string;
  job: string;
}

async function train(server: ChaosServer, name: string): Promise<Outcome> {
  return ended(server, await begin(server, name));
}

async function begin(server: ChaosServer, name: string): Promise<Training> {
  const model = await server.call('POST', '/preview/models', { project: 'helped', name, base_model: 'toy' });
  const artifact = await server.call('POST', '/preview/artifacts', { project: 'helped', name: `data-${name}` });
  const file = longConversations(CONVERSATIONS);
  await server.call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, file);
  const { id: job } = await server.call('POST', '/preview/sft-training-jobs', {
    model_id: model.id,
    training_data_url: artifact.url,
    config: { batch_size: CONVERSATIONS / 2, learning_rate: 1e-2 },
  });
  return { model: model.id, job };
}

async function ended(server: ChaosServer, { model, job }: Training): Promise<Outcome> {
  const status = async () => (await server.call('GET', `/preview/training-jobs/${job}`)).status;
  while ((await status()) === 'queued' || (await status()) === 'running') await sleep(200);
  expect(await status()).toBe('succeeded');
  return outcomeOf(server, cluster.s3.bucketFolder(BUCKET), { plan: '', id: model, jobs: [job] });
}

/** Returns the number of shards that a server has computed for others. */
async function shardsOf(server: ChaosServer): Promise<number> {
  const { text } = await server.ask('GET', '/metrics');
  return Number(/^daybreak_shards_computed_for_others_total (\d+)$/m.exec(text)?.[1]);
}

async function firstHelper(servers: readonly ChaosServer[], before: readonly number[]): Promise<ChaosServer> {
  for (;;) {
    for (const [place, server] of servers.entries()) if ((await shardsOf(server)) > before[place]) return server;
  }
}

async function jobFiles(): Promise<string[]> {
  const names = await readdir(join(cluster.s3.bucketFolder(BUCKET), 'jobs')).catch(() => []);
  return names.filter((name) => /\.(step|shard)$/.test(name));
}
