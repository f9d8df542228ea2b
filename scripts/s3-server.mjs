// S3 server for tests, versitygw over a folder: node scripts/s3-server.mjs builds it and prints its path.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithUs, freePort } from './engine-process.mjs';
import { goProgram } from './go-program.mjs';
import { run, SetupError } from './run.mjs';

/**
 * Returns the path of versitygw (42 MiB). The build takes two minutes on two cores; `npm test` starts it with its first
 * tests.
 */
export const s3ServerProgram = () => goProgram('versitygw', 'github.com/versity/versitygw/cmd/versitygw', 'v1.8.0');

/** Starts a server on a free port of 127.0.0.1, with its own data, which `stop()` removes. */
export async function startS3Server() {
  const file = await s3ServerProgram();
  const folder = await mkdtemp(join(tmpdir(), 'daybreak-s3-'));
  for (const name of ['data', 'iam', 'sidecar']) mkdirSync(join(folder, name));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'daybreak-test', AWS_SECRET_ACCESS_KEY: 'a-secret-of-the-tests' };
  let server;
  const abandon = () => {
    server?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  const kill = async () => {
    if (server === undefined) return;
    // The Ctrl-C that makes us stop the server may have ended it already.
    if (server.exitCode === null && server.signalCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGKILL');
      await ended;
    }
    server = undefined;
  };
  const start = async () => {
    const [run, ...args] = [
      ...[...endsWithUs('KILL'), file, '--quiet', '--port', `127.0.0.1:${port}`, '--iam-dir', join(folder, 'iam')],
      ...['--iam-cache-disable', '--health', '/healthy'],
      ...['posix', '--sidecar', join(folder, 'sidecar'), join(folder, 'data')],
    ];
    const { AWS_ACCESS_KEY_ID: ROOT_ACCESS_KEY, AWS_SECRET_ACCESS_KEY: ROOT_SECRET_KEY } = credentials;
    const env = { PATH: process.env.PATH, ROOT_ACCESS_KEY, ROOT_SECRET_KEY };
    server = spawn(run, args, { env, stdio: 'ignore' });
    await untilHealthy(`${endpoint}/healthy`, server);
  };
  await start();
  return {
    endpoint,
    credentials,
    get pid() {
      return server?.pid;
    },
    /** Returns the folder with the objects of a bucket as files. */
    bucketFolder: (bucket) => join(folder, 'data', bucket),
    makeBucket: (bucket) => mkdirSync(join(folder, 'data', bucket)),
    /** Adds an account without any permissions. */
    async addUser(access, secret) {
      const { AWS_ACCESS_KEY_ID: root, AWS_SECRET_ACCESS_KEY: key } = credentials;
      const admin = ['admin', '--access', root, '--secret', key, '--endpoint-url', endpoint];
      await run(file, [...admin, 'create-user', '--access', access, '--secret', secret, '--role', 'user']);
    },
    kill,
    start,
    async stop() {
      process.off('exit', abandon);
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilHealthy(url, server) {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    if (server.exitCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new SetupError('the S3 server of the tests does not start');
}

if (process.argv[1] === import.meta.filename) console.log(await s3ServerProgram());
