import { readFile } from 'node:fs/promises';
import { operator } from '../api/access/owner.ts';
import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import type { Keys } from '../store/keys.ts';

const grant = { owner: operator, scopes: ['admin'], name: 'first key' };

/**
 * Sees to it that there is a key: the configured one, else that of the key file, which is made (readable by its owner
 * only) when it is missing or no longer valid. Tells where the key is, never what it is.
 */
export async function ensureFirstKey(keys: Keys, folder: DataFolder, configured: string | null): Promise<string> {
  if (configured !== null) {
    await keys.configure(configured, grant);
    return 'in the variable DAYBREAK_API_KEY';
  }
  const kept = await readFile(folder.keyFile, 'utf8').catch(() => '');
  if (kept.trim() === '' || (await keys.verify(kept.trim())) === null) {
    const { key } = await keys.create(grant);
    await writeFileAtomic(folder.keyFile, `${key}\n`);
  }
  return `in the file ${folder.keyFile}`;
}
