import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Imports that unit tests must not reach: a device, a database, another process or thread. */
const HEAVY = /from '(node:child_process|node:worker_threads|webgpu|better-sqlite3|pg|knex)'/;
const HEAVY_FOLDERS = /^codegen\/drift\//;

/**
 * Returns the tests whose transitive imports within the repository reach nothing heavy. Paths are relative to `root`.
 */
export function unitTests(root: string): string[] {
  const known = new Map<string, { heavy: boolean; imports: string[] }>();
  const fileAt = (path: string) => {
    const file = known.get(path) ?? readImports(root, path);
    known.set(path, file);
    return file;
  };
  const isHeavy = (test: string): boolean => {
    const seen = new Set([join(root, test)]);
    for (const path of seen) {
      const { heavy, imports } = fileAt(path);
      if (heavy) return true;
      for (const one of imports) seen.add(one);
    }
    return false;
  };
  return globSync('test/**/*.test.ts', { cwd: root }).filter((test) => !isHeavy(test));
}

function readImports(root: string, path: string): { heavy: boolean; imports: string[] } {
  const text = readFileSync(path, 'utf8');
  const heavy = HEAVY.test(text) || HEAVY_FOLDERS.test(relative(root, path));
  // Type imports do not exist at run time.
  const named = text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?'(\.{1,2}\/[^']+)'/gm);
  const imports = [...named]
    .map(([, name]) => join(dirname(path), name))
    .filter((one) => /\.m?[jt]s$/.test(one) && existsSync(one));
  return { heavy, imports };
}
