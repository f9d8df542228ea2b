import { describe, expect, it } from 'vitest';
import { filesBelow, importsOf, textOf } from './source-files.ts';

const kernels = filesBelow('kernels', '.wgsl').filter((path) => path.split('/').length === 2);
const launchers = filesBelow('src/compute/ops', '.ts');
const forEveryClass = importsOf('test/device-classes/every-kernel.ts');

/** The comment that a kernel opens with. */
function header(path: string): string {
  const lines = textOf(path).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(' ');
}

/** The exported function that dispatches the kernel, or that stands above the one which does. */
function launcher(kernel: string): { name: string; file: string } | null {
  for (const file of launchers) {
    const text = textOf(file);
    const at = text.indexOf(`dispatch('${kernel}'`);
    const name = [...text.slice(0, Math.max(at, 0)).matchAll(/^export function (\w+)/gm)].at(-1)?.[1];
    if (name !== undefined) return { name, file };
  }
  return null;
}

/** Whether the test, or a file beside it that it imports, imports this name from that file of src/compute/ops. */
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

it('no kernel stores a component of a vector in memory, where such a store may write all of the vector', () => {
  const component = /^\s*\w+(\[[^=]*\])+(\[[^\]]*% 4u\]|\.[xyzw])\s*[-+*/]?=[^=]/;
  // Lanes of `row_reductions` have a vector each.
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

  it('opens with its formula, its grid and its limit', () => {
    expect(header(path)).toMatch(/\b[Gg]rid \(|\bgrid ceil\(|\bGrid ceil\(/);
    expect(header(path)).toMatch(/\bLimit: (bytes|FLOPs)/);
    expect(header(path).length).toBeGreaterThan(100);
  });

  it('has loops that Tint takes for finite, or that the template makes so', () => {
    const loops = textOf(path).match(/^\s*(for|while|loop)\b.*/gm) ?? [];
    const rising = /^\s*for \(var (\w+) = [^;]+; \1 < [^;]+; \1(\+\+| \+= [^;]+)\) \{/;
    const falling = /^\s*for \(var (\w+) = [^;]+; \1 > 0u; \1(--| >>= 1u)\) \{/;
    // Runs of rows that belong together, of which there are few.
    const runs = /^\s*while \((base < last|end < last|position < segment)/;
    const others = loops.filter((loop) => ![rising, falling, runs].some((form) => form.test(loop)));
    expect(others).toEqual([]);
  });

  it('has a launcher, and a test that runs it for every class of devices', () => {
    const found = launcher(kernel);
    expect(found).not.toBeNull();
    expect(forEveryClass.filter((test) => runs(test, found!))).not.toEqual([]);
  });
});
