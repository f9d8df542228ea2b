import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChaosServer } from '../../scripts/chaos/server.ts';
import { BUCKET, LocalCluster } from '../../scripts/cluster/local-cluster.ts';
import { postgresPrograms } from '../../scripts/postgres.mjs';
import { lacksS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';

const setUp = join(import.meta.dirname, '../../scripts/setup.mjs');
const KEY = 'a-key-of-the-tests-of-a-backup-0123456789-01234';
const named = { project: 'backup', base_model: 'toy' };

let database: TestDatabase;
let databaseUrl: string;
let cluster: LocalCluster;
let s3: S3Client;

describe.skipIf(process.env.DAYBREAK_TEST_POSTGRES_URL === undefined || (await lacksS3()))(
  'a cluster restored from a backup made during a job',
  () => {
    beforeAll(async () => {
      execFileSync(process.execPath, [setUp]);
      database = await newPostgres();
      databaseUrl = 'url' in database.address ? database.address.url : '';
      cluster = await LocalCluster.start({ roles: ['api', 'worker'], key: KEY, databaseUrl, answers: [] });
      const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = cluster.s3.credentials;
      const credentials = { accessKeyId, secretAccessKey };
      s3 = new S3Client({ endpoint: cluster.s3.endpoint, forcePathStyle: true, region: 'us-east-1', credentials });
    }, 300_000);
    afterAll(async () => {
      s3?.destroy();
      await cluster?.stop();
      await database?.drop();
    });

    it('gives the same log-probabilities and finishes the job', async () => {
      const first = await startJob('done', 4);
      await expect.poll(() => statusOf(first.id), { timeout: 120_000 }).toBe('succeeded');
      const before = await logprobs('done');
      const second = await startJob('half', 300);
      await expect.poll(() => stepsOf(second.id), { timeout: 120_000 }).toBeGreaterThan(3);

      // The steps of docs/cluster.md.
      const [dump, copy] = [join(cluster.folder, 'records.dump'), join(cluster.folder, 'files')];
      await worker().stop();
      const steps = await stepsOf(second.id);
      await postgres('pg_dump', ['--format=custom', `--file=${dump}`, databaseUrl]);
      await copyBucket(copy);
      await start(worker());
      await expect.poll(() => stepsOf(second.id), { timeout: 120_000 }).toBeGreaterThan(steps + 3);

      await wipe();
      await restoreBucket(copy);
      const options = ['--clean', '--if-exists', '--exit-on-error', '--single-transaction'];
      await postgres('pg_restore', [...options, `--dbname=${databaseUrl}`, dump]);
      await start(api());
      expect(await stepsOf(second.id)).toBe(steps);
      await start(worker());
      await expect.poll(ready, { timeout: 60_000 }).toEqual(['ready']);

      expect(await logprobs('done')).toEqual(before);
      await expect.poll(() => statusOf(second.id), { timeout: 600_000 }).toMatch(/succeeded|failed/);
      expect(await api().call('GET', `/preview/training-jobs/${second.id}`)).toMatchObject({ error_message: null });
    });
  },
);

const api = () => cluster.servers[0]!;
const worker = () => cluster.servers[1]!;

async function startJob(name: string, lines: number): Promise<{ id: string }> {
  const model = await api().call('POST', '/preview/models', { ...named, name });
  const artifact = await api().call('POST', '/preview/artifacts', { ...named, name: `${name}-data`, entity: 'local' });
  const messages = (index: number) => [
    { role: 'user', content: `red ${index}` },
    { role: 'assistant', content: 'yes' },
  ];
  const data = Array.from({ length: lines }, (_, index) => JSON.stringify({ messages: messages(index) })).join('\n');
  await api().call('PUT', `/preview/artifacts/${artifact.id}/files/train.jsonl`, data);
  const asked = { model_id: model.id, training_data_url: artifact.url, learning_rates: [1e-2] };
  return api().call('POST', '/preview/sft-training-jobs', asked);
}

const statusOf = async (id: string) => (await api().call('GET', `/preview/training-jobs/${id}`)).status;
const stepsOf = async (id: string) => (await api().call('GET', `/preview/training-jobs/${id}`)).steps_done;

/** Returns the log-probabilities of ten tokens of a model's answer. */
async function logprobs(name: string): Promise<number[]> {
  const model = `wandb-artifact:///local/backup/${name}`;
  const asked = { model, messages: [{ role: 'user', content: 'red 1' }], seed: 1, max_tokens: 10, logprobs: true };
  const { choices } = await api().call('POST', '/chat/completions', { ...asked, ignore_eos: true });
  return choices[0].logprobs.content.map(({ logprob }: { logprob: number }) => logprob);
}

async function postgres(program: string, args: string[]): Promise<void> {
  const { bin, env } = await postgresPrograms();
  execFileSync(join(bin, program), args, { env });
}

async function objects(): Promise<string[]> {
  const { Contents = [], IsTruncated } = await s3.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  expect(IsTruncated).toBe(false);
  return Contents.map(({ Key }) => Key!);
}

async function copyBucket(folder: string): Promise<void> {
  for (const key of await objects()) {
    const object = await s3.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), await object.Body!.transformToByteArray());
  }
}

/** Removes everything but the two copies: servers, files, records and caches. */
async function wipe(): Promise<void> {
  await Promise.all(cluster.servers.map((server) => server.killHttp()));
  for (const number of cluster.servers.keys()) rmSync(join(cluster.folder, `server-${number}`), { recursive: true });
  rmSync(cluster.s3.bucketFolder(BUCKET), { recursive: true });
  cluster.s3.makeBucket(BUCKET);
  await postgres('psql', [
    databaseUrl,
    '--quiet',
    '--command=SET client_min_messages TO warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public',
  ]);
}

async function restoreBucket(folder: string): Promise<void> {
  const files = execFileSync('find', ['.', '-type', 'f'], { cwd: folder, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  for (const file of files) {
    const Body = readFileSync(join(folder, file));
    await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: file.slice('./'.length), Body }));
  }
}

async function start(server: ChaosServer): Promise<void> {
  await server.spawn();
  await server.up();
}

async function ready(): Promise<string[]> {
  const { data } = await api().call('GET', '/preview/workers');
  return data.map(({ state }: { state: string }) => state);
}
