import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './chart.ts';

const units = globSync('*.service', { cwd: join(root, 'deploy/systemd') });
const analyze = '/usr/bin/systemd-analyze';

it.each(units)('%s lets work that can wait give way, and Mesa its threads be on cores', (name) => {
  const lists = readFileSync(join(root, 'deploy/systemd', name), 'utf8').matchAll(/^SystemCallFilter=(.*)$/gm);
  const given = [...lists].map(([, list]) => list);
  const calls = given
    .slice(given.findIndex((list) => /^~.*@resources/.test(list)) + 1)
    .flatMap((list) => list.split(' '));
  expect(calls).toEqual(expect.arrayContaining(['capset', 'setpriority', 'sched_setaffinity']));
});

it('daybreak.service shares its account, folders and settings with what docs/install.md has run beside it', () => {
  const unit = readFileSync(join(root, 'deploy/systemd/daybreak.service'), 'utf8');
  const [, command] = /^ {2}systemd-run ([\s\S]*?)\/usr\/bin\/daybreak "\$@"$/m.exec(
    readFileSync(join(root, 'docs/install.md'), 'utf8'),
  )!;
  const properties = [...command.matchAll(/--property=(?:'([^']*)'|(\S+))/g)].map(([, quoted, word]) => quoted ?? word);
  const environment = [...command.matchAll(/--setenv=(\S+)/g)].map(([, variable]) => `Environment=${variable}`);
  const wanted = unit.match(/^(DynamicUser|\w+Directory(Mode)?|Environment(File)?|SupplementaryGroups|UMask)=.*$/gm);
  // Where a unit names no account, the name is the unit's own.
  expect([...properties, ...environment].sort()).toEqual([...wanted!, 'User=daybreak'].sort());
});

describe.skipIf(!existsSync(analyze))('systemd', () => {
  let copies: string;
  const fileOf = (name: string) => join(copies, name.replace('@', '@0'));
  beforeAll(() => {
    copies = mkdtempSync(join(tmpdir(), 'daybreak-units-'));
    for (const name of units) {
      const unit = readFileSync(join(root, 'deploy/systemd', name), 'utf8');
      // It looks for the program, too.
      const there = unit
        .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
        .replace(/^Documentation=.*\n/m, '');
      writeFileSync(join(copies, name), there);
      if (name.includes('@')) writeFileSync(fileOf(name), there);
    }
  });
  afterAll(() => rmSync(copies, { recursive: true }));

  it.each(units)('finds %s to be in order', (name) => {
    expect(execFileSync(analyze, ['verify', fileOf(name)], { encoding: 'utf8' })).toBe('');
  });

  it.each(units)('finds %s to be exposed by 2.0 of 10 at most', (name) => {
    // It fails above the threshold, and gives ten times the figure.
    execFileSync(analyze, ['security', '--offline=true', '--threshold=20', '--no-pager', fileOf(name)]);
  });
});
