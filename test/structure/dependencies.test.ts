import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('docs/dependencies.md names every package of package.json except @types, and no other', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const packages = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const named = [...text.matchAll(/`(@?[a-z][\w./-]*)`/g)].map(([, name]) => name).filter((name) => name !== 'npm');
  const isTypes = (name: string) => name.startsWith('@types/');
  expect(packages.filter((name) => !isTypes(name) && !named.includes(name))).toEqual([]);
  const paths = /\.(ts|md)$|\/\*?\/?$|^(scripts|test|clients)\b/;
  expect(named.filter((name) => !packages.includes(name) && !paths.test(name))).toEqual([]);
});
