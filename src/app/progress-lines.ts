/** Destination of the lines; on a terminal the last line can be overwritten. */
interface LineOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

const quietMs = 3_000;

/**
 * Returns a function that prints progress. A line that ends in a percentage overwrites the previous one on a terminal.
 * Elsewhere only one of them in `quietMs` is printed, and the last.
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
