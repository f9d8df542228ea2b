import { readFile } from 'node:fs/promises';
import { operator } from '../api/access/owner.ts';
import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { isValid, type KeyRecord } from '../store/key-record.ts';
import type { Keys } from '../store/keys.ts';

const grant = { owner: operator, scopes: ['admin'], name: 'first key' };

interface FirstKey {
  id: string;
  /** Where the key is stored; never the key itself. */
  place: string;
  /** First keys of earlier starts that are still valid, but neither configured nor in the key file. */
  older: KeyRecord[];
}

/**
 * Ensures that a first key exists: the configured one, else the one in the key file. Creates the file, readable by its
 * owner only, if it is missing or its key is no longer valid.
 */
export async function ensureFirstKey(keys: Keys, folder: DataFolder, configured: string | null): Promise<FirstKey> {
  const kept = (await readFile(folder.keyFile, 'utf8').catch(() => '')).trim();
  const inFile = kept === '' ? null : await keys.verify(kept);
  const first =
    configured === null ? (inFile ?? (await keyOfFile(keys, folder))) : await keys.configure(configured, grant);
  const inUse = [inFile?.id, first.id];
  const older = (await keys.list()).filter((record) => {
    const isFirst = record.name === grant.name && record.owner === operator && record.parent === null;
    return isFirst && isValid(record) && !inUse.includes(record.id);
  });
  const place = configured === null ? `in the file ${folder.keyFile}` : 'in the variable DAYBREAK_API_KEY';
  return { id: first.id, place, older };
}

async function keyOfFile(keys: Keys, folder: DataFolder): Promise<KeyRecord> {
  const { key, record } = await keys.create(grant);
  await writeFileAtomic(folder.keyFile, `${key}\n`);
  return record;
}

/** Returns a warning that says how to revoke the older keys; deleting the key file revokes none. */
export function olderKeysLine(older: readonly KeyRecord[]): string {
  const ids = older.map(({ id }) => id);
  const which = ids.length === 1 ? 'an older first key is' : `${ids.length} older first keys are`;
  const others = ids.length === 1 ? '' : ` (also ${ids.slice(1, 9).join(', ')})`;
  return `warning: ${which} still valid; to revoke: npm run keys -- revoke ${ids[0]}${others}`;
}
