import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

const WIDTH = 120;
const FOLDERS = [
  'src',
  'test',
  'scripts',
  'codegen',
  'bench',
  'kernels',
  'docs-page',
  'dashboard',
  'examples',
  'docs',
  'cli',
];
const COMMENT = /^\s*(\/\*\*|\* |\/\/)/;
const TABLE_OR_LINK = /^\s*(\||\[)|https?:\/\//;

/** Returns the numbers of prose lines that are too wide. The formatter checks code and strings. */
function tooWide(path: string): number[] {
  let isCode = false;
  return textOf(path)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trimStart().startsWith('```')) isCode = !isCode;
      const isProse = path.endsWith('.md') ? !isCode && !TABLE_OR_LINK.test(line) : COMMENT.test(line);
      return isProse && line.length > WIDTH ? [index + 1] : [];
    });
}

it(`no paragraph of the root's documents is wider than ${WIDTH} columns`, () => {
  const documents = ['README.md', 'CONTRIBUTING.md'];
  expect(documents.flatMap((path) => tooWide(path).map((line) => `${path}:${line}`))).toEqual([]);
});

describe.each(FOLDERS)('in %s', (folder) => {
  it(`no comment and no paragraph is wider than ${WIDTH} columns`, () => {
    const files = filesBelow(folder, '').filter(
      (path) => /\.(tsx?|mjs|js|wgsl|md)$/.test(path) && !path.includes('generated'),
    );
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((path) => tooWide(path).map((line) => `${path}:${line}`));
    expect(found).toEqual([]);
  });
});
