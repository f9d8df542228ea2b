import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const FOLDERS = [
  'src',
  'test',
  'scripts',
  'codegen',
  'bench',
  'kernels',
  'docs',
  'clients',
  'examples',
  'docs-page',
  'dashboard',
  'cli',
];
const NAMED = new RegExp(
  `(?<![\\w./{-])(?:${FOLDERS.join('|')})/[\\w./-]+\\.(?:ts|mjs|js|md|py|wgsl|yaml|json|c|txt)\\b`,
  'g',
);

it('every repository file that a document or a comment names exists', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...filesBelow('docs', '.md'),
    ...filesBelow('clients', 'README.md'),
  ];
  const sources = ['src', 'cli', 'test', 'scripts', 'codegen', 'bench'].flatMap((folder) =>
    filesBelow(folder, '').filter((path) => /\.(ts|mjs|py|yaml)$/.test(path) && !path.includes('generated')),
  );
  const ofSources = sources.flatMap((path) => named(path, (line) => /^\s*(\/\*\*|\* |\/\/|# )/.test(line)));
  const ofDocuments = documents.flatMap((path) => named(path, () => true));
  expect(ofDocuments.length).toBeGreaterThan(100);
  const missing = [...ofDocuments, ...ofSources].filter(({ file }) => !existsSync(join(root, file)));
  expect(missing.map(({ path, file }) => `${path} names ${file}`)).toEqual([]);
});

function named(path: string, counts: (line: string) => boolean): { path: string; file: string }[] {
  const lines = textOf(path).split('\n').filter(counts);
  return lines.flatMap((line) => [...line.matchAll(NAMED)].map(([file]) => ({ path, file })));
}
