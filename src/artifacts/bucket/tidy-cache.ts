import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataFolder, REFERENCED_FOLDERS } from '../data-folder.ts';
import { isTemporaryName } from '../temporary-name.ts';

/** A stored path in the cache, with its size. */
export interface CachedPath {
  path: string;
  bytes: number;
  /** Milliseconds since 1970. */
  usedAt: number;
}

/**
 * Removes from the cache, at start, all that is in no manifest: temporary files, files that never reached the bucket,
 * and files that are no longer in it. Returns the rest.
 */
export async function tidyCache(folder: DataFolder, stored: ReadonlySet<string>): Promise<CachedPath[]> {
  const parents = new Set([...stored].flatMap(parentsOf));
  const found: CachedPath[] = [];
  const tidy = async (place: string): Promise<void> => {
    for (const name of await readdir(join(folder.root, place))) {
      const path = `${place}/${name}`;
      if (stored.has(path)) found.push({ path, ...(await figuresOf(join(folder.root, path))) });
      else if (parents.has(path)) await tidy(path);
      else await rm(join(folder.root, path), { recursive: true, force: true });
    }
  };
  for (const name of await readdir(folder.root)) {
    if (isTemporaryName(name)) await rm(join(folder.root, name), { recursive: true, force: true });
  }
  for (const name of REFERENCED_FOLDERS) await tidy(name);
  return found;
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

async function figuresOf(path: string): Promise<Omit<CachedPath, 'path'>> {
  const found = await lstat(path);
  if (!found.isDirectory()) return { bytes: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) };
  let [bytes, usedAt] = [0, 0];
  for (const name of await readdir(path)) {
    if (isTemporaryName(name)) {
      await rm(join(path, name), { recursive: true, force: true });
      continue;
    }
    const inside = await figuresOf(join(path, name));
    bytes += inside.bytes;
    usedAt = Math.max(usedAt, inside.usedAt);
  }
  return { bytes, usedAt };
}
