import { expect, it } from 'vitest';
import { filesBelow, textOf } from './source-files.ts';

const EXPORT = /^export (?:abstract |async )*(?:function\*?|class|const|interface|type) (\w+)/gm;

it('no two files of src export the same name', () => {
  const files = filesBelow('src', '.ts').filter((path) => !path.startsWith('src/generated/'));
  const exporters = new Map<string, string[]>();
  for (const path of files) {
    // A type and its value may share a name within a file.
    const names = new Set([...textOf(path).matchAll(EXPORT)].map(([, name]) => name));
    for (const name of names) exporters.set(name, [...(exporters.get(name) ?? []), path]);
  }
  expect(exporters.size).toBeGreaterThan(1000);
  expect([...exporters].filter(([, paths]) => paths.length > 1)).toEqual([]);
});
