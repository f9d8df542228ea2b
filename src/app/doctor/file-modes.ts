import { constants } from 'node:fs';
import { access, lstat, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Checks that only their owner can read files with keys or data, and that this user can write the data folder. */
export async function checkModes(
  { home, natsFiles }: Pick<Config, 'home' | 'natsFiles'>,
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  if (process.platform === 'win32') return [ok('modes', 'not checked on Windows')];
  const found = await lstat(home).catch(() => null);
  const others = [natsFiles.key, natsFiles.creds, profilesOf(env)].filter((path) => path !== null);
  const findings: Finding[] = [];
  if (found !== null) {
    const isWritable = await access(home, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return [notOurs(home)];
    // If the folder is closed to others, the modes of the files in it do not matter.
    if ((found.mode & 0o077) !== 0) {
      findings.push(open(home, found.mode, '700'));
      others.push(...(await readdir(home)).map((name) => join(home, name)));
    }
  }
  for (const path of others) {
    const file = await lstat(path).catch(() => null);
    if (file?.isFile() && (file.mode & 0o077) !== 0) findings.push(open(path, file.mode, '600'));
  }
  return findings.length > 0 ? findings : [ok('modes', 'nobody else reads the data folder or keys')];
}

/** Returns the path of the command line's profiles, which hold servers and their keys. */
function profilesOf(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'daybreak/config.json');
}

function notOurs(home: string): Finding {
  const cure = `run as its owner, or give it to this user: sudo chown -R $USER ${home}`;
  return fault('modes', `this user cannot read and write ${home}`, cure);
}

function open(path: string, mode: number, wanted: string): Finding {
  const has = (mode & 0o777).toString(8).padStart(3, '0');
  return fault('modes', `others have access to ${path} (mode ${has})`, `chmod ${wanted} ${path}`);
}
