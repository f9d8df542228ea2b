import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { openStore } from '../../src/store/store.ts';
import { DATABASES } from '../store/databases.ts';
import { isLong } from '../tier.ts';
import { followUpdates, type UpdateEvent } from './update-stream.ts';

// Kills the program that users start while it works.

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
/** Number of kills. */
const deaths = 2;

let folder: string;
beforeAll(() => {
  execFileSync(process.execPath, [setUp]);
  folder = mkdtempSync(join(tmpdir(), 'daybreak-resumed-'));
  writeToyModel(join(folder, 'toy'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; baseUrl: string; exited: Promise<unknown> }> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toContain('Ctrl-C stops the server.');
  return { child, baseUrl: /address +(\S+)/.exec(output)?.[1] ?? '', exited: once(child, 'exit') };
}

/** Creates artifacts until the server is gone. Returns the acknowledged ids. */
async function work(baseUrl: string, key: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'data' });
  const made: string[] = [];
  for (;;) {
    try {
      const response = await fetch(`${baseUrl}/preview/artifacts`, { method: 'POST', headers, body });
      made.push(((await response.json()) as { id: string }).id);
    } catch {
      return made;
    }
  }
}

/** A start on PostgreSQL takes seconds. In `npm test`, test/store covers its kills. */
const databases = DATABASES.filter(({ name }) => isLong || name === 'SQLite');

describe.each(databases)('the stream of changes on $name', ({ name, create, available }) => {
  test.skipIf(!available)('continues after each kill of the server, without gaps or duplicates', async () => {
    const database = await create();
    const home = join(folder, name);
    const { address } = database;
    const env: NodeJS.ProcessEnv = { ...process.env, DAYBREAK_HOME: home, DAYBREAK_PORT: '0' };
    env.DAYBREAK_MODEL = join(folder, 'toy');
    if ('url' in address) env.DATABASE_URL = address.url;
    const told: UpdateEvent[] = [];
    const made: string[] = [];
    let after: string | undefined;
    for (let life = 0; life <= deaths; life++) {
      const { child, baseUrl, exited } = await start(env);
      const key = readFileSync(join(home, 'api-key'), 'utf8').trim();
      const stream = await followUpdates(baseUrl, key, { after });
      const working = Promise.all([work(baseUrl, key), work(baseUrl, key), work(baseUrl, key)]);
      await stream.until((so) => so.length >= 40 + 10 * life);
      child.kill('SIGKILL');
      await Promise.all([exited, stream.ended]);
      made.push(...(await working).flat());
      told.push(...stream.events);
      after = told.at(-1)?.id;
    }
    const { child, baseUrl, exited } = await start(env);
    const last = await followUpdates(baseUrl, readFileSync(join(home, 'api-key'), 'utf8').trim(), { after });
    const sqliteFile = join(home, 'daybreak.sqlite');
    const store = await openStore('url' in address ? address : { sqliteFile });
    const newest = (await store.updates.newest(['local'])).get('local')!;
    await last.until((so) => [...told, ...so].length >= newest);
    told.push(...last.events);
    expect(told.map(({ id }) => Number(id))).toEqual(Array.from({ length: newest }, (_, i) => i + 1));
    expect(told.every(({ data }) => data.type === 'artifact')).toBe(true);
    const ids = told.map(({ data }) => data.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(made.filter((id) => !ids.includes(id))).toEqual([]);
    expect(made.length).toBeGreaterThan(100);
    last.close();
    await store.close();
    child.kill('SIGTERM');
    await exited;
    await database.drop();
  });
});
