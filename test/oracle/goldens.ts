import { join } from 'node:path';

/** Returns the path of a golden file: the committed one, or, under `npm run oracle`, PyTorch's latest. */
export function goldenFile(name: string): string {
  return join(process.env.DAYBREAK_ORACLE_GOLDENS ?? join(import.meta.dirname, 'goldens'), name);
}

/** Prints a difference from the golden under `npm run oracle`. */
export function report(what: string, difference: number): void {
  if (process.env.DAYBREAK_ORACLE_GOLDENS) console.log(`${what} ${difference.toExponential(1)}`);
}
