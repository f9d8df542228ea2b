import { readFile } from 'node:fs/promises';
import { operator } from '../api/access/owner.ts';
import { writeFileAtomic } from '../artifacts/atomic-write.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { isValid, type KeyRecord } from '../store/key-record.ts';
import type { Keys } from '../store/keys.ts';

const grant = { owner: operator, scopes: ['admin'], name: 'first key' };

interface FirstKey {
  id: string;
  /** Where the key is, never what it is. */
  place: string;
  /** First keys of earlier starts that are still valid though they are neither configured nor in the key file. */
  older: KeyRecord[];
}

/**
 * Sees to it that there is a key: the configured one, else that of the key file, which is made (readable by its owner
 * only) when it is missing or no longer valid.
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

/** Deleting the key file ends no key; this says how to. */
export function olderKeysLine(older: readonly KeyRecord[]): string {
  const ids = older.map(({ id }) => id);
  const which = ids.length === 1 ? 'an older first key is' : `${ids.length} older first keys are`;
  const others = ids.length === 1 ? '' : ` (also ${ids.slice(1, 9).join(', ')})`;
  return `warning: ${which} still valid; to revoke: npm run keys -- revoke ${ids[0]}${others}`;
}
