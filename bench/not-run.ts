/** Prefix of a line about a measurement that could not run; the GPU day's report collects these lines. */
export const NOT_RUN = 'Not run: ';

/** Returns such a line. */
export function notRun(what: string, why: unknown): string {
  const [reason] = (why instanceof Error ? why.message : String(why)).split('\n');
  return `${NOT_RUN}${what}: ${reason}`;
}
