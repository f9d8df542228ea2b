import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNats } from '../../scripts/nats.mjs';
import { startTestServer } from '../api/test-server.ts';
import { bucketVariables, describeS3 } from '../bucket/s3.ts';
import { newPostgres, type TestDatabase } from '../store/databases.ts';

const lacksPostgres = process.env.DAYBREAK_TEST_POSTGRES_URL === undefined;

let database: TestDatabase;
let nats: Awaited<ReturnType<typeof startNats>>;
let home: string;
beforeAll(async () => {
  if (lacksPostgres) return;
  database = await newPostgres();
  nats = await startNats({ args: ['--user', 'daybreak', '--pass', 'right'] });
  home = await mkdtemp(join(tmpdir(), 'daybreak-refused-'));
});
afterAll(async () => {
  await nats?.stop();
  await database?.drop();
  if (home !== undefined) await rm(home, { recursive: true });
});

await describeS3('a server of a cluster ends its start with one line that names the setting', (s3) => {
  const url = () => new URL((database.address as { url: string }).url);
  const bus = (password: string, port = nats.port) => `nats://daybreak:${password}@127.0.0.1:${port}`;

  /** Returns the error of a start without model files, which are checked after everything else. */
  async function refusal(changes: Record<string, string>): Promise<string> {
    const shared = { ...bucketVariables(s3()), DATABASE_URL: url().href, NATS_URL: bus('right') };
    const models = [{ id: 'toy', path: '/nowhere' }];
    const started = startTestServer({
      home: join(home, randomUUID()),
      models,
      env: { ...shared, DAYBREAK_ROLE: 'worker', ...changes },
    });
    const { message } = await started.then(
      () => new Error('it started'),
      (error: Error) => error,
    );
    expect(message).not.toMatch(/\n|wrong-secret/);
    return message;
  }

  it.skipIf(lacksPostgres)('if NATS or PostgreSQL is unreachable, or refuses the user or its permissions', async () => {
    const name = `user_${randomUUID().replaceAll('-', '')}`;
    const client = new pg.Client({ connectionString: url().href });
    await client.connect();
    await client.query(`create role ${name} login password 'a-secret'`);
    const as = (password: string, pathname = url().pathname) =>
      Object.assign(url(), { username: name, password, pathname }).href;
    const changes: Record<string, string>[] = [
      { NATS_URL: bus('wrong-secret') },
      { NATS_URL: bus('right', 9) },
      { DATABASE_URL: as('wrong-secret') },
      { DATABASE_URL: as('a-secret', '/none-such') },
      { DATABASE_URL: as('a-secret') },
      {},
    ];
    // In parallel, since each start takes two seconds.
    const messages = await Promise.all(changes.map(refusal));
    const [refusedByBus, silentBus, password, lacking, powerless, models] = messages;
    await client.query(`drop role ${name}`);
    await client.end();
    expect(refusedByBus).toMatch(
      /^NATS_URL: NATS at .*: Authorization Violation; allowed: .*, with a user and a password/i,
    );
    expect(silentBus).toMatch(/^NATS_URL: NATS at .* does not answer: .*; allowed: a running NATS server/);
    const refused = 'DATABASE_URL: PostgreSQL refuses this server: ';
    expect(password).toContain(`${refused}password authentication failed`);
    expect(lacking).toContain(`${refused}database "none-such" does not exist`);
    expect(powerless).toMatch(/: permission denied .*; allowed: an existing database, and a user that may create/);
    expect(powerless.startsWith(refused)).toBe(true);
    expect(models).toContain('/nowhere');
  });
});
