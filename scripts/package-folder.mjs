import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/**
 * Returns the folder of an installed package, or undefined. If npm installed Daybreak itself, its dependencies lie
 * beside it.
 */
export function packageFolder(name) {
  return resolve
    .paths(name)
    .map((folder) => join(folder, name))
    .find(existsSync);
}
