// The hand-written layer of each client calls every operation of the contract, and its README documents them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientContract } from '../../scripts/clients/contract.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';

const operations = Object.values(clientContract().paths)
  .flatMap((item) => Object.values(item) as { operationId?: string }[])
  .flatMap(({ operationId }) => operationId ?? []);

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const uses = {
  typescript: (id: string) => new RegExp(`\\b(sdk\\.)?${id}\\(`),
  python: (id: string) => new RegExp(`\\b${snakeCase(id)}\\.sync_detailed\\b`),
  go: (id: string) => new RegExp(`\\bcaller\\.api\\.${id}(WithBody)?\\(`, 'i'),
  rust: (id: string) => new RegExp(`\\bapi\\.${snakeCase(id)}\\(`),
};
type Language = keyof typeof uses;
const languages = Object.keys(uses) as Language[];

/** Returns the hand-written sources of a client. */
async function sourceOf(language: Language): Promise<string> {
  const [folder, ending] = {
    typescript: ['typescript/src', '.ts'],
    python: ['python/src/daybreak_client', '.py'],
    go: ['go', '.go'],
    rust: ['rust/src', '.rs'],
  }[language];
  const path = join(rootFolder, 'clients', folder);
  const files = (await readdir(path)).filter((name) => name.endsWith(ending));
  return (await Promise.all(files.map((name) => readFile(join(path, name), 'utf8')))).join('\n');
}

test.each(languages)('%s calls every operation', async (language) => {
  const source = await sourceOf(language);
  expect(operations.length).toBeGreaterThan(20);
  expect(operations.filter((id) => !uses[language](id).test(source))).toEqual([]);
});

const definitions = {
  typescript: (name: string) => new RegExp(`^  (async )?\\*?${name}\\(`, 'm'),
  python: (name: string) => new RegExp(`^    def ${name}\\(`, 'm'),
  go: (name: string) => new RegExp(`^func \\(\\w+ \\*?\\w+\\) ${name}\\(`, 'm'),
  rust: (name: string) => new RegExp(`^    pub (async )?fn ${name}\\(`, 'm'),
};

describe('the table of the README', () => {
  const rowsOf = async (language: Language) => {
    const readme = await readFile(join(rootFolder, 'clients', language, 'README.md'), 'utf8');
    const table = readme.slice(readme.indexOf('| you want |')).split('\n\n', 1)[0];
    return table
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').slice(1, 3));
  };

  test.each(languages)('of %s has more methods than there are operations, all defined', async (language) => {
    const rows = await rowsOf(language);
    const source = await sourceOf(language);
    const calls = rows.flatMap(([, code]) =>
      [...code.matchAll(/`[^`]*?\.(\w+)(?:\([^`]*\))?`/g)].map(([, name]) => name),
    );
    expect(calls.filter((name) => !definitions[language](name).test(source))).toEqual([]);
    // Streams and waiting for a job have methods in addition to those of their operations.
    expect(calls.length).toBeGreaterThanOrEqual(operations.length + 2);
  });

  test.each(languages)('of %s has the same tasks as that of TypeScript', async (language) => {
    const wanted = (rows: string[][]) => rows.map(([want]) => want.trim());
    expect(wanted(await rowsOf(language))).toEqual(wanted(await rowsOf('typescript')));
  });
});
