// Every operation of the contract can be called through the hand-written layer of each client, and gets there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clientContract } from '../../scripts/clients/contract.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';

const operations = Object.values(clientContract().paths)
  .flatMap((item) => Object.values(item) as { operationId?: string }[])
  .flatMap(({ operationId }) => operationId ?? []);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test.each([
  ['typescript/src', '.ts', (id: string) => new RegExp(`\\b(sdk\\.)?${id}\\(`)],
  ['python/src/daybreak_client', '.py', (id: string) => new RegExp(`\\b${snakeCase(id)}\\.sync_detailed\\b`)],
  ['go', '.go', (id: string) => new RegExp(`\\bcaller\\.api\\.${id}(WithBody)?\\(`, 'i')],
  ['rust/src', '.rs', (id: string) => new RegExp(`\\bapi\\.${snakeCase(id)}\\(`)],
])('%s calls every operation', async (folder, ending, use) => {
  const path = join(rootFolder, 'clients', folder);
  const files = (await readdir(path)).filter((name) => name.endsWith(ending));
  const source = (await Promise.all(files.map((name) => readFile(join(path, name), 'utf8')))).join('\n');
  expect(operations.length).toBeGreaterThan(20);
  expect(operations.filter((id) => !use(id).test(source))).toEqual([]);
});
