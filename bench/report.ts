/** One line of a table of results. */
export interface Row {
  what: string;
  /** Smallest, median, largest. */
  figure: string;
  unit: string;
  /** Share of what the device could do at best. */
  roofline: string;
}

/** Of the columns that are not of every table the same. */
const usual = { figure: 'min / median / max', roofline: 'share of the roofline' };

export function markdownTable(title: string, rows: Row[], heading = usual): string {
  const lines = rows.map(({ what, figure, unit, roofline }) => `| ${what} | ${figure} | ${unit} | ${roofline} |`);
  return [`### ${title}`, '', `| what | ${heading.figure} | unit | ${heading.roofline} |`, '| --- | --- | --- | --- |']
    .concat(lines)
    .join('\n');
}
