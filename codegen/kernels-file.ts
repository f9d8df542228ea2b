import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names in a kernel's WGSL, for all values of its knobs. */
interface KernelInterface {
  knobs: Set<string>;
  /** Bindings of every variant. */
  bound: Set<string>;
  /** Bindings of some variants. */
  optional: Set<string>;
  /** Fields of `struct Sizes`. */
  sizes: Set<string>;
}

/** Returns `kernels.ts`: the knobs, bindings and immediates of each kernel, read from its WGSL. */
export function kernelsFile(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.wgsl') && !path.startsWith('include'))
    .map((path) => path.slice(0, -'.wgsl'.length).replaceAll('\\', '/'))
    .sort();
  return `// Generated from kernels/ by \`npm run codegen\`. Do not edit.

/** By kernel: its knobs, the bindings of every variant and of some, and its immediates, as its WGSL names them. */
export interface KernelInterfaces {
${names.map((name) => row(name, readKernel(folder, name))).join('')}}
`;
}

function row(name: string, { knobs, bound, optional, sizes }: KernelInterface): string {
  // `origin` is where a part of a split dispatch begins; launchers do not set it.
  sizes.delete('origin');
  const fields = { knobs, bound, optional, sizes };
  const lines = Object.entries(fields).map(([field, values]) => `    ${field}: ${union(values)};\n`);
  return `  '${name}': {\n${lines.join('')}  };\n`;
}

function union(values: ReadonlySet<string>): string {
  return [...values].map((value) => `'${value}'`).join(' | ') || 'never';
}

function readKernel(folder: string, name: string): KernelInterface {
  const found: KernelInterface = { knobs: new Set(), bound: new Set(), optional: new Set(), sizes: new Set() };
  found.bound = readLines(folder, linesOf(folder, `${name}.wgsl`), found);
  for (const always of found.bound) found.optional.delete(always);
  return found;
}

function linesOf(folder: string, path: string): string[] {
  return readFileSync(join(folder, path), 'utf8').split('\n');
}

/** Reads and removes lines up to the #else or #end of their block; returns the bindings. */
function readLines(folder: string, lines: string[], found: KernelInterface): Set<string> {
  const bound = new Set<string>();
  for (;;) {
    const line = lines[0]?.trim();
    if (line === undefined || line === '#else' || line === '#end') return bound;
    lines.shift();
    if (line.startsWith('//')) continue;
    const [, directive, rest = ''] = /^#(\w+)\s*(.*)$/.exec(line) ?? [];
    if (directive === 'include') {
      for (const part of included(folder, rest)) for (const name of readLines(folder, part, found)) bound.add(name);
    } else if (directive === 'if') {
      for (const name of readBranches(folder, lines, found)) bound.add(name);
    } else if (directive === 'for') {
      readLines(folder, lines, found);
      lines.shift();
    }
    const knobs = directive === undefined ? (line.match(/\$\{[^}]*\}/g) ?? []) : [rest];
    for (const text of knobs) for (const [knob] of text.matchAll(/\b[A-Z][A-Z0-9_]*\b/g)) found.knobs.add(knob);
    const binding = /@binding\([^)]*\) var<storage, \w+> (\w+)/.exec(line)?.[1];
    if (binding !== undefined) {
      bound.add(binding);
      found.optional.add(binding);
    }
    if (line.startsWith('struct Sizes')) readSizes(line, lines, found);
  }
}

/** Reads both branches of an #if; returns the bindings that both have. */
function readBranches(folder: string, lines: string[], found: KernelInterface): Set<string> {
  const holds = readLines(folder, lines, found);
  const end = lines.shift()?.trim();
  if (end !== '#else') return new Set();
  const fails = readLines(folder, lines, found);
  lines.shift();
  return new Set([...holds].filter((name) => fails.has(name)));
}

/** Returns the files that an include may name: a knob in its name matches anything. */
function included(folder: string, name: string): string[][] {
  const pattern = new RegExp(`^${name.replace(/\$\{\w+\}/g, '\\w+')}\\.wgsl$`);
  return readdirSync(join(folder, 'include'))
    .filter((file) => pattern.test(file))
    .map((file) => linesOf(folder, `include/${file}`));
}

function readSizes(first: string, lines: string[], found: KernelInterface): void {
  let text = first;
  while (!text.includes('}')) text += lines.shift();
  const fields = text.slice(text.indexOf('{') + 1, text.indexOf('}'));
  for (const [, field] of fields.matchAll(/(\w+)\s*:/g)) found.sizes.add(field);
}
