import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scopes } from '../../generated/operations.ts';
import { keyHash } from '../../store/bearer-key.ts';
import { isValid, type KeyRow } from '../../store/key-record.ts';
import type { Config } from '../config.ts';
import { type Finding, fault, ok, warning } from './finding.ts';
import type { ReadOnlyDatabase } from './read-only-database.ts';

const NEEDED = ['chat', 'train'];

/** Checks that the key in the environment or the data folder has the scopes that clients need. */
export async function checkApiKey(
  { home, apiKey }: Pick<Config, 'home' | 'apiKey'>,
  { builder, rows }: ReadOnlyDatabase,
): Promise<Finding> {
  const place = apiKey === null ? join(home, 'api-key') : 'DAYBREAK_API_KEY';
  const key = apiKey ?? (await readFile(place, 'utf8').catch(() => '')).trim();
  if (key === '') return ok('key', `there is no key (DAYBREAK_API_KEY, ${place})`);
  const [row] = await rows<KeyRow>(builder('keys').where({ hash: keyHash(key) }));
  const create = 'npm run keys -- create --owner NAME --scopes chat,train creates one';
  if (row === undefined) {
    // The next start accepts any key set there.
    if (apiKey !== null) return ok('key', 'the key in DAYBREAK_API_KEY becomes the first key at the next start');
    return fault('key', `the database does not know the key in ${place}`, create);
  }
  if (!isValid(row)) return fault('key', `the key in ${place} has expired or was revoked`, create);
  const has = JSON.parse(row.scopes) as string[];
  const lacking = has.includes('admin') ? [] : NEEDED.filter((scope) => !has.includes(scope));
  if (lacking.length === 0) return ok('key', `the key in ${place} has the scopes that clients need`);
  const meant = lacking.map((scope) => `${scope} (${scopes[scope as keyof typeof scopes]})`).join(' and ');
  return warning('key', `the key in ${place} lacks ${meant}`, create);
}
