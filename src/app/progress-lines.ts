/** Where lines go; a terminal can have its last line written over. */
interface LineOutput {
  isTTY?: boolean;
  write(text: string): unknown;
}

const quietMs = 3_000;

/**
 * Prints what the program does. Sentences that tell a share in percent are progress: on a terminal they write over each
 * other, elsewhere only one in a few seconds is printed, and the last.
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
