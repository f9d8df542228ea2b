/** One line of a table of results. */
export interface Row {
  what: string;
  /** Smallest, median, largest. */
  figure: string;
  unit: string;
  /** Share of what the device could do at best. */
  roofline: string;
}

export function markdownTable(title: string, rows: Row[]): string {
  const lines = rows.map(({ what, figure, unit, roofline }) => `| ${what} | ${figure} | ${unit} | ${roofline} |`);
  return [
    `### ${title}`,
    '',
    '| what | min / median / max | unit | share of the roofline |',
    '| --- | --- | --- | --- |',
  ]
    .concat(lines)
    .join('\n');
}
