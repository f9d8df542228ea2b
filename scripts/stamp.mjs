import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { cacheFolder, rootFolder } from './root-folder.mjs';

const stampFolder = join(cacheFolder, 'stamps');

/** Returns a digest of the contents of files and of all files in folders; paths are relative to the repository. */
export function contentHash(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(rootFolder, path))) {
      hash
        .update(`${relative(rootFolder, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** Returns whether a step was last done with the same inputs. */
export function isStamped(step, hash) {
  const file = join(stampFolder, step);
  return existsSync(file) && readFileSync(file, 'utf8') === hash;
}

export function stamp(step, hash) {
  mkdirSync(stampFolder, { recursive: true });
  writeFileSync(join(stampFolder, step), hash);
}
