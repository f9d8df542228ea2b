import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const options = ['--dry-run', '--json', '--ignore-scripts'];

describe('the npm package', () => {
  let files: Set<string>;
  beforeAll(() => {
    // Set-up has already built its files.
    const listed = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: root, encoding: 'utf8' }));
    const [{ files: packed }] = Array.isArray(listed) ? listed : Object.values<never>(listed);
    files = new Set((packed as { path: string }[]).map(({ path }) => path));
  });

  it('has the files that a server reads, and none that only a clone needs', () => {
    const read = [
      'dashboard/dist/index.html',
      'docs-page/index.html',
      'kernels/matmul.wgsl',
      'kernels/include/tile.wgsl',
    ];
    for (const path of [...read, 'bin/daybreak.mjs', 'dist/app/main.js', 'openapi.yaml', 'LICENSE', 'README.md']) {
      expect(files).toContain(path);
    }
    const known =
      /^(bin|dashboard\/dist|dist|docs-page|examples|kernels|scripts)\/|^(LICENSE|README.md|docs\/configuration.md|\w+.(json|yaml))$/;
    expect([...files].filter((path) => !known.test(path) || /\.tsx?$|\.test\./.test(path))).toEqual([]);
  });

  it('has all that its programs import, without development packages', () => {
    const missing: string[] = [];
    const programs = [...files].filter((path) => /\.m?js$/.test(path) && !/^(dashboard|docs-page)\//.test(path));
    for (const path of programs) {
      for (const name of importsOf(readFileSync(join(root, path), 'utf8'))) {
        const isThere = name.startsWith('.') ? files.has(normalize(join(dirname(path), name))) : isKept(name);
        if (!isThere) missing.push(`${name} of ${path}`);
      }
    }
    expect(programs.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it('has the scripts that its command runs, and the programs that these run', () => {
    const command = globSync('cli/**/*.ts', { cwd: root });
    const scripts = named(command, /\brunScript\(\s*context,\s*'([^']+)'/g).map((name) => `scripts/${name}`);
    expect(scripts.length).toBeGreaterThanOrEqual(5);
    const packed = [...files].filter((path) => /^scripts\/.*\.mjs$/.test(path));
    const programs = named(packed, /\bjoin\(rootFolder, '([^']+\.m?js)'\)/g);
    expect(programs).toContain('scripts/device-probe.mjs');
    expect([...scripts, ...programs].filter((path) => !files.has(path))).toEqual([]);
  });
});

/** Returns the matches of a pattern's group in these files. */
function named(paths: string[], pattern: RegExp): string[] {
  return paths.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(pattern)].map(([, name]) => name));
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export [*{])(?:[^;'"=]*? from)? ?['"]([^'"\n]+)['"]/gm);
  const calls = text.matchAll(/\bimport\(['"]([^'"\n]+)['"]\)/g);
  return [...statements, ...calls].map(([, name]) => name);
}

function isKept(name: string): boolean {
  const parts = name.split('/');
  return isBuiltin(name) || (name.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]) in manifest.dependencies;
}

it('the command refuses an unknown option of serve and suggests --port', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/daybreak.mjs'), 'serve', '--prot', '1']);
  expect(status).toBe(2);
  expect(stderr.toString()).toMatch(/^daybreak: unknown option '--prot'\n\(Did you mean --port\?\)/);
});
