/** Destination of the lines; on a terminal the last line can be overwritten. */
interface LineOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

const quietMs = 3_000;

/**
 * Returns a function that prints progress. On a terminal, the next line overwrites one that ends in a percentage below
 * 100. Elsewhere at most one such line in `quietMs` is printed, and every line of 100 %.
 */
export function progressLines(output: LineOutput, now: () => number = Date.now): (text: string) => void {
  let overwrites = false;
  let printedAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    const share = /(\d+) %$/.exec(text)?.[1];
    if (output.isTTY) {
      const before = overwrites ? '\r\x1b[K' : '';
      overwrites = share !== undefined && share !== '100';
      output.write(`${before}${text}${overwrites ? '' : '\n'}`);
    } else if (share === undefined || share === '100' || now() - printedAt >= quietMs) {
      if (share !== undefined) printedAt = now();
      output.write(`${text}\n`);
    }
  };
}
