/** Bits of the dots of a braille character: two columns of four. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const;
const rows = 8;

/**
 * Draws a curve in braille dots, `width` columns wide and eight lines high, with its extremes at the left and its range
 * below.
 */
export function plotLines(x: readonly number[], y: readonly number[], width: number): string[] {
  if (y.length === 0) return ['  no values'];
  const [low, high] = [Math.min(...y), Math.max(...y)];
  const cells = Array.from({ length: rows }, () => new Uint8Array(width));
  const place = (value: number, from: number, to: number, most: number) =>
    to === from ? 0 : Math.round(((value - from) / (to - from)) * most);
  const across = x.map((value) => place(value, x[0]!, x.at(-1)!, 2 * width - 1));
  const up = y.map((value) => (high === low ? 2 * rows : place(value, low, high, 4 * rows - 1)));
  const dot = (column: number, height: number): void => {
    const row = 4 * rows - 1 - height;
    cells[row >> 2]![column >> 1]! |= dots[column & 1]![row & 3]!;
  };
  for (let i = 0; i < y.length; i++) {
    const [fromX, toX] = [across[Math.max(0, i - 1)]!, across[i]!];
    const [fromY, toY] = [up[Math.max(0, i - 1)]!, up[i]!];
    const steps = Math.max(1, Math.abs(toX - fromX), Math.abs(toY - fromY));
    for (let s = 0; s <= steps; s++) {
      dot(Math.round(fromX + ((toX - fromX) * s) / steps), Math.round(fromY + ((toY - fromY) * s) / steps));
    }
  }
  const label = (row: number) =>
    (row === 0 ? shortNumber(high) : row === rows - 1 ? shortNumber(low) : '').padStart(10);
  const lines = cells.map((line, row) => {
    const text = String.fromCodePoint(...Array.from(line, (bits) => 0x2800 + bits));
    return `${label(row)} ${text.replace(/\u2800+$/, '')}`.trimEnd();
  });
  const ends = `${shortNumber(x[0]!)} to ${shortNumber(x.at(-1)!)}, last ${shortNumber(y.at(-1)!)}`;
  return [...lines, `${' '.repeat(11)}${ends}`];
}

function shortNumber(value: number): string {
  const text = String(Number(value.toPrecision(4)));
  return text.length <= 10 ? text : value.toExponential(2);
}
