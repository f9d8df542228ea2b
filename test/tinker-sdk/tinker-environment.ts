import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { systemPython } from '../../scripts/python-environment.mjs';
import { cacheFolder, rootFolder } from '../../scripts/root-folder.mjs';
import { run } from '../../scripts/run.mjs';
import { type Environment, environmentFor, lacking } from '../art/python-programs.ts';
import { isLong } from '../tier.ts';

const VERSION = '0.38.0';
const NEEDS = { leastMinor: 11, bytes: 4e8 };

/** Returns a Python environment with the package `tinker` 0.38.0. */
export function tinkerEnvironment(): Promise<Environment> {
  return environmentFor({ name: 'tinker-python', requirements: 'test/tinker-sdk/requirements.txt', ...NEEDS });
}

/**
 * Returns the environment of `tinker` 0.38.0, and in the long tier also that of the newest version if it differs. If
 * the package index does not report the newest version, its environment is missing.
 */
export async function tinkerEnvironments(): Promise<(Environment & { version: string })[]> {
  const pinned = { version: VERSION, ...(await tinkerEnvironment()) };
  if (!isLong || pinned.missing !== '') return [pinned];
  const newest = await newestVersion();
  if (newest === VERSION) return [pinned];
  if (newest === null) return [pinned, { version: 'newest', ...lacking('the package index tells no newest version') }];
  const name = `tinker-python-${newest}`;
  await mkdir(cacheFolder, { recursive: true });
  // Neither it nor its dependencies are pinned, to find what the next version changes.
  const file = join(cacheFolder, `${name}.txt`);
  await writeFile(file, `tinker==${newest}\n`);
  const needs = { name, requirements: relative(rootFolder, file), ...NEEDS };
  return [pinned, { version: newest, ...(await environmentFor(needs)) }];
}

/** Returns the newest version in the package index for this machine's Python; null if it cannot be found. */
async function newestVersion(): Promise<string | null> {
  const python = (await systemPython(NEEDS.leastMinor))!;
  const asked = ['-m', 'pip', 'index', 'versions', 'tinker', '--disable-pip-version-check'];
  const told = await run(python, asked).catch(() => '');
  return /^tinker \((\S+)\)/m.exec(told)?.[1] ?? null;
}
