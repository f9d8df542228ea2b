import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChaosServer, stepsOf } from '../../scripts/chaos/server.ts';
import { LocalCluster } from '../../scripts/cluster/local-cluster.ts';
import { lacksS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';
import { streamedAnswer } from './streamed-answer.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const KEY = 'a-key-of-the-tests-of-a-cluster-0123456789';
const TOKENS = 300;

let database: TestDatabase;
let cluster: LocalCluster;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined || (await lacksS3()))(
  'three servers of one cluster',
  () => {
    beforeAll(async () => {
      // Compiles the current src, because users start the compiled server.
      execFileSync(process.execPath, [setUp]);
      database = await newPostgres();
      const databaseUrl = 'url' in database.address ? database.address.url : '';
      cluster = await LocalCluster.start({ roles: ['all', 'all', 'all'], key: KEY, databaseUrl, answers: [] });
    }, 300_000);
    afterAll(async () => {
      await cluster?.stop();
      await database?.drop();
    });

    it('give the same tokens on every server', async () => {
      const answers = await Promise.all(cluster.servers.map((server) => streamedAnswer(server, 1, 40)));
      expect(new Set(answers.map(String)).size).toBe(1);
      expect(answers[0]).toHaveLength(40);
    });

    it('all answer with a new checkpoint of one of them at once', async () => {
      const [one, ...others] = cluster.servers;
      const named = { project: 'cluster', name: 'shared', base_model: 'toy' };
      const model = await one.call('POST', '/preview/models', named);
      const line = (text: string) =>
        JSON.stringify({
          messages: [
            { role: 'user', content: 'red' },
            { role: 'assistant', content: text },
          ],
        });
      const file = Array.from({ length: 8 }, () => line('yes')).join('\n');
      const artifact = await one.call('POST', '/preview/artifacts', { ...named, name: 'data', entity: 'local' });
      await one.call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, file);
      const asked = { model_id: model.id, training_data_url: artifact.url, learning_rates: [1e-2] };
      const job = await one.call('POST', '/preview/sft-training-jobs', asked);
      await expect
        .poll(async () => (await one.call('GET', `/preview/training-jobs/${job.id}`)).status, { timeout: 120_000 })
        .toBe('succeeded');
      const name = 'wandb-artifact:///local/cluster/shared';
      const base = await logprobs(one, 'toy');
      const answers = await Promise.all([one, ...others].map((server) => logprobs(server, name)));
      expect(new Set(answers.map(String)).size).toBe(1);
      expect(answers[0]).not.toEqual(base);
    });

    it('continue the streams of a killed server with the same tokens', async () => {
      const [asked, killed] = cluster.servers;
      const seeds = Array.from({ length: 12 }, (_, seed) => seed);
      const calm = await Promise.all(seeds.map((seed) => streamedAnswer(asked, seed, TOKENS)));
      const before = await stepsOf(killed);
      const answers = seeds.map((seed) => streamedAnswer(asked, seed, TOKENS));
      await expect.poll(() => stepsOf(killed), { timeout: 60_000 }).toBeGreaterThan(before + 20);
      await killed.killHttp();
      expect(await Promise.all(answers)).toEqual(calm);
      await killed.spawn();
      await killed.up();
    });

    // `roles.test.ts` tests draining.
    it('fail no chat while two of them are restarted one after the other', async () => {
      const seeds = Array.from({ length: 6 }, (_, seed) => 100 + seed);
      const [asked, ...others] = cluster.servers;
      const calm = await Promise.all(seeds.map((seed) => streamedAnswer(asked, seed, 60)));
      let isDone = false;
      const load = seeds.map(async (seed, place) => {
        while (!isDone) expect(await streamedAnswer(asked, seed, 60)).toEqual(calm[place]);
      });
      for (const server of others) {
        await server.stop();
        await server.spawn();
        await server.up();
      }
      isDone = true;
      await Promise.all(load);
    });
  },
);

/** Returns the log-probabilities of ten tokens of a model's answer. */
async function logprobs(server: ChaosServer, model: string): Promise<number[]> {
  const asked = { model, messages: [{ role: 'user', content: 'question 5' }], seed: 1, max_tokens: 10, logprobs: true };
  const { choices } = await server.call('POST', '/chat/completions', { ...asked, ignore_eos: true });
  return choices[0].logprobs.content.map(({ logprob }: { logprob: number }) => logprob);
}
