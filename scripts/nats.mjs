import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { unpackDebianPackages } from './debian-packages.mjs';
import { endsWithUs, freePort } from './engine-process.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** Folder for the unpacked server, if the machine has none. */
const folder = join(cacheFolder, 'nats');

/**
 * Starts a NATS server for tests on 127.0.0.1: the machine's own program, or else Debian's. `args` are further options
 * of the server, `env` further variables. A given `port` lets it replace a server that has ended.
 *
 * @returns {Promise<{ url: string, port: number, pid: number, start(): Promise<void>, stop(): Promise<void> }>}
 */
export async function startNats({ port, args = [], env = {} } = {}) {
  const program = await natsProgram();
  const chosen = port ?? (await freePort());
  const options = ['--addr', '127.0.0.1', '--port', String(chosen), ...args];
  const [first, ...rest] = [...endsWithUs('KILL'), program, ...options];
  let server;
  const start = async () => {
    server = spawn(first, rest, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env } });
    await untilReady(server);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${chosen}`,
    port: chosen,
    get pid() {
      return server.pid;
    },
    /** Starts another server on the same port, after `stop`. */
    start,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const end = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await end;
    },
  };
}

/** Returns the path of `nats-server`. */
export async function natsProgram() {
  const places = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const own = places.map((place) => join(place, 'nats-server')).find((path) => existsSync(path));
  if (own !== undefined) return own;
  const program = join(folder, 'files/usr/sbin/nats-server');
  return withLock(cacheFolder, 'nats', async () => {
    if (!existsSync(program)) {
      console.log('nats: unpacking nats-server into .cache/nats');
      await unpackDebianPackages(join(folder, 'files'), ['nats-server'], { keep: /^nats-server$/ });
    }
    if (!existsSync(program)) throw new SetupError("Debian's package nats-server has no program");
    return program;
  });
}

function untilReady(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`NATS is not ready after 60 s: ${log}`)), 60_000);
    const settle = (settled) => (value) => {
      clearTimeout(timer);
      settled(value);
    };
    server.stderr.setEncoding('utf8').on('data', (text) => {
      if (log.length < 10_000) log += text; // keep reading, so that a full pipe never blocks the server
      if (log.includes('Server is ready')) settle(resolve)();
    });
    server.on('error', settle(reject));
    server.on('exit', () => settle(reject)(new Error(`NATS does not start: ${log.trim().slice(-400)}`)));
  });
}
