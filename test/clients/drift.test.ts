// The committed clients are what `npm run clients` generates, in every language, and have the contract's version.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clientContract, clientVersion } from '../../scripts/clients/contract.mjs';
import { rootFolder } from '../../scripts/root-folder.mjs';
import { clients, generatedClients } from './toolchain.ts';

describe.each(generatedClients)('$client.language', ({ client, skip }) => {
  test.skipIf(skip)('has the files generated from the contract', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'daybreak-drift-'));
    try {
      const target = join(scratch, 'generated');
      await client.generate(target);
      const [made, kept] = await Promise.all([filesIn(target), filesIn(join(rootFolder, client.generatedPath))]);
      expect([...kept.keys()]).toEqual([...made.keys()]);
      const changed = [...made].filter(([name, text]) => kept.get(name) !== text).map(([name]) => name);
      expect(changed, 'npm run clients was not run').toEqual([]);
      expect(made.size).toBeGreaterThan(0);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
});

describe.each(clients)('$client.language', ({ client }) => {
  test('has the version of the contract', async () => {
    for (const { file, pattern } of client.versionLines) {
      const text = await readFile(join(rootFolder, file), 'utf8');
      expect(text.match(pattern)?.[1], file).toBe(clientVersion());
    }
  });

  test('has the licence, and a README that contains the tested examples', async () => {
    const folder = join(rootFolder, 'clients', client.language);
    const licence = await readFile(join(rootFolder, 'LICENSE'), 'utf8');
    expect(await readFile(join(folder, 'LICENSE'), 'utf8')).toBe(licence);
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const examples = await readdir(join(folder, 'examples'));
    expect(examples.map((name) => name.split('.')[0]).sort()).toEqual(['exchange', 'quickstart']);
    for (const example of examples) {
      const path = join(folder, 'examples', example);
      const file = (await stat(path)).isDirectory() ? join(path, (await readdir(path))[0]) : path;
      expect(readme).toContain(await readFile(file, 'utf8'));
    }
  });
});

test('the contract for the clients has no aliases and no pages for browsers', () => {
  const operations = Object.values(clientContract().paths).flatMap(
    (item) => Object.values(item) as { operationId?: string }[],
  );
  const ids = operations.map((operation) => operation?.operationId).filter(Boolean);
  expect(ids).toContain('createChatCompletion');
  expect(ids).not.toContain('createChatCompletionWithSlash');
  expect(ids).not.toContain('getHealthAtRoot');
  expect(ids).not.toContain('getDocsPage');
});

/** Returns the text of each file below a folder, without bytecode caches. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    paths.sort().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const),
  );
  return new Map(texts);
}
