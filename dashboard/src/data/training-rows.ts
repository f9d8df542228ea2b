import { jsonFault, placeOf } from './json-fault.ts';
import type { RowFault } from './refused.ts';
import { type RowGain, readRow } from './row-fault.ts';

/** Error in a line of training data. */
export interface LineFault {
  line: number;
  column: number;
  reason: string;
}

/** Contents and errors of all lines of a file. */
export interface RowsReport extends RowGain {
  rows: number;
  bytes: number;
  faults: LineFault[];
  /** Number of further errors that are not listed. */
  untold: number;
  first: unknown[];
}

/** Reads a line, or returns why the server would refuse it. */
export type ReadLine = (value: unknown) => RowGain | RowFault;

const mostFaults = 100;
const mostFirst = 3;

/** Reads JSONL line by line as a stream, and yields to the page in between. The command line uses it too. */
export async function checkRows(
  file: Blob,
  signal: AbortSignal,
  tell: (report: RowsReport) => void,
  read: ReadLine = readRow,
): Promise<RowsReport> {
  const nothing = { conversations: 0, answers: 0, characters: 0 };
  const report: RowsReport = { rows: 0, bytes: 0, faults: [], untold: 0, first: [], ...nothing };
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted) return report;
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : lines.pop()!;
    for (const text of lines) checkLine(text.replace(/\r$/, ''), ++line, report, read);
    report.bytes += value?.length ?? 0;
    if (done) break;
    tell({ ...report });
    await new Promise((resolve) => setTimeout(resolve));
  }
  return report;
}

function checkLine(text: string, line: number, report: RowsReport, read: ReadLine): void {
  const plain = line === 1 ? text.replace(/^\ufeff/, '') : text;
  if (plain.trim() === '') return;
  report.rows++;
  const fault = (column: number, reason: string) => {
    if (report.faults.length < mostFaults) report.faults.push({ line, column, reason });
    else report.untold++;
  };
  let row: unknown;
  try {
    row = JSON.parse(plain);
  } catch {
    const found = jsonFault(plain);
    fault((found?.at ?? 0) + 1, found?.reason ?? 'it is no JSON');
    return;
  }
  if (report.first.length < mostFirst) report.first.push(row);
  const found = read(row);
  if ('reason' in found) {
    fault(placeOf(plain, found.path) + 1, found.reason);
    return;
  }
  for (const name of ['conversations', 'answers', 'characters'] as const) report[name] += found[name];
}
