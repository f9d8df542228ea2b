import { join } from 'node:path';

/** The golden of that name: what is committed, or, under `npm run oracle`, what PyTorch has just given. */
export function goldenFile(name: string): string {
  return join(process.env.DAYBREAK_ORACLE_GOLDENS ?? join(import.meta.dirname, 'goldens'), name);
}

/** `npm run oracle` shows how near the two are. */
export function report(what: string, difference: number): void {
  if (process.env.DAYBREAK_ORACLE_GOLDENS) console.log(`${what} ${difference.toExponential(1)}`);
}
