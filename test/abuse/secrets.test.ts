import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import knex from 'knex';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestServer } from '../api/test-server.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';
import { newKey, startAbuseServer } from './abuse-server.ts';
import { as } from './owner-records.ts';
import { head, portOf, sendRaw } from './raw-http.ts';

const marker = (name: string): string => `${name}-${randomBytes(12).toString('hex')}`;

/** Values that no log may contain: keys, environment variables and content of users. */
const secrets = {
  configuredKey: `${marker('configured-key')}-of/forty+characters`,
  wrongKey: `db_${'a'.repeat(12)}_${randomBytes(24).toString('hex')}x`,
  hubToken: marker('hf'),
  wandbKey: marker('wandb'),
  cookie: marker('cookie'),
  apiKeyHeader: marker('header'),
  queryKey: marker('query'),
  prompt: marker('prompt'),
  trained: marker('trained'),
  uploaded: marker('uploaded'),
  role: marker('role'),
  signature: marker('signature'),
  urlPassword: marker('password'),
};

const databases = [
  { name: 'SQLite', available: true, create: async () => null },
  { name: 'PostgreSQL', available: process.env.DAYBREAK_TEST_POSTGRES_URL !== undefined, create: newPostgres },
];

for (const { name, available, create } of databases) {
  describe.skipIf(!available)(`a server with log level trace on ${name}`, () => {
    let server: TestServer;
    let database: TestDatabase | null;
    let folder: string;
    let web: Server;
    let webPort: number;
    const lines: string[] = [];
    const answers: string[] = [];
    const keys: string[] = [];

    beforeAll(async () => {
      database = await create();
      folder = await mkdtemp(join(tmpdir(), 'daybreak-secrets-'));
      const script = join(folder, 'peer.json');
      await writeFile(script, JSON.stringify({ dieAtSteps: [2] }));
      web = createServer((request, response) => {
        if (request.url?.startsWith('/away')) {
          response.writeHead(302, { location: `ftp://u:${secrets.urlPassword}@h/x?sig=${secrets.signature}` }).end();
        } else if (request.url?.startsWith('/data')) response.end(rows(secrets.trained));
        else if (request.url?.startsWith('/bytes')) response.end(Buffer.from([0xff, 0xfe]));
        else response.writeHead(403).end(secrets.signature);
      });
      await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
      webPort = (web.address() as AddressInfo).port;
      const tee = (chunk: unknown): boolean => lines.push(String(chunk)) > 0;
      vi.spyOn(process.stdout, 'write').mockImplementation(tee);
      vi.spyOn(process.stderr, 'write').mockImplementation(tee);
      // Stricter than the program, which also redacts: no secret may reach the logger.
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
      const env = {
        PEER_SCRIPT: script,
        DAYBREAK_API_KEY: secrets.configuredKey,
        DAYBREAK_ARTIFACT_HOSTS: `127.0.0.1:${webPort}`,
        HF_TOKEN: secrets.hubToken,
        WANDB_API_KEY: secrets.wandbKey,
        ...(database === null ? {} : { DATABASE_URL: (database.address as { url: string }).url }),
      };
      server = await startAbuseServer({ slowBodyMs: 300 }, { log, env });
    });
    afterAll(async () => {
      vi.restoreAllMocks();
      web.close();
      await rm(folder, { recursive: true });
      // The test breaks a table, so contract faults of responses are not checked.
      await server.close(0);
      await rm(server.home, { recursive: true, force: true });
      await database?.drop();
    });

    const call = async (...[method, path, body, headers]: Parameters<TestServer['call']>) => {
      const answer = await server.call(method, path, body, headers);
      answers.push(JSON.stringify(answer.body));
      return answer;
    };

    async function ended(id: string): Promise<string> {
      for (;;) {
        const { body } = await call('GET', `/preview/training-jobs/${id}`);
        if (!['queued', 'running'].includes(body.status)) return body.status;
        await sleep(50);
      }
    }

    test('answers valid and invalid requests of every kind', async () => {
      const chat = { messages: [{ role: 'user', content: secrets.prompt }], max_tokens: 2 };
      const odd = { cookie: `session=${secrets.cookie}`, 'x-api-key': secrets.apiKeyHeader };
      expect((await call('POST', '/chat/completions', chat, odd)).status).toBe(200);
      expect((await call('POST', '/chat/completions', { ...chat, stream: true }, odd)).status).toBe(200);
      expect((await call('POST', '/chat/completions', { ...chat, temperature: secrets.prompt })).status).toBe(400);
      expect((await call('POST', '/chat/completions', { ...chat, model: secrets.prompt })).status).toBe(404);
      expect((await call('POST', '/chat/completions', { ...chat, [secrets.prompt]: 1 })).status).toBe(200);
      const wrong = { authorization: `Bearer ${secrets.wrongKey}` };
      expect((await call('GET', '/models', undefined, wrong)).status).toBe(401);
      expect((await call('GET', `/preview/models?api_key=${secrets.queryKey}`)).status).toBe(200);
      const { wrongKey, configuredKey } = secrets;
      const escaped = configuredKey.replaceAll(/\W/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
      for (const key of [
        wrongKey,
        wrongKey.replace('_', '%5F'),
        configuredKey,
        encodeURIComponent(configuredKey),
        escaped,
      ]) {
        expect((await call('GET', `/models/${key}`)).status).toBe(404);
      }
      expect((await call('GET', '/models', undefined, { 'x-request-id': wrongKey })).status).toBe(200);
      const json = 'Content-Type: application/json';
      const path = '/v1/chat/completions';
      await sendRaw(portOf(server), [head('POST', path, secrets.configuredKey, json, 'Content-Length: 9'), '{']);
      await sendRaw(portOf(server), [
        `GET / HTTP/1.1\r\nAuthorization: Bearer ${secrets.configuredKey}\r\n\x00\r\n\r\n`,
      ]);
      const broken = `{"messages": ${secrets.prompt}`;
      const length = `Content-Length: ${broken.length}`;
      const close = 'Connection: close';
      await sendRaw(portOf(server), [head('POST', path, secrets.configuredKey, json, length, close), broken]);
      keys.push(await newKey(server, { owner: 'bob' }, database?.address));
      expect((await as(server, keys[0])('POST', '/chat/completions', chat)).status).toBe(200);

      const { body: model } = await call('POST', '/preview/models', { base_model: 'toy', project: 'p', name: 'm' });
      const choice = { role: 'assistant', content: secrets.trained };
      const trajectory = (reward: number) => ({ messages_and_choices: [chat.messages[0], choice], reward });
      const groups = [{ trajectories: [trajectory(0), trajectory(1)] }];
      await call('POST', `/preview/models/${model.id}/log`, { split: 'val', trajectory_groups: groups });
      const url = (where: string) => `http://127.0.0.1:${webPort}/${where}?X-Signature=${secrets.signature}`;
      const states: Record<string, string> = {};
      for (const where of ['data', 'away', 'gone', 'bytes']) {
        const sft = { model_id: model.id, training_data_url: url(where) };
        const { status, body } = await call('POST', '/preview/sft-training-jobs', sft);
        expect([where, status]).toEqual([where, 200]);
        states[where] = await ended(body.id);
        await call('GET', `/preview/training-jobs/${body.id}/events`);
      }
      // The compute process died once under the first job.
      expect(states).toEqual({ data: 'succeeded', away: 'failed', gone: 'failed', bytes: 'failed' });
      for (const bad of [
        `https://u:${secrets.urlPassword}@h/?${secrets.signature}`,
        `https://[${secrets.urlPassword}?${secrets.signature}`,
        `sftp://u:${secrets.urlPassword}@h/`,
      ]) {
        const sft = { model_id: model.id, training_data_url: bad };
        expect((await call('POST', '/preview/sft-training-jobs', sft)).status).toBe(422);
      }

      const { body: artifact } = await call('POST', '/preview/artifacts', { name: 'data' });
      await fetch(`${server.baseUrl}/preview/artifacts/${artifact.id}/files/train.jsonl`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${secrets.configuredKey}` },
        body: Buffer.from(`{"messages": "${secrets.uploaded}`),
      });
      const sft = { model_id: model.id, training_data_url: artifact.url };
      expect(await ended((await call('POST', '/preview/sft-training-jobs', sft)).body.id)).toBe('failed');
      const { body: next } = await call('POST', '/preview/artifacts', { name: 'data' });
      await fetch(`${server.baseUrl}/preview/artifacts/${next.id}/files/train.jsonl`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${secrets.configuredKey}` },
        body: Buffer.from(`{"messages": [{"role": "${secrets.role}", "content": "a"}]}`),
      });
      const quoted = { ...sft, training_data_url: next.url };
      expect(await ended((await call('POST', '/preview/sft-training-jobs', quoted)).body.id)).toBe('failed');

      await breakTable();
      expect(
        (await call('POST', '/preview/sft-training-jobs', { ...sft, training_data_url: url('data') })).status,
      ).toBe(500);
      expect((await call('GET', '/preview/training-jobs')).status).toBe(500);
      expect(lines.join('')).toContain('the device failed under a job');
      expect(lines.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(0);
    });

    /** Causes an internal error by renaming a column. */
    async function breakTable(): Promise<void> {
      const db =
        database === null
          ? knex({
              client: 'better-sqlite3',
              connection: { filename: join(server.home, 'daybreak.sqlite') },
              useNullAsDefault: true,
            })
          : knex({ client: 'pg', connection: (database.address as { url: string }).url });
      await db.raw('alter table jobs rename column config to something_else');
      await db.destroy();
    }

    test('writes no secret to its log or output', () => {
      const text = lines.join('\n');
      const all = { ...secrets, firstKey: server.key, createdKey: keys[0], ...databasePassword() };
      const found = Object.entries(all).filter(([, secret]) => text.includes(secret));
      expect(found.map(([what]) => what)).toEqual([]);
      // The log has requests and faults.
      expect(lines.length).toBeGreaterThan(30);
      expect(text).toContain('/v1/models/db_...');
      expect(text).toContain('"/v1/models/..."');
    });

    test('returns no key and no password to a caller', () => {
      const text = answers.join('\n');
      // The URL password was sent in the place of a host.
      const { wrongKey, configuredKey, prompt, trained, uploaded, role, queryKey, urlPassword, ...others } = secrets;
      const never = { ...others, key: keys[0], ...databasePassword() };
      expect(Object.entries(never).filter(([, secret]) => text.includes(secret))).toEqual([]);
      // A key in the path is repeated twice per request, as the caller sent it.
      expect(text.split(wrongKey).length - 1).toBeLessThanOrEqual(4);
      expect(text.split(configuredKey).length - 1).toBeLessThanOrEqual(6);
      expect(text).not.toContain(server.home);
      expect(text).not.toMatch(/node_modules|\n\s+at /);
    });

    test('stores no key in plain text in any file or row', async () => {
      for (const path of await readdir(server.home, { recursive: true })) {
        const bytes = await readFile(join(server.home, path)).catch(() => Buffer.alloc(0));
        for (const key of [secrets.configuredKey, keys[0]]) expect([path, bytes.includes(key)]).toEqual([path, false]);
      }
      if (database === null) return;
      const db = knex({ client: 'pg', connection: (database.address as { url: string }).url });
      const rows_ = JSON.stringify(await db('keys'));
      await db.destroy();
      for (const key of [secrets.configuredKey, keys[0]]) expect(rows_).not.toContain(key.slice(16));
    });

    function databasePassword(): Record<string, string> {
      return database === null ? {} : { databasePassword: new URL((database.address as { url: string }).url).password };
    }
  });
}

function rows(answer: string): string {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: answer },
  ];
  return `${JSON.stringify({ messages })}\n`.repeat(5);
}
