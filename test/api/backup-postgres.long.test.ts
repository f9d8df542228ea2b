import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresPrograms } from '../../scripts/postgres.mjs';
import { newPostgres } from '../store/databases.ts';
import { hashes, useFolders } from './backups.ts';
import { peerEntry, pollEvents, startTestServer, type TestServer } from './test-server.ts';
import { newModel, teach } from './toy-lessons.ts';

const folders = useFolders();
const isThere = process.env.DAYBREAK_TEST_POSTGRES_URL !== undefined;

// The steps of docs/durability.md. test/cluster tests the backup of a cluster.
test.skipIf(!isThere)(
  'a server is restored on another database and folder with pg_dump, pg_restore and tar',
  async () => {
    await using databases = new AsyncDisposableStack();
    const newUrl = async (): Promise<string> => {
      const { address } = databases.adopt(await newPostgres(), (database) => database.drop());
      return 'url' in address ? address.url : '';
    };
    const { bin, env } = await postgresPrograms();
    const postgres = (program: string, ...args: string[]) => execFileSync(join(bin, program), args, { env });
    const start = async (url: string, home: string) =>
      startTestServer({ workerEntry: peerEntry, env: { DATABASE_URL: url }, home });
    const [url, other, home, copy, otherHome] = [
      ...[await newUrl(), await newUrl()],
      ...[await folders(), await folders(), await folders()],
    ];

    const first = await start(url, home);
    const model = await newModel(first, 'm');
    expect((await pollEvents(first, await teach(first, model, 'yes', 6, 1))).at(-1)?.type).toBe('training_ended');
    const checkpoints = async ({ call }: TestServer) =>
      (await call('GET', `/preview/models/${model.id}/checkpoints`)).body.data;
    const before = await checkpoints(first);
    expect(before).toHaveLength(2);
    await first.close(0);

    postgres('pg_dump', '--format=custom', `--file=${copy}/records.dump`, url);
    execFileSync('tar', ['--create', `--file=${copy}/files.tar`, `--directory=${home}`, '.']);
    execFileSync('tar', ['--extract', `--file=${copy}/files.tar`, `--directory=${otherHome}`]);
    expect(await hashes(otherHome)).toEqual(await hashes(home));
    const options = ['--clean', '--if-exists', '--exit-on-error', '--single-transaction', `--dbname=${other}`];
    postgres('pg_restore', ...options, `${copy}/records.dump`);

    const second = await start(other, otherHome);
    expect(second.key).toBe(first.key);
    expect(await checkpoints(second)).toEqual(before);
    await second.end();
  },
);
