/** One row of a results table. */
export interface Row {
  what: string;
  /** Smallest, median, largest. */
  figure: string;
  unit: string;
  /** Share of the device's limit, or the value to compare with. */
  roofline: string;
}

/** Formats the smallest, median and largest of times in milliseconds. */
export function digits(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return [0, 0.5, 1].map((share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(1)).join(' / ');
}

const HEADING = [
  '| part | what | min / median / max | unit | share of the roofline, or comparison | date |',
  '| --- | --- | --- | --- | --- | --- |',
];

export function markdownTable(title: string, rows: Row[]): string {
  const lines = rows.map(({ what, figure, unit, roofline }) => `| ${what} | ${figure} | ${unit} | ${roofline} |`);
  return [
    `### ${title}`,
    '',
    '| what | min / median / max | unit | share of the roofline, or comparison |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

/**
 * Returns `document` with the rows of one part in the table of `machine` replaced. The table is below the heading `##
 * machine`, which is added if it is missing. `date` is YYYY-MM-DD.
 */
export function recorded(document: string, machine: string, part: string, rows: Row[], date: string): string {
  const heading = `## ${machine}`;
  const lines = document.trimEnd().split('\n');
  if (!lines.includes(heading)) lines.push('', heading, '', ...HEADING);
  const first = lines.indexOf(HEADING[1], lines.indexOf(heading)) + 1;
  let end = first;
  while (lines[end]?.startsWith('|')) end++;
  const ofPart = (line: string) => line.startsWith(`| ${part} |`);
  const table = lines.slice(first, end);
  const at = table.findIndex(ofPart);
  const kept = table.filter((line) => !ofPart(line));
  const added = rows.map(
    ({ what, figure, unit, roofline }) => `| ${part} | ${what} | ${figure} | ${unit} | ${roofline} | ${date} |`,
  );
  kept.splice(at < 0 ? kept.length : at, 0, ...added);
  return `${[...lines.slice(0, first), ...kept, ...lines.slice(end)].join('\n')}\n`;
}
