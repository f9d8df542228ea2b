import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, textOf } from './source-files.ts';

const kernels = filesBelow('kernels', '.wgsl').filter((path) => path.split('/').length === 2);
const launchers = filesBelow('src/compute/ops', '.ts');
const forEveryClass = importsOf('test/device-classes/every-kernel.ts');

/** Returns the first comment of a kernel. */
function header(path: string): string {
  const lines = textOf(path).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(' ');
}

/** Returns the last exported function at or above the call that dispatches the kernel. */
function launcher(kernel: string): { name: string; file: string } | null {
  for (const file of launchers) {
    const text = textOf(file);
    const at = text.indexOf(`dispatch('${kernel}'`);
    const name = [...text.slice(0, Math.max(at, 0)).matchAll(/^export function (\w+)/gm)].at(-1)?.[1];
    if (name !== undefined) return { name, file };
  }
  return null;
}

/** Returns whether the test, or a test file that it imports, imports this function from its file. */
function runs(test: string, { name, file }: { name: string; file: string }): boolean {
  const beside = importsOf(test).filter((path) => path.startsWith('test/'));
  return [test, ...beside].some((path) => {
    const imports = [...textOf(path).matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)];
    const names = imports.find(([, , from]) => from.endsWith(file))?.[1].split(',') ?? [];
    return names.some((spelled) => spelled.trim().split(' as ')[0] === name);
  });
}

it('there are kernels', () => {
  expect(kernels).toContain('kernels/matmul.wgsl');
});

it('no kernel stores a single component of a vector in memory: the store may write the whole vector', () => {
  const component = /^\s*\w+(\[[^=]*\])+(\[[^\]]*% 4u\]|\.[xyzw])\s*[-+*/]?=[^=]/;
  // In `row_reductions` each lane has its own vector.
  const found = filesBelow('kernels', '.wgsl')
    .filter((path) => !path.endsWith('/row_reductions.wgsl'))
    .flatMap((path) =>
      textOf(path)
        .split('\n')
        .filter((line) => component.test(line)),
    );
  expect(found).toEqual([]);
});

describe.each(kernels)('%s', (path) => {
  const kernel = path.slice('kernels/'.length, -'.wgsl'.length);

  it('begins with a comment of over 100 characters that names its grid and its limit', () => {
    expect(header(path)).toMatch(/\b[Gg]rid \(|\bgrid ceil\(|\bGrid ceil\(/);
    expect(header(path)).toMatch(/\bLimit: (bytes|FLOPs)/);
    expect(header(path).length).toBeGreaterThan(100);
  });

  it('has only loops of forms that Tint recognizes as finite, or short runs of rows', () => {
    const loops = textOf(path).match(/^\s*(for|while|loop)\b.*/gm) ?? [];
    const rising = /^\s*for \(var (\w+) = [^;]+; \1 < [^;]+; \1(\+\+| \+= [^;]+)\) \{/;
    const falling = /^\s*for \(var (\w+) = [^;]+; \1 > 0u; \1(--| >>= 1u)\) \{/;
    // Short runs of consecutive rows.
    const runs = /^\s*while \((base < last|end < last|position < segment)/;
    const others = loops.filter((loop) => ![rising, falling, runs].some((form) => form.test(loop)));
    expect(others).toEqual([]);
  });

  it('has a launcher, and a test that runs it for every device class', () => {
    const found = launcher(kernel);
    expect(found).not.toBeNull();
    expect(forEveryClass.filter((test) => runs(test, found!))).not.toEqual([]);
  });
});
