import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Returns the Python code blocks of a document, whose path is relative to the repository root. */
export function pythonBlocks(document: string): string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${document}`, import.meta.url)), 'utf8');
  return [...text.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code);
}
