import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const options = ['--dry-run', '--json', '--ignore-scripts'];

describe('the package of npm', () => {
  let files: Set<string>;
  beforeAll(() => {
    // What it is built by has been called: set-up.
    const listed = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: root, encoding: 'utf8' }));
    const [{ files: packed }] = Array.isArray(listed) ? listed : Object.values<never>(listed);
    files = new Set((packed as { path: string }[]).map(({ path }) => path));
  });

  it('has what a server reads, and nothing that only a clone needs', () => {
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

  it('has all that its programs import, and needs no package of development', () => {
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

  it('has the scripts that its command runs, and the programs that those run', () => {
    const command = globSync('cli/**/*.ts', { cwd: root });
    const scripts = named(command, /\brunScript\(\s*context,\s*'([^']+)'/g).map((name) => `scripts/${name}`);
    expect(scripts.length).toBeGreaterThanOrEqual(5);
    const packed = [...files].filter((path) => /^scripts\/.*\.mjs$/.test(path));
    const programs = named(packed, /\bjoin\(rootFolder, '([^']+\.m?js)'\)/g);
    expect(programs).toContain('scripts/device-probe.mjs');
    expect([...scripts, ...programs].filter((path) => !files.has(path))).toEqual([]);
  });
});

/** What a pattern's group finds in these files. */
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

it('the command says how serve is called', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/daybreak.mjs'), 'serve', '--prot', '1']);
  expect(status).toBe(2);
  expect(stderr.toString()).toMatch(/^daybreak: unknown option '--prot'\n\(Did you mean --port\?\)/);
});
