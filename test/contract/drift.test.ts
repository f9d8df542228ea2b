import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generate, generateCommands } from '../../codegen/generate.ts';
import { document } from '../../src/generated/document.ts';
import { root, scratchFolder, specFile } from './scratch.ts';

test('src/generated matches the contract', async () => {
  const folder = scratchFolder();
  await generate(specFile, folder);
  const [committed, fresh] = [contents(join(root, 'src/generated')), contents(folder)];
  expect(Object.keys(committed).toSorted()).toEqual(Object.keys(fresh).toSorted());
  const stale = Object.keys(fresh).filter((name) => fresh[name] !== committed[name]);
  expect(stale, 'run `npm run codegen`').toEqual([]);
});

test('cli/generated matches the contract', () => {
  const folder = scratchFolder();
  generateCommands(specFile, folder);
  expect(contents(join(root, 'cli/generated')), 'run `npm run codegen`').toEqual(contents(folder));
});

function contents(folder: string): Record<string, string> {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

test('the package has the version of the contract', () => {
  const packageVersion = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')).version;
  const { version } = document.info;
  expect([packageVersion('package.json'), packageVersion('package-lock.json')]).toEqual([version, version]);
});
