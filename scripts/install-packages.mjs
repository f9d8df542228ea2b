import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { rootFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** Returns whether node_modules matches package-lock.json. npm writes its own lockfile there when it has finished. */
export function packagesAreInstalled() {
  const installedFile = join(rootFolder, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const locked = packagesIn(join(rootFolder, 'package-lock.json'));
  const installed = packagesIn(installedFile);
  const same = ([path, { version, optional }]) =>
    path === '' || installed[path]?.version === version || (optional && !installed[path]);
  return Object.entries(locked).every(same) && Object.keys(installed).every((path) => path in locked);
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

export async function installPackages() {
  // No package here needs an install script, and newer npm versions run none anyway.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const npmCi = (...more) => npm([...args, ...more], { cwd: rootFolder });
  try {
    // Packages in npm's cache need no revalidation, since the lockfile has the digest of each.
    await npmCi('--prefer-offline').catch((error) => (isOffline(error) ? Promise.reject(error) : npmCi()));
  } catch (error) {
    if (isOffline(error)) throw new SetupError('the npm registry cannot be reached; the first start has to be online');
    throw new SetupError(`npm ci failed; see the lines below\n${error.message}`);
  }
}

function isOffline(error) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/.test(error.message);
}
