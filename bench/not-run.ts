/** What begins the line of each thing that could not be run; the report of a GPU day gathers them. */
export const NOT_RUN = 'Not run: ';

/** That line. */
export function notRun(what: string, why: unknown): string {
  const [reason] = (why instanceof Error ? why.message : String(why)).split('\n');
  return `${NOT_RUN}${what}: ${reason}`;
}
