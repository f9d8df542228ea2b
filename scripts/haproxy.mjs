import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { endsWithUs, freePort } from './engine-process.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** Folder for the unpacked HAProxy, if the machine has none. */
const folder = join(cacheFolder, 'haproxy');
/** Packages to unpack: HAProxy and its libraries. Its package also depends on account tools, not needed here. */
const keep = /^(haproxy|lib(?!perl|pam|semanage|sepol|audit|.*-perl$).*)$/;

/**
 * Starts HAProxy on 127.0.0.1 in front of running servers (`host:port`), with the settings of `deploy/haproxy.cfg`.
 *
 * @param {{ servers: readonly string[], file: string }} options `file`: the path to write the settings to
 * @returns {Promise<{ url: string, stop(): Promise<void> }>} resolves when a server is ready
 * @throws {SetupError} if HAProxy cannot be installed or does not start
 */
export async function startHaproxy({ servers, file }) {
  const { program, env } = await haproxyProgram();
  const port = await freePort();
  const shipped = await readFile(join(rootFolder, 'deploy/haproxy.cfg'), 'utf8');
  await writeFile(file, settingsFor(shipped, { port, servers, socket: `${file}.sock` }));
  const [first, ...rest] = [...endsWithUs('KILL'), program, '-db', '-f', file];
  const proxy = spawn(first, rest, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  proxy.stderr.setEncoding('utf8').on('data', (text) => {
    if (log.length < 10_000) log += text; // keep reading, so that a full pipe never blocks HAProxy
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/readyz`, proxy, () => log);
  return {
    url,
    async stop() {
      if (proxy.exitCode !== null || proxy.signalCode !== null) return;
      const end = new Promise((resolve) => proxy.once('exit', resolve));
      proxy.kill('SIGKILL');
      await end;
    },
  };
}

/** Returns the shipped settings with test addresses, and with fewer connections, since test machines allow fewer. */
function settingsFor(shipped, { port, servers, socket }) {
  const listed = servers.map((address, n) => `    server api-${n + 1} ${address}`);
  const lines = shipped.split('\n').flatMap((line) => {
    if (/^\s+server api-1 /.test(line)) return listed;
    if (/^\s+server /.test(line)) return [];
    if (/^\s+bind /.test(line)) return [`    bind 127.0.0.1:${port}`];
    if (/^\s+maxconn /.test(line)) return ['    maxconn 400'];
    return [line.replace(/^(\s+stats socket) \S+/, `$1 ${socket}`)];
  });
  return lines.join('\n');
}

/** Returns the machine's HAProxy, or Debian's, unpacked into `.cache/haproxy` (47 MB). */
async function haproxyProgram() {
  const places = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/sbin'];
  const own = places.map((place) => join(place, 'haproxy')).find((path) => existsSync(path));
  if (own !== undefined) return { program: own, env: process.env };
  const files = join(folder, 'files');
  const program = join(files, 'usr/sbin/haproxy');
  const libraries = ['usr/lib', 'lib'].map((part) => join(files, part, libraryTriplet));
  return withLock(cacheFolder, 'haproxy', async () => {
    if (!existsSync(program)) {
      console.log('haproxy: unpacking HAProxy into .cache/haproxy');
      await unpackDebianPackages(files, ['haproxy'], { keep });
    }
    if (!existsSync(program)) throw new SetupError("Debian's package haproxy has no program");
    return { program, env: { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) } };
  });
}

async function untilReady(url, proxy, log) {
  let failure = null;
  proxy.on('error', (error) => {
    failure = error.message;
  });
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    if (failure !== null || proxy.exitCode !== null || proxy.signalCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  proxy.kill('SIGKILL');
  throw new SetupError(`HAProxy does not start, or no server is ready: ${failure ?? log().trim().slice(-400)}`);
}
