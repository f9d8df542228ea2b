import { checkRows } from '../../dashboard/src/data/training-rows.ts';
import { CommandFailure, exitCodes } from '../failures.ts';

/** Returns whether a file has one training row a line, judging by its name. */
export function hasRows(path: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(path);
}

const maxListed = 20;

/** Checks training rows as the server would. Throws `CommandFailure` with line and column of each fault. */
export async function checkTrainingRows(path: string, content: Blob): Promise<void> {
  const { rows, faults, untold } = await checkRows(content, new AbortController().signal, () => {});
  if (rows === 0) throw refused(`${path} has no rows`);
  if (faults.length === 0) return;
  const lines = faults.slice(0, maxListed).map(({ line, column, reason }) => `${path}:${line}:${column}: ${reason}`);
  const count = faults.length + untold;
  const more = count > lines.length ? [`and ${count - lines.length} more`] : [];
  const what = `the server would refuse ${count === 1 ? 'a row' : `${count} rows`}; --no-check sends the file as it is`;
  throw refused([what, ...lines, ...more].join('\n'));
}

function refused(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.refused);
}
