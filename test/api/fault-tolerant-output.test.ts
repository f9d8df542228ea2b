import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultTolerantOutput } from '../../src/app/fault-tolerant-output.ts';

let folder: string;
let open: number[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybreak-output-'));
  open = [];
});
afterEach(() => {
  for (const fd of open) closeSync(fd);
  rmSync(folder, { recursive: true });
});

const tellLost = (count: number, code: string) => `[${count} lost, ${code}]\n`;

function opened(path: string, flags: number): number {
  open.push(openSync(path, flags));
  return open.at(-1)!;
}

/** Opens both ends of a pipe that takes 64 KiB in pieces of 4 KiB and then fails with EAGAIN. */
function pipe(): number {
  const path = join(folder, 'pipe');
  execFileSync('mkfifo', [path]);
  return opened(path, constants.O_RDWR | constants.O_NONBLOCK);
}

function readAll(fd: number): string {
  const bytes = Buffer.alloc(1024 ** 2);
  let size = 0;
  try {
    for (;;) size += readSync(fd, bytes, { offset: size });
  } catch {
    return bytes.toString('utf8', 0, size);
  }
}

test('output to a full disk is dropped without an error', () => {
  const output = new FaultTolerantOutput(opened('/dev/full', constants.O_WRONLY), tellLost);
  for (let i = 0; i < 1_000; i++) output.write('line\n');
});

test('output to a closed descriptor is dropped without an error', () => {
  const fd = openSync('/dev/null', 'w');
  closeSync(fd);
  new FaultTolerantOutput(fd, tellLost).write('line\n');
});

test('a partly written text is completed first, then the number of lost lines is written once', () => {
  const fd = pipe();
  const output = new FaultTolerantOutput(fd, tellLost);
  const long = `${'x'.repeat(100_000)}\n`;
  output.write(long);
  for (let i = 0; i < 5; i++) output.write('dropped\n');
  const first = readAll(fd);
  expect(long.startsWith(first)).toBe(true);
  output.write('one\n');
  output.write('two\n');
  const second = readAll(fd);
  expect((first + second).startsWith(long)).toBe(true);
  expect((first + second).slice(long.length)).toBe('[5 lost, EAGAIN]\none\ntwo\n');
});
