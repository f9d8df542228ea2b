import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installed.ts';

/**
 * Returns the system calls that `daybreak.service` allows, as a seccomp profile for a container. This tests the unit's
 * filter without a running systemd. `systemd-analyze` lists the calls of each group.
 */
export function unitFilter(): string {
  const unit = readFileSync(join(root, 'deploy/systemd/daybreak.service'), 'utf8');
  const names = callsOf('@default');
  for (const [, deny, list] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const call of list.split(' ').flatMap((one) => [...callsOf(one)])) {
      if (deny) names.delete(call);
      else names.add(call);
    }
  }
  const syscalls = [{ names: [...names], action: 'SCMP_ACT_ALLOW' }];
  return JSON.stringify({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: 1, syscalls });
}

function callsOf(name: string): Set<string> {
  if (!name.startsWith('@')) return new Set([name]);
  const listed = execFileSync('/usr/bin/systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' });
  const members = [...listed.matchAll(/^ +([@\w-]+)$/gm)].map(([, member]) => member);
  return new Set(members.flatMap((member) => [...callsOf(member)]));
}
