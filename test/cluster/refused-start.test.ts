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

  /** The message of a start, whose models are not there: what is wrong with the rest shows before. */
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

  it.skipIf(lacksPostgres)('where the bus refuses it, or is not there', async () => {
    const [refused, silent, neither] = await Promise.all(
      [bus('wrong-secret'), bus('right', 9), bus('right')].map((NATS_URL) => refusal({ NATS_URL })),
    );
    expect(refused).toMatch(
      /^NATS_URL: NATS at .*: Authorization Violation; allowed: a NATS server that runs, with a user and a password/i,
    );
    expect(silent).toMatch(/^NATS_URL: NATS at .* does not answer: .*; allowed: /);
    expect(neither).toContain('/nowhere');
  });

  it.skipIf(lacksPostgres)('where PostgreSQL refuses the user, or what he is to do', async () => {
    const name = `user_${randomUUID().replaceAll('-', '')}`;
    const client = new pg.Client({ connectionString: url().href });
    await client.connect();
    await client.query(`create role ${name} login password 'a-secret'`);
    const as = (password: string, changes: { pathname?: string } = {}) =>
      Object.assign(url(), { username: name, password, ...changes }).href;
    const refused = /^DATABASE_URL: PostgreSQL refuses this server: /;
    const wrong = await refusal({ DATABASE_URL: as('wrong-secret') });
    expect(wrong).toMatch(refused);
    expect(wrong).toContain('password authentication failed');
    expect(await refusal({ DATABASE_URL: as('a-secret', { pathname: '/none-such' }) })).toContain('does not exist');
    const powerless = await refusal({ DATABASE_URL: as('a-secret') });
    expect(powerless).toMatch(refused);
    expect(powerless).toMatch(/permission denied .*; allowed: .* a user of it who may make tables/);
    await client.query(`drop role ${name}`);
    await client.end();
  });
});
