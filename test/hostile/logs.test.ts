import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { computeProcessOf } from './hostile-server.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
/** The longest time that any answer may take here; a server that hangs takes for ever. */
const patienceMs = 60_000;

let home: string;
const children: ChildProcess[] = [];
beforeAll(() => {
  execFileSync(process.execPath, [setUp]);
  home = mkdtempSync(join(tmpdir(), 'daybreak-logs-'));
  writeToyModel(join(home, 'toy'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Server {
  child: ChildProcess;
  /** The id of the HTTP process. */
  pid: number;
  /** Asks for a path that is not there, with a key that is none, and for /health. */
  knock(): Promise<void>;
  /** Ends it as its operator would; resolves with the exit code. */
  end(): Promise<number | null>;
}

/** Starts a server with its output and its log where a shell puts them, such as `2>/dev/full`. */
async function startWith(redirections: string, prefix: string[] = []): Promise<Server> {
  const port = await freePort();
  const env = { DAYBREAK_HOME: join(home, 'data'), DAYBREAK_PORT: String(port), DAYBREAK_MODEL: join(home, 'toy') };
  const script = `exec "$0" "$@" ${redirections}`;
  const [command, ...args] = [...prefix, 'sh', '-c', script, process.execPath, main];
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, signal: AbortSignal.timeout(patienceMs) });
  while ((await ask('/health').catch(() => null))?.status !== 200) await sleep(50);
  return {
    child,
    pid: child.pid as number,
    knock: async () => {
      const wrong = { method: 'POST', headers: { authorization: 'Bearer wrong' } };
      expect((await ask(`/${'x'.repeat(8_000)}`)).status).toBe(404);
      expect((await ask('/v1/preview/models', wrong)).status).toBe(401);
      expect((await ask('/health')).status).toBe(200);
    },
    end: async () => {
      child.kill('SIGTERM');
      const [code] = await exited;
      return code;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

test.each([
  ['standard error', '2>/dev/full'],
  ['standard output', '1>/dev/full'],
  ['both', '1>/dev/full 2>/dev/full'],
])('with a full disk under %s the server starts, answers and ends', async (_, redirections) => {
  const server = await startWith(redirections);
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('with nobody to read its output and its log the server answers and ends', async () => {
  const server = await startWith('');
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('without output and log at all the server answers and ends', async () => {
  const server = await startWith('1>&- 2>&-');
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('a compute process that dies comes back though nobody can be told', async () => {
  const server = await startWith('2>/dev/full');
  const compute = computeProcessOf(server.pid) as number;
  process.kill(compute, 'SIGKILL');
  await expect.poll(() => [undefined, compute].includes(computeProcessOf(server.pid))).toBe(false);
  await expect
    .poll(() =>
      server.knock().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await server.end()).toBe(0);
});

/** A disk of 64 KiB, which goes with the process; possible as root, or as the root of a user namespace. */
const ways = [['-m'], ['-U', '-r', '-m']];
const small = (way: string[]) => {
  const script = 'mount -t tmpfs -o size=64k tmpfs /mnt && exec "$@"';
  return ['unshare', ...way, 'sh', '-c', script, 'sh'];
};
const way = ways.find((options) => spawnSync(small(options)[0], [...small(options).slice(1), 'true']).status === 0);

test.skipIf(way === undefined)('the log goes on, and tells what is missing, once its disk has room', async () => {
  const server = await startWith('2>>/mnt/log', small(way!));
  const log = `/proc/${server.pid}/root/mnt/log`;
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  for (let before = -1; lines().length > before; ) {
    before = lines().length;
    for (let i = 0; i < 20; i++) await server.knock();
  }
  truncateSync(log);
  for (let i = 0; i < 5; i++) await server.knock();
  // The first of them may be the end of one that was cut off.
  const after = lines()
    .filter((line, i) => i > 0 || line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(after.filter(({ lost }) => lost > 0)).toMatchObject([{ level: 40, code: 'ENOSPC' }]);
  expect(after.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(10);
  expect(await server.end()).toBe(0);
});

test('a path stands in the log with its first 256 characters only', async () => {
  const file = join(home, 'log');
  const server = await startWith(`2>${file}`);
  await server.knock();
  const written = () =>
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []).map((one) => JSON.parse(one));
  const request = written().find(({ status }) => status === 404);
  expect(request.path).toBe(`/${'x'.repeat(255)}...`);
  expect(await server.end()).toBe(0);
});
