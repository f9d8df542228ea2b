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
import { withMore } from '../tier.ts';
import { computeProcessOf } from './hostile-server.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));
/** Longest time of any answer; it ends the test of a hanging server. */
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
  /** Process id of the HTTP process. */
  pid: number;
  /** Requests an unknown path, an operation with a wrong key, and /health. */
  knock(): Promise<void>;
  /** Ends the server with SIGTERM, and returns the exit code. */
  end(): Promise<number | null>;
}

/** Starts a server with its output and log redirected by a shell, such as `2>/dev/full`. */
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

test.each(
  withMore(
    [
      ['standard error', '2>/dev/full'],
      ['standard output', '1>/dev/full'],
    ],
    [['both', '1>/dev/full 2>/dev/full']],
  ),
)('with %s on a full disk the server starts, answers and ends', async (_, redirections) => {
  const server = await startWith(redirections);
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('with closed readers of its output and log the server answers and ends', async () => {
  const server = await startWith('');
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('with closed standard output and error the server answers and ends', async () => {
  const server = await startWith('1>&- 2>&-');
  for (let i = 0; i < 20; i++) await server.knock();
  expect(await server.end()).toBe(0);
});

test('the compute process is restarted even if the log cannot be written', async () => {
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

/** Mounts a disk of 64 KiB that ends with the process. It needs root, or root of a user namespace. */
const ways = [['-m'], ['-U', '-r', '-m']];
const small = (way: string[]) => {
  const script = 'mount -t tmpfs -o size=64k tmpfs /mnt && exec "$@"';
  return ['unshare', ...way, 'sh', '-c', script, 'sh'];
};
const way = ways.find((options) => spawnSync(small(options)[0], [...small(options).slice(1), 'true']).status === 0);

test.skipIf(way === undefined)('the log continues after its disk has room, and reports the lost records', async () => {
  const server = await startWith('2>>/mnt/log', small(way!));
  const log = `/proc/${server.pid}/root/mnt/log`;
  const lines = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
  for (let before = -1; lines().length > before; ) {
    before = lines().length;
    for (let i = 0; i < 20; i++) await server.knock();
  }
  truncateSync(log);
  for (let i = 0; i < 5; i++) await server.knock();
  // The first line may be the rest of a cut one.
  const after = lines()
    .filter((line, i) => i > 0 || line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(after.filter(({ lost }) => lost > 0)).toMatchObject([{ level: 40, code: 'ENOSPC' }]);
  expect(after.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(10);
  expect(await server.end()).toBe(0);
});

test('the log shortens a path to its first 256 characters', async () => {
  const file = join(home, 'log');
  const server = await startWith(`2>${file}`);
  await server.knock();
  const written = () =>
    (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []).map((one) => JSON.parse(one));
  const request = written().find(({ status }) => status === 404);
  expect(request.path).toBe(`/${'x'.repeat(255)}...`);
  expect(await server.end()).toBe(0);
});
