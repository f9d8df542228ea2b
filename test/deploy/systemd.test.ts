import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './chart.ts';

const units = globSync('*.service', { cwd: join(root, 'deploy/systemd') });
const analyze = '/usr/bin/systemd-analyze';

it.each(units)('%s allows the system calls capset, setpriority and sched_setaffinity', (name) => {
  const lists = readFileSync(join(root, 'deploy/systemd', name), 'utf8').matchAll(/^SystemCallFilter=(.*)$/gm);
  const given = [...lists].map(([, list]) => list);
  const calls = given
    .slice(given.findIndex((list) => /^~.*@resources/.test(list)) + 1)
    .flatMap((list) => list.split(' '));
  expect(calls).toEqual(expect.arrayContaining(['capset', 'setpriority', 'sched_setaffinity']));
});

it('daybreak.service has the account, folders and settings of the systemd-run command in docs/install.md', () => {
  const unit = readFileSync(join(root, 'deploy/systemd/daybreak.service'), 'utf8');
  const [, command] = /^ {2}systemd-run ([\s\S]*?)\/usr\/bin\/daybreak "\$@"$/m.exec(
    readFileSync(join(root, 'docs/install.md'), 'utf8'),
  )!;
  const properties = [...command.matchAll(/--property=(?:'([^']*)'|(\S+))/g)].map(([, quoted, word]) => quoted ?? word);
  const environment = [...command.matchAll(/--setenv=(\S+)/g)].map(([, variable]) => `Environment=${variable}`);
  const wanted = unit.match(/^(DynamicUser|\w+Directory(Mode)?|Environment(File)?|SupplementaryGroups|UMask)=.*$/gm);
  // A unit without a user takes its own name.
  expect([...properties, ...environment].sort()).toEqual([...wanted!, 'User=daybreak'].sort());
});

describe.skipIf(!existsSync(analyze))('systemd', () => {
  let copies: string;
  const fileOf = (name: string) => join(copies, name.replace('@', '@0'));
  beforeAll(() => {
    copies = mkdtempSync(join(tmpdir(), 'daybreak-units-'));
    for (const name of units) {
      const unit = readFileSync(join(root, 'deploy/systemd', name), 'utf8');
      // systemd-analyze checks that the program exists too.
      const there = unit
        .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
        .replace(/^Documentation=.*\n/m, '');
      writeFileSync(join(copies, name), there);
      if (name.includes('@')) writeFileSync(fileOf(name), there);
    }
  });
  afterAll(() => rmSync(copies, { recursive: true }));

  it.each(units)('verifies %s without a warning', (name) => {
    expect(execFileSync(analyze, ['verify', fileOf(name)], { encoding: 'utf8' })).toBe('');
  });

  it.each(units)('rates the exposure of %s at most 2.0 of 10', (name) => {
    // It fails above the threshold, which is ten times the rating.
    execFileSync(analyze, ['security', '--offline=true', '--threshold=20', '--no-pager', fileOf(name)]);
  });
});
