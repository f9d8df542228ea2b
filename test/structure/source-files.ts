import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths, relative to the repository, of all files below `folder` that end with `end`. */
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

/** Returns the repository files that a file imports, including types and re-exports. */
export function importsOf(path: string): string[] {
  return importedBy(path, textOf(path));
}

/** Returns the repository files that a file loads at run time, without type imports. */
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

/** Returns the cycles of a graph, each as `a > b > a`. */
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
