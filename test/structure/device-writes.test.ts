import { expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

it('only src/compute/buffer.ts, which views every array as bytes, calls writeBuffer', () => {
  const sources = ['src', 'bench', 'scripts', 'test'].flatMap((folder) =>
    ['.ts', '.mjs'].flatMap((end) => filesBelow(folder, end)),
  );
  const writing = sources.filter((path) => /\bwriteBuffer\(/.test(textOf(path)));
  expect(writing.filter((path) => !path.startsWith('test/structure/'))).toEqual(['src/compute/buffer.ts']);
});
