import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { computeEnvironment } from '../../src/app/compute-environment.ts';
import { connectionRoom } from '../../src/app/connection-room.ts';
import { startAbuseServer } from './abuse-server.ts';
import { portOf } from './raw-http.ts';

test('the compute process gets every environment variable except secrets', () => {
  const kept = { PATH: '/bin', VK_ICD_FILENAMES: 'x', PEER_SCRIPT: 'y', TOKENIZERS_PARALLELISM: '1', KEYBOARD: 'de' };
  const secret = {
    ...{ DAYBREAK_API_KEY: 'a', DATABASE_URL: 'b', HF_TOKEN: 'c', WANDB_API_KEY: 'd', AWS_SECRET_ACCESS_KEY: 'e' },
    ...{ PGPASSWORD: 'f', GITHUB_TOKEN: 'g', CLIENT_SECRET: 'h' },
  };
  expect(computeEnvironment({ ...kept, ...secret })).toEqual(kept);
});

test('the connection limits are lowered to the limit of open files', async () => {
  const wanted = { connections: 20, connectionsPerAddress: 15 };
  expect(connectionRoom(wanted)).toEqual(wanted);
  if (process.platform === 'win32') return;
  const module = fileURLToPath(new URL('../../src/app/connection-room.ts', import.meta.url));
  const program = `console.log(JSON.stringify((await import(${JSON.stringify(module)})).connectionRoom({ connections: 10_000, connectionsPerAddress: 5_000 })))`;
  const room = async (files: number) => {
    const command = `ulimit -n ${files}; exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command, process.execPath, program]);
    return JSON.parse(stdout);
  };
  expect(await room(1_000)).toEqual({ connections: 488, connectionsPerAddress: 244 });
  expect(await room(256)).toEqual({ connections: 16, connectionsPerAddress: 8 });
});

test.skipIf(process.platform !== 'linux')(
  'the kernel queues up to 2,000 connections while the server is busy',
  async () => {
    const most = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
    const count = Math.min(2_000, most);
    const server = await startAbuseServer();
    const program = `
    let connected = 0;
    const end = () => (process.stdout.write(String(connected)), process.exit());
    for (let i = 0; i < ${count}; i++) {
      require('node:net').connect(${portOf(server)}, '127.0.0.1', () => ++connected === ${count} && end());
    }
    setTimeout(end, 60_000);`;
    // The server runs in this process, which accepts nothing until the program has ended.
    expect(Number(execFileSync(process.execPath, ['-e', program]))).toBe(count);
    await server.end();
  },
);
