import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { BUCKET, bucketVariables, cachedFiles, describeS3, objectsOf, wipeCache } from './s3.ts';

const url = (server: TestServer, artifact: string) => `${server.baseUrl}/preview/artifacts/${artifact}/files/data`;

async function upload(
  server: TestServer,
  body: string,
): Promise<{ id: string; status: number; error?: { code: string } }> {
  const { id } = (await server.call('POST', '/preview/artifacts', { name: 'data' })).body;
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/octet-stream' };
  const response = await fetch(url(server, id), { method: 'PUT', headers, body });
  const { error } = (await response.json()) as { error?: { code: string } };
  return { id, status: response.status, error };
}

async function download(server: TestServer, artifact: string): Promise<string> {
  const response = await fetch(url(server, artifact), { headers: { authorization: `Bearer ${server.key}` } });
  return response.text();
}

await describeS3('a server with a bucket', (s3) => {
  const homes: string[] = [];
  const newHome = async (): Promise<string> => {
    homes.push(await mkdtemp(join(tmpdir(), 'daybreak-bucket-')));
    return homes[homes.length - 1];
  };
  afterEach(async () => {
    for (const home of homes.splice(0)) await rm(home, { recursive: true, force: true });
    Object.assign(process.env, s3().credentials);
    await rm(s3().bucketFolder(BUCKET), { recursive: true });
    s3().makeBucket(BUCKET);
  });
  const start = (home: string, env: Record<string, string>, options: object = {}) =>
    startTestServer({ workerEntry: peerEntry, home, env, ...options });

  test('fails at start with one line without secrets if the bucket cannot be used', async () => {
    await s3().addUser('nobody', 'the-secret-of-nobody');
    const home = await newHome();
    const refused = async (env: Record<string, string>, variables = {}): Promise<string> => {
      Object.assign(process.env, s3().credentials, variables);
      const error = await start(home, { ...bucketVariables(s3()), ...env }).catch((error) => error);
      expect(error.message).toMatch(/^DAYBREAK_S3_BUCKET: the bucket ".*" at .* in .* cannot be used: /);
      expect(error.message).not.toMatch(/\n|secret-of|a-secret/);
      return error.message;
    };
    expect(await refused({ DAYBREAK_S3_BUCKET: 'none-such' })).toContain('the bucket does not exist; create it');
    expect(await refused({ DAYBREAK_S3_REGION: 'eu-central-1' })).toContain('the bucket is in another region');
    expect(await refused({ DAYBREAK_S3_ENDPOINT: 'http://127.0.0.1:9' })).toContain('it is unreachable');
    const user = { AWS_ACCESS_KEY_ID: 'nobody', AWS_SECRET_ACCESS_KEY: 'the-secret-of-nobody' };
    expect(await refused({}, user)).toContain('the credentials lack a permission; they need GetObject, PutObject');
    expect(await refused({}, { ...user, AWS_SECRET_ACCESS_KEY: 'x' })).toContain('the secret key does not match');
    expect(await refused({}, { AWS_ACCESS_KEY_ID: 'unknown' })).toContain('the access key is unknown');
    delete process.env.AWS_ACCESS_KEY_ID;
    expect(await start(home, bucketVariables(s3())).catch(({ message }) => message)).toContain('no AWS credentials');
    expect(await objectsOf(s3())).toEqual([]);
  });

  test('uploads existing files at its first start with the bucket, and downloads them again', async () => {
    const home = await newHome();
    const before = await start(home, {});
    const { id } = await upload(before, 'of the folder');
    await before.close(0);
    expect(await objectsOf(s3())).toEqual([]);
    const said: string[] = [];
    const server = await start(home, bucketVariables(s3()), { say: (text: string) => said.push(text) });
    expect(said).toContain('uploading 1 files and folders of the data folder to the bucket');
    expect(await objectsOf(s3())).toHaveLength(2);
    await wipeCache(home);
    expect(await download(server, id)).toBe('of the folder');
    await server.close(0);
    const again: string[] = [];
    const next = await start(home, bucketVariables(s3()), { say: (text: string) => again.push(text) });
    expect(again.join()).not.toContain('putting');
    await next.close(0);
    // Without the bucket, files would be missing.
    await expect(start(home, {})).rejects.toThrow(
      'DAYBREAK_S3_BUCKET: it is not set, but the files of this database are in a bucket',
    );
  });

  test('refuses the bucket, and the folder, of another database', async () => {
    const [home, other] = [await newHome(), await newHome()];
    const server = await start(home, bucketVariables(s3()));
    await upload(server, 'mine');
    await server.close(0);
    // A second cluster on the same database would do this.
    s3().makeBucket('second');
    const second = start(home, bucketVariables(s3(), 'second'));
    await expect(second).rejects.toThrow(
      /the files of this database are in another bucket; set that bucket, or copy it/,
    );
    expect(await objectsOf(s3(), 'second')).toEqual([]);
    await expect(start(other, bucketVariables(s3()))).rejects.toThrow(/it contains the files of another database/);
    const own = await start(other, {});
    await upload(own, 'kept');
    await own.close(0);
    const kept = await cachedFiles(other);
    for (const end of ['', '-wal', '-shm']) await rm(join(other, `daybreak.sqlite${end}`), { force: true });
    s3().makeBucket('empty');
    const refused = start(other, bucketVariables(s3(), 'empty'));
    await expect(refused).rejects.toThrow(/^DAYBREAK_HOME: .* contains the files of another database/);
    expect(await cachedFiles(other)).toEqual(kept);
    expect(await objectsOf(s3(), 'empty')).toEqual([]);
  });

  test('removes cached files that the bucket lacks at start', async () => {
    const home = await newHome();
    const server = await start(home, bucketVariables(s3()));
    const { id } = await upload(server, 'x');
    await server.close(0);
    const [kept] = await cachedFiles(home);
    const folder = join(home, 'artifacts', id);
    for (const name of ['.tmp-1', 'unknown']) await writeFile(join(folder, name), 'x');
    await writeFile(join(home, 'jobs', 'unknown.json'), 'x');
    const next = await start(home, bucketVariables(s3()));
    expect(await cachedFiles(home)).toEqual([kept]);
    expect(await download(next, id)).toBe('x');
    await next.close(0);
  });

  test('answers 503 to uploads and uncached downloads while S3 is down, and recovers with S3', async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const server = await start(await newHome(), bucketVariables(s3()), { log });
    const [kept, gone] = [await upload(server, 'kept'), await upload(server, 'gone')];
    await wipeCache(server.home);
    expect(await download(server, kept.id)).toBe('kept');
    await s3().kill();
    expect(await download(server, kept.id)).toBe('kept');
    expect(JSON.parse(await download(server, gone.id)).error).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('The object store is currently unavailable'),
    });
    const refused = await upload(server, 'new');
    expect([refused.status, refused.error?.code]).toEqual([503, 'database_unavailable']);
    expect((await server.call('DELETE', `/preview/artifacts/${kept.id}`)).status).toBe(200);
    await s3().start();
    expect(await download(server, gone.id)).toBe('gone');
    expect((await upload(server, 'new')).status).toBe(200);
    const object = (await objectsOf(s3())).find((key) => key.includes(gone.id)) ?? '';
    await wipeCache(server.home);
    await writeFile(join(s3().bucketFolder(BUCKET), object), 'GONE');
    expect(JSON.parse(await download(server, gone.id)).error).toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining(object),
    });
    await server.close(0);
    expect(lines.join('')).not.toContain(s3().credentials.AWS_SECRET_ACCESS_KEY);
    expect(lines.join('')).not.toContain(s3().credentials.AWS_ACCESS_KEY_ID);
    expect(await readFile(join(server.home, 'database-id'), 'utf8')).toMatch(/^[0-9a-f-]{36}\n$/);
  });
});
