import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** The folder of an installed package, or undefined. npm puts those of a package that it installs itself beside it. */
export function packageFolder(name) {
  return resolve
    .paths(name)
    .map((folder) => join(folder, name))
    .find(existsSync);
}
