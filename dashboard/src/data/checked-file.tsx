import { useState } from 'preact/hooks';
import { bytes, counted, whole } from '../text/format.ts';
import { VisibleText } from '../text/visible-text.tsx';
import { checkRows, type ReadLine, type RowsReport } from './training-rows.ts';

/** File that is checked line by line once it is chosen. */
export interface CheckedFile {
  file: File | null;
  /** Report so far. */
  report: RowsReport | null;
  isChecked: boolean;
  /** Null removes the file. */
  choose: (file: File | null) => Promise<void>;
}

export function useCheckedFile(read?: ReadLine): CheckedFile {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<RowsReport | null>(null);
  const [isChecked, setChecked] = useState(false);
  const [stop, setStop] = useState<AbortController | null>(null);
  const choose = async (chosen: File | null) => {
    stop?.abort();
    const next = new AbortController();
    setStop(next);
    setFile(chosen);
    setReport(null);
    setChecked(false);
    if (chosen === null) return;
    const done = await checkRows(chosen, next.signal, (so) => !next.signal.aborted && setReport(so), read);
    if (next.signal.aborted) return;
    setReport(done);
    setChecked(true);
  };
  return { file, report, isChecked, choose };
}

interface FileFieldProps {
  label: string;
  choose: CheckedFile['choose'];
}

export function FileField({ label, choose }: FileFieldProps) {
  return (
    <label class="file">
      <span>{label}</span>{' '}
      <input
        type="file"
        accept=".jsonl,.json,.ndjson"
        onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

/** Results of the check; `content` describes what the lines contain. */
export function Report({ checked, content }: { checked: CheckedFile; content: (report: RowsReport) => string }) {
  const { file, report, isChecked } = checked;
  if (file === null || report === null) return null;
  const faults = report.faults.length + report.untold;
  return (
    <>
      <p role="status" class={faults > 0 ? 'note bad' : 'note'}>
        <b>{file.name}</b> {bytes(file.size)}: {content(report)}, {faults === 0 ? 'no fault' : counted(faults, 'fault')}
        {!isChecked && ' so far …'}
      </p>
      {report.faults.length > 0 && <Faults report={report} />}
      {report.first.length > 0 && (
        <details class="inline">
          <summary>the first {counted(report.first.length, 'row')}</summary>
          {report.first.map((row, place) => (
            <pre key={place}>
              <VisibleText text={startOf(JSON.stringify(row, null, 1))} />
            </pre>
          ))}
        </details>
      )}
    </>
  );
}

const mostShown = 4_000;

function startOf(text: string): string {
  if (text.length <= mostShown) return text;
  return `${text.slice(0, mostShown)}\n… and ${counted(text.length - mostShown, 'character')} more`;
}

function Faults({ report: { faults, untold } }: { report: RowsReport }) {
  return (
    <div class="table-scroll short">
      <table class="list">
        {untold > 0 && (
          <caption class="small soft">
            The first {faults.length}; {whole(untold)} more are told once these are put right
          </caption>
        )}
        <thead>
          <tr>
            <th scope="col" class="right">
              Line
            </th>
            <th scope="col" class="right">
              Column
            </th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ line, column, reason }) => (
            <tr key={line}>
              <td class="right">{whole(line)}</td>
              <td class="right">{whole(column)}</td>
              <td>
                <VisibleText text={reason} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
