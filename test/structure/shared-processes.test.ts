import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('no test mocks a module: the next test file in the process would get the mock', () => {
  const mocking = globSync('test/**/*.ts', { cwd: root }).filter((path) =>
    /\bvi\.(do)?mock\(/i.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(mocking).toEqual([]);
});
