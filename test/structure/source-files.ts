import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths relative to the repository of all files below `folder` that end so. */
export function filesBelow(folder: string, end: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return found
    .filter((path) => path.endsWith(end))
    .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
    .sort();
}

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The files of the repository that a file imports, types and re-exports too. */
export function importsOf(path: string): string[] {
  return importedBy(path, textOf(path));
}

/** Without the imports of types, which are gone when the program runs. */
export function loadedBy(path: string): string[] {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext, verbatimModuleSyntax: true };
  return importedBy(path, ts.transpileModule(textOf(path), { compilerOptions }).outputText);
}

function importedBy(path: string, text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName));
}

/** The ways around in a graph, each as `a > b > a`; none when it has no cycle. */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const way: string[] = [];
  const done = new Set<string>();
  const visit = (node: string) => {
    const at = way.indexOf(node);
    if (at >= 0) found.push([...way.slice(at), node].join(' > '));
    if (at >= 0 || done.has(node)) return;
    way.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    way.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return found;
}
