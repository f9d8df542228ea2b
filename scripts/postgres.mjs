import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { endsWithUs, freePort } from './engine-process.mjs';
import { cacheFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';

/** Folder for the unpacked server, if the machine has none. */
const postgresFolder = join(cacheFolder, 'postgres');
const stampFile = join(postgresFolder, 'version.json');
/** Version of the way of unpacking; older folders are unpacked again. */
const recipe = 1;

/** Packages to unpack: the server and its libraries, without those for Perl cluster scripts and JIT compilation. */
const keep = /^(postgresql(-client)?-\d+|lib(?!perl|llvm|z3|c-l10n|.*-perl$).*)$/;

/**
 * Starts a PostgreSQL server for tests on its own port of 127.0.0.1, with its own data, which `stop()` removes.
 * PostgreSQL refuses to run as root, so tests run by root start it as `nobody`.
 *
 * `isDurable`: committed data survives `kill()` and `start()`.
 *
 * @returns {Promise<{ url: string, pid: number, kill(): Promise<void>, start(): Promise<void>, stop(): Promise<void>
 *   }>}
 */
export async function startPostgres({ programs, isDurable = false } = {}) {
  const user = unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-postgres-'));
  let server;
  const abandon = () => {
    server?.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  try {
    if (user) await chown(folder, user.uid, user.gid);
    const { bin, env } = await reachable(user, programs ?? (await postgresPrograms()), folder);
    const data = join(folder, 'data');
    const password = randomBytes(12).toString('hex');
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (user) await chown(passwordFile, user.uid, user.gid);

    const options = { ...user, cwd: folder, env: { ...env, LC_ALL: 'C', HOME: folder } };
    const access = ['--auth=scram-sha-256', '--username=daybreak', `--pwfile=${passwordFile}`];
    await run(join(bin, 'initdb'), ['-D', data, '--no-sync', '--no-locale', '--encoding=UTF8', ...access], options);

    const port = await freePort();
    const [program, ...args] = [...endsWithUs('INT'), join(bin, 'postgres'), '-D', data, ...settings(port, isDurable)];
    const start = async () => {
      server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
      await untilReady(server);
    };
    await start();
    return {
      url: `postgres://daybreak:${password}@127.0.0.1:${port}/postgres`,
      get pid() {
        return server.pid;
      },
      kill: () => killed(server),
      start,
      async stop() {
        process.off('exit', abandon);
        await ended(server, 'SIGINT'); // "fast shutdown": connections are cut, without waiting
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    process.off('exit', abandon);
    abandon();
    if (error instanceof SetupError) throw error;
    throw new SetupError(`PostgreSQL does not start: ${error.message}`);
  }
}

function settings(port, isDurable) {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 60,
    shared_buffers: '32MB',
    jit: 'off',
    timezone: 'GMT', // the only zone that needs no time zone files
    log_timezone: 'GMT',
    // A test's database need not survive a crash of the machine, and rarely one of the server.
    fsync: 'off',
    synchronous_commit: isDurable ? 'on' : 'off',
    full_page_writes: 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function untilReady(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const timer = setTimeout(() => reject(new Error(`not ready after 60 s: ${log}`)), 60_000);
    const settle = (settled) => (value) => {
      clearTimeout(timer);
      settled(value);
    };
    server.stderr.setEncoding('utf8').on('data', (text) => {
      if (log.length < 10_000) log += text; // keep reading, so that a full pipe never blocks the server
      if (log.includes('ready to accept connections')) settle(resolve)();
    });
    server.on('error', settle(reject));
    server.on('exit', () => settle(reject)(new Error(log.trim().split('\n').slice(-4).join('\n'))));
  });
}

/** Kills the server and its children with SIGKILL, so that writes stop midway and connections break. */
async function killed(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = new Promise((resolve) => server.once('exit', resolve));
  // Stopped first, so that it starts no further children.
  server.kill('SIGSTOP');
  const pids = await run('pgrep', ['-P', String(server.pid)]).catch(() => '');
  const children = pids.split('\n').filter(Boolean).map(Number);
  server.kill('SIGKILL');
  for (const child of children) {
    try {
      process.kill(child, 'SIGKILL');
    } catch {
      // The child has already ended.
    }
  }
  await end;
  // A new server does not start while a child still holds the shared memory.
  while (children.some(isAlive)) await sleep(5);
}

function isAlive(pid) {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

async function ended(server, signal) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  const timer = setTimeout(() => server.kill('SIGQUIT'), 10_000);
  await end;
  clearTimeout(timer);
}

/** Returns the ids of `nobody` if this user is root, else undefined: other users run the server themselves. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!entry)
    throw new SetupError(
      'PostgreSQL refuses to run as root and there is no user nobody: run the tests as another user',
    );
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/**
 * Returns the folder of PostgreSQL's programs, and the variables they must be started with: the machine's newest
 * version, or else Debian's, unpacked into the cache folder.
 */
export async function postgresPrograms() {
  const debian = '/usr/lib/postgresql';
  for (const version of versionsIn(debian)) {
    const bin = join(debian, version, 'bin');
    if (isServer(bin)) return { bin, env: process.env };
  }
  const inPath = (process.env.PATH ?? '').split(delimiter).find((folder) => folder && isServer(folder));
  if (inPath) return { bin: inPath, env: process.env };
  return await unpackPostgres();
}

/** Like `postgresPrograms`, but always unpacks Debian's. */
export async function unpackPostgres() {
  const files = join(postgresFolder, 'files');
  if (!existsSync(stampFile) || JSON.parse(await readFile(stampFile, 'utf8')).recipe !== recipe) {
    const packages = await unpackDebianPackages(files, ['postgresql'], { keep });
    await writeFile(stampFile, JSON.stringify({ recipe, packages }, undefined, 2));
  }
  const [version] = versionsIn(join(files, 'usr/lib/postgresql'));
  const libraries = ['usr/lib', 'lib'].map((folder) => join(files, folder, libraryTriplet));
  return {
    bin: join(files, 'usr/lib/postgresql', version, 'bin'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries.join(delimiter) },
    files,
  };
}

/**
 * Returns the programs at a path that the server's user can read. Other users cannot read a working copy in root's
 * home, so the files are then copied beside the data.
 */
async function reachable(user, programs, folder) {
  if (!user || !programs.files) return programs;
  const [program, options] = [join(programs.bin, 'postgres'), { ...user, cwd: folder, env: programs.env }];
  const starts = await run(program, ['--version'], options).then(Boolean, () => false);
  if (starts) return programs;
  const copy = join(folder, 'files');
  await run('cp', ['-a', programs.files, copy]);
  await run('chmod', ['-R', 'a+rX', copy]);
  const moved = (path) => path.replaceAll(programs.files, copy);
  return {
    bin: moved(programs.bin),
    env: { ...programs.env, LD_LIBRARY_PATH: moved(programs.env.LD_LIBRARY_PATH) },
  };
}

function isServer(folder) {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

function versionsIn(folder) {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^\d+$/.test(name))
        .sort((a, b) => Number(b) - Number(a))
    : [];
}
