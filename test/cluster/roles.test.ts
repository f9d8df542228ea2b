import { execFile, execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChaosServer, stepsOf } from '../../scripts/chaos/server.ts';
import { LocalCluster } from '../../scripts/cluster/local-cluster.ts';
import { lacksS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';
import { isLong } from '../tier.ts';
import { streamedAnswer } from './streamed-answer.ts';

const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
const example = fileURLToPath(new URL('../../examples/cluster.mjs', import.meta.url));
const KEY = 'a-key-of-the-tests-of-roles-in-a-cluster-01234';
const TOKENS = 300;
const minute = { timeout: 60_000 };

let database: TestDatabase;
let cluster: LocalCluster;
let workers: ChaosServer[];
let api: ChaosServer;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined || (await lacksS3()))(
  'an API replica and two workers',
  () => {
    beforeAll(async () => {
      // Compiles the current src, because users start the compiled server.
      execFileSync(process.execPath, [setUp]);
      database = await newPostgres();
      const databaseUrl = 'url' in database.address ? database.address.url : '';
      const roles = ['worker', 'worker', 'api'] as const;
      cluster = await LocalCluster.start({ roles, isBalanced: true, key: KEY, databaseUrl, answers: [] });
      [workers, api] = [cluster.servers.slice(0, 2), cluster.servers[2]!];
    }, 300_000);
    afterAll(async () => {
      await cluster?.stop();
      await database?.drop();
    });

    it('are ready, and the workers are listed', async () => {
      await expect.poll(() => listed(), minute).toEqual(['worker ready', 'worker ready']);
      for (const server of [api, ...workers]) {
        for (const path of ['/readyz', '/livez']) expect(await statusOf(server, path)).toBe(200);
      }
      const [one, other] = (await api.call('GET', '/preview/workers')).data;
      expect(one.models[0]).toMatchObject({ id: 'toy', class: other.models[0].class });
    });

    it('have compute processes only in the workers, which serve no user paths', async () => {
      expect([api, ...workers].map(computeProcesses)).toEqual([0, 1, 1]);
      const check = await api.call('GET', '/system-check');
      expect(check).toMatchObject({ device: null, models: [], gpu_queue: { success: true } });
      expect(check.workers).toHaveLength(2);
      const { text } = await api.ask('GET', '/metrics');
      expect(text).toContain('daybreak_info');
      expect(text).not.toMatch(/^daybreak_compute_up /m);
      for (const worker of workers) {
        expect(await statusOf(worker, '/v1/models')).toBe(404);
        expect(await statusOf(worker, '/v1/chat/completions')).toBe(404);
        expect(await statusOf(worker, '/app')).toBe(404);
        expect((await worker.ask('GET', '/metrics')).text).toMatch(/^daybreak_compute_up 1$/m);
      }
    });

    it('train a job on a worker, and answer chats with its checkpoint', async () => {
      const named = { project: 'roles', name: 'agent', base_model: 'toy' };
      const model = await api.call('POST', '/preview/models', named);
      const artifact = await api.call('POST', '/preview/artifacts', { ...named, name: 'data' });
      const messages = [
        { role: 'user', content: 'red' },
        { role: 'assistant', content: 'yes' },
      ];
      await api.call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, JSON.stringify({ messages }));
      const asked = { model_id: model.id, training_data_url: artifact.url };
      const job = await api.call('POST', '/preview/sft-training-jobs', asked);
      const status = async () => (await api.call('GET', `/preview/training-jobs/${job.id}`)).status;
      await expect.poll(status, { timeout: 120_000 }).toBe('succeeded');
      const chat = { model: `wandb-artifact:///${model.entity}/roles/agent`, messages: messages.slice(0, 1) };
      const { choices } = await api.call('POST', '/chat/completions', { ...chat, max_tokens: 4 });
      expect(choices).toHaveLength(1);
      // The API replica reads no adapters.
      const kept = await readdir(join(cluster.folder, 'server-2'), { recursive: true });
      expect(kept.filter((name) => name.endsWith('.safetensors'))).toEqual([]);
    });

    it('run the cluster example, whose streams keep their tokens when a worker is killed', async () => {
      const killed = workers[1]!;
      const env = { ...process.env, DAYBREAK_BASE_URL: cluster.baseUrl, DAYBREAK_API_KEY: KEY };
      const { stdout } = await promisify(execFile)(process.execPath, [example, '--kill', String(killed.pid)], { env });
      expect(stdout).toContain(`killed     the worker of process ${killed.pid}, in the middle of 8 streams\n`);
      expect(stdout).toContain('8 of 8 went on to the end with the same tokens\n');
      expect(stdout).toMatch(/^chats {6}\d+ answered, 0 failed$/m);
      expect(stdout).toMatch(/^job {8}succeeded, after \d+ gradient steps$/m);
      await expect.poll(() => listed(), minute).toEqual(['worker ready']);
      await killed.spawn();
      await killed.up();
      await expect.poll(() => listed(), minute).toEqual(['worker ready', 'worker ready']);
    });

    it('fail no chat while a worker drains, which it reports', async () => {
      const seeds = Array.from({ length: 8 }, (_, seed) => 100 + seed);
      const calm = await Promise.all(seeds.map((seed) => streamedAnswer(api, seed, TOKENS)));
      const told = ['cluster: The worker is draining.', 'worker draining', 'worker ready', 'alive'];
      const seen = new Set<string>();
      // The worker may have drained before anyone asked. Then it is stopped again.
      const least = isLong ? workers.length : 1;
      for (let round = 0; round < least || (round < 12 && !told.every((one) => seen.has(one))); round++) {
        // Alternates between the workers.
        const answers = await drained(workers[(round + 1) % 2]!, seeds, seen);
        expect(answers).toEqual(calm);
      }
      expect([...seen]).toEqual(expect.arrayContaining(told));
    });

    it('are not ready without workers, and ready again with one', async () => {
      await Promise.all(workers.map((worker) => worker.killHttp()));
      await expect.poll(() => statusOf(api, '/readyz'), minute).toBe(503);
      const { text } = await api.ask('GET', '/readyz');
      expect(JSON.parse(text).error.message).toBe('compute: No worker of the cluster is ready.');
      expect(await statusOf(api, '/livez')).toBe(200);
      const asked = { messages: [{ role: 'user', content: 'anyone?' }], max_tokens: 1 };
      expect((await api.ask('POST', '/chat/completions', asked)).status).toBe(503);
      // Behind HAProxy too, other requests work and a chat has the reason of its failure.
      await expect.poll(() => balanced('/preview/models'), minute).toMatchObject({ object: 'list' });
      const refused = { error: { code: 'compute_unavailable' } };
      expect(await balanced('/chat/completions', asked)).toMatchObject(refused);
      await workers[0]!.spawn();
      await workers[0]!.up();
      await expect.poll(() => statusOf(api, '/readyz'), minute).toBe(200);
      expect((await api.ask('POST', '/chat/completions', asked)).status).toBe(200);
    });
  },
);

/** Stops a worker during answers, adds its reported states to `seen`, restarts it and returns the answers. */
async function drained(ending: ChaosServer, seeds: readonly number[], seen: Set<string>): Promise<number[][]> {
  const before = await stepsOf(ending);
  const answers = seeds.map((seed) => streamedAnswer(api, seed, TOKENS));
  await expect.poll(() => stepsOf(ending), minute).toBeGreaterThan(before + 20);
  const stopped = ending.stop().then(() => true);
  while (!(await Promise.race([stopped, listedSoon()]))) {
    const { text, status } = await ending.ask('GET', '/readyz').catch(() => ({ text: '', status: 0 }));
    if (status === 503) seen.add(JSON.parse(text).error.message);
    for (const one of await listed()) seen.add(one);
    if (await statusOf(ending, '/livez').catch(() => 0)) seen.add('alive');
  }
  const done = await Promise.all(answers);
  await ending.spawn();
  await ending.up();
  return done;
}

/** Returns the role and state of each worker that the API replica has heard. */
async function listed(): Promise<string[]> {
  const { data } = await api.call('GET', '/preview/workers');
  return data.map(({ role, state }: { role: string; state: string }) => `${role} ${state}`);
}

async function listedSoon(): Promise<false> {
  await new Promise((done) => setTimeout(done, 20));
  return false;
}

/** Returns the JSON answer of HAProxy, or null if it is not JSON. */
async function balanced(path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(cluster.baseUrl + path, { headers, ...sent });
  return answer.json().catch(() => null);
}

/** Returns the status of a path at the root, as of workers and probes. */
async function statusOf(server: ChaosServer, path: string): Promise<number> {
  return (await fetch(new URL(path, server.baseUrl!))).status;
}

function computeProcesses(server: ChaosServer): number {
  const children = execFileSync('pgrep', ['-aP', String(server.pid)], { encoding: 'utf8' });
  return children.split('\n').filter((line) => line.includes('worker/process')).length;
}
