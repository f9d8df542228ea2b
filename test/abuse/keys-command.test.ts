import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type KeyCommand, readKeyCommand } from '../../src/app/key-arguments.ts';
import { peerEntry, startTestServer, type TestServer } from '../api/test-server.ts';
import { newPostgres } from '../store/databases.ts';

const program = fileURLToPath(new URL('../../src/app/keys.ts', import.meta.url));

const servers = [
  { name: 'SQLite', available: true, database: async () => null },
  { name: 'PostgreSQL', available: process.env.DAYBREAK_TEST_POSTGRES_URL !== undefined, database: newPostgres },
];

for (const { name, available, database } of servers) {
  describe.skipIf(!available)(`npm run keys beside a running server on ${name}`, () => {
    let server: TestServer;
    let drop = async (): Promise<void> => {};
    let env: Record<string, string> = {};

    beforeAll(async () => {
      const own = await database();
      if (own !== null) {
        drop = own.drop;
        env = { DATABASE_URL: (own.address as { url: string }).url };
      }
      server = await startTestServer({ workerEntry: peerEntry, env });
    });
    afterAll(async () => {
      await rm(server.home, { recursive: true });
      await drop();
    });

    async function keys(...args: string[]): Promise<{ out: string; said: string }> {
      const all = { ...process.env, ...env, DAYBREAK_HOME: server.home };
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env: all });
      return { out: stdout.trim(), said: stderr };
    }

    const status = async (key: string, path = '/models'): Promise<number> => {
      return (await server.call('GET', path, undefined, { authorization: `Bearer ${key}` })).status;
    };

    test('create prints the key once, and it works at once with its scopes and owner', async () => {
      const { out: key, said } = await keys('create', '--owner', 'bob', '--name', 'laptop', '--scopes', 'chat');
      expect(key).toMatch(/^db_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/);
      expect(said).toContain('owner bob  name "laptop"  scopes chat  valid  expires never');
      expect(said).not.toContain(key);
      expect([await status(key), await status(key, '/preview/models')]).toEqual([200, 403]);
      const { out } = await keys('list');
      expect(out).toContain(`${key.split('_')[1]}  owner bob`);
      expect(out).toContain('owner local  name "first key"  scopes admin');
      expect(out).not.toContain(key);
    });

    test('revoke ends a key within a second', async () => {
      const { out: key } = await keys('create', '--owner', 'bob', '--expires', '30d');
      expect(await status(key)).toBe(200);
      const { said } = await keys('revoke', key.split('_')[1]);
      expect(said).toContain('revoked');
      await sleep(1_000);
      expect(await status(key)).toBe(401);
      await expect(keys('revoke', 'nothing')).rejects.toMatchObject({
        code: 1,
        stderr: "keys: There is no key 'nothing'.\n",
      });
    });

    test('rotate creates a successor, and the old key stays valid for a time', async () => {
      const { out: old } = await keys('create', '--owner', 'eve', '--name', 'ci');
      const { out: fresh, said } = await keys('rotate', old.split('_')[1]);
      expect(said).toMatch(/new key \w{12} {2}owner eve {2}name "ci" {2}scopes chat,train {2}valid/);
      expect([await status(old), await status(fresh)]).toEqual([200, 200]);
      await expect(keys('rotate', old.split('_')[1])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`its successor is '${fresh.split('_')[1]}'`),
      });
      await keys('rotate', fresh.split('_')[1], '--keep', '0m');
      await sleep(1_000);
      expect(await status(fresh)).toBe(401);
    });

    // Last, because it drops a table.
    test('older tables are refused while a server runs, and migrated without one', async () => {
      await change("drop table removals; delete from migrations where name = '0009-removals'");
      await expect(keys('list')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^keys: The database has the tables of an older version\. A server is using it: start that server with this version first\. \(.*\)\n$/,
        ),
      });
      await expect(change('select * from removals')).rejects.toThrow(/removals/);
      await server.close(0);
      expect((await keys('list')).out).toContain('first key');
      await change('select * from removals');
      await change("insert into migrations (name) values ('9999-of-tomorrow')");
      const newer = 'The database has the tables of a newer version (9999-of-tomorrow); use that version.';
      await expect(keys('list')).rejects.toMatchObject({ code: 1, stderr: `keys: ${newer}\n` });
      await expect(startTestServer({ workerEntry: peerEntry, env, home: server.home })).rejects.toThrow(newer);
    });

    async function change(sql: string): Promise<void> {
      if (env.DATABASE_URL === undefined) {
        const database = new DatabaseSync(join(server.home, 'daybreak.sqlite'), { timeout: 5_000 });
        try {
          database.exec(sql);
        } finally {
          database.close();
        }
        return;
      }
      const client = new pg.Client({ connectionString: env.DATABASE_URL });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    }
  });
}

test('npm run keys in a folder without a database fails and says so', async () => {
  const env = { ...process.env, DAYBREAK_HOME: fileURLToPath(new URL('.', import.meta.url)), DATABASE_URL: '' };
  const listed = promisify(execFile)(process.execPath, [program, 'list'], { env });
  await expect(listed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('there is no database in') });
});

test('npm run keys reports an unreachable database without its password', async () => {
  const env = { ...process.env, DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/db' };
  const listed = promisify(execFile)(process.execPath, [program, 'list'], { env });
  const { stdout, stderr } = await listed.catch((error: { stdout: string; stderr: string }) => error);
  expect(stderr).toMatch(/^keys: The database is currently unreachable\./);
  expect(stdout + stderr).not.toContain('hunter2');
});

const now = Date.parse('2027-01-01T00:00:00Z');

test.each<[string, KeyCommand]>([
  ['', { kind: 'help' }],
  ['create --owner a', { kind: 'create', owner: 'a', name: '', scopes: ['chat', 'train'], expires: null }],
  [
    'create --owner a@b.c --scopes admin,chat,chat --expires 2027-01-31',
    { kind: 'create', owner: 'a@b.c', name: '', scopes: ['admin', 'chat'], expires: '2027-01-31T00:00:00.000Z' },
  ],
  ['rotate x --keep 90m', { kind: 'rotate', id: 'x', keepMs: 5_400_000, expires: undefined }],
  ['list --json', { kind: 'list', json: true }],
  ['rotate x --expires never', { kind: 'rotate', id: 'x', keepMs: 86_400_000, expires: null }],
])('the arguments "%s" are parsed', (line, command) => {
  expect(readKeyCommand(line.split(' ').filter(Boolean), now)).toEqual(command);
});

test.each<[string, string | RegExp]>([
  ['create', '--owner is missing'],
  ['create --owner -', '--owner'],
  ['create --owner a/b', '--owner: allowed are'],
  ['create --owner a --scopes chat,root', '"root" is not a scope; allowed are chat, train, metrics, admin'],
  ['create --owner a --scopes ', '"" is not a scope'],
  [
    'create --owner a --expires yesterday',
    '--expires: "yesterday" is not a time; allowed are 90m, 12h, 30d, a date such as 2027-01-31, and never',
  ],
  ['create --owner a --expires 5', 'allowed are 90m'],
  ['rotate a --keep never', '--keep: "never" is not a time; allowed are such as 90m, 12h and 30d'],
  ['create --owner a --expires 0d', 'not within'],
  ['create --owner a --expires 2026-12-31', 'not within'],
  [
    'create --owner a --colour red',
    /^--colour is not an option; allowed are --owner, --name, --scopes, --expires, --keep, --json, --help$/,
  ],
  ['list -x', /^-x is not an option; allowed are/],
  ['create --owner', /^--owner needs a value$/],
  ['create --owner --name a', /^--owner needs a value$/],
  ['--help=3', /^--help takes no value$/],
  ['create laptop --owner a', 'set the name by --name'],
  ['revoke', 'the id of one key'],
  ['revoke a b', 'the id of one key'],
  ['delete a', 'allowed are create, list, revoke and rotate'],
])('the arguments "%s" are refused: %s', (line, why) => {
  expect(() => readKeyCommand(line.split(' '), now)).toThrow(why);
});
