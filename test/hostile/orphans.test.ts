import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';

const main = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url));
const setUp = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

let home: string;
let child: ChildProcess;
beforeAll(() => {
  execFileSync(process.execPath, [setUp]);
  home = mkdtempSync(join(tmpdir(), 'daybreak-orphans-'));
  writeToyModel(join(home, 'toy'));
});
afterEach(() => child.kill('SIGKILL'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Starts a server, and waits until its output matches. */
async function startUntil(said: RegExp): Promise<void> {
  const env = { DAYBREAK_HOME: join(home, 'data'), DAYBREAK_PORT: '0', DAYBREAK_MODEL: join(home, 'toy') };
  child = spawn(process.execPath, [main], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output).toMatch(said);
}

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return children.map(Number).flatMap((one) => [one, ...descendantsOf(one)]);
}

function isAlive(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return false;
  return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

describe.skipIf(!existsSync('/usr/bin/setpriv'))('after SIGKILL of the HTTP process all child processes end', () => {
  test.each([
    ['while the model is loaded', /loading toy/],
    ['while kernels are compiled', /compiling the kernels/],
    ['when it serves', /Ctrl-C stops the server/],
  ])('%s', async (_, said) => {
    await startUntil(said);
    const orphans = descendantsOf(child.pid as number);
    expect(orphans.length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
  });

  test('while they are stopped by SIGSTOP', async () => {
    await startUntil(/Ctrl-C stops the server/);
    const orphans = descendantsOf(child.pid as number);
    for (const pid of orphans) process.kill(pid, 'SIGSTOP');
    child.kill('SIGKILL');
    await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
  });
});
