import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newPostgres } from '../store/databases.ts';
import { peerEntry, startTestServer } from './test-server.ts';

test.skipIf(!process.env.DAYBREAK_TEST_POSTGRES_URL)(
  'a second server on the same PostgreSQL database is refused until the first has ended',
  async () => {
    const database = await newPostgres();
    const env = { DATABASE_URL: 'url' in database.address ? database.address.url : '' };
    const start = () => startTestServer({ workerEntry: peerEntry, env });
    const first = await start();
    try {
      await expect(start()).rejects.toThrow(/^DATABASE_URL: another server uses this database/);
      expect((await first.call('GET', '/health')).status).toBe(200);
    } finally {
      await first.end();
    }
    await (await start()).end();
    await database.drop();
  },
);

test('a start with the data folder of another database is reported in the log', async () => {
  const home = await mkdtemp(join(tmpdir(), 'daybreak-other-'));
  await (await startTestServer({ workerEntry: peerEntry, home })).close(0);
  for (const end of ['', '-wal', '-shm']) await rm(join(home, `daybreak.sqlite${end}`), { force: true });
  await writeFile(join(home, 'jobs', 'of-the-other'), 'payload');
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const server = await startTestServer({ workerEntry: peerEntry, home, log });
  expect(lines.join('')).toContain('contains the files of another database');
  await server.end();
});
