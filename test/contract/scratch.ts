import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const specFile = join(root, 'openapi.yaml');

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder inside the project, so that generated code finds its packages. It is removed after the tests. */
export function scratchFolder(): string {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  folders.push(mkdtempSync(join(cache, 'contract-')));
  return folders.at(-1)!;
}
