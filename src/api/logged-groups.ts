import { readFile } from 'node:fs/promises';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { readLines } from '../artifacts/json-lines.ts';
import { notFound } from '../artifacts/storage-error.ts';
import { openStoredFile } from '../artifacts/stored-file.ts';
import type { TrajectoryGroup } from '../generated/types.ts';
import type { LogRecord } from '../store/logs.ts';
import type { Page, PageRequest } from '../store/page.ts';

export interface LoggedGroup {
  /** Where it begins in the file of its log, which is what pages go on from. */
  id: string;
  group: TrajectoryGroup;
}

/** Text of one page, unless a single group is longer. */
const pageBytes = 8 << 20;

/** One page of the groups of a log, as they were sent. Raises `not_found` for an unknown cursor. */
export async function loggedGroups(
  folder: DataFolder,
  { path }: LogRecord,
  { after = null, limit = 20 }: PageRequest,
): Promise<Page<LoggedGroup>> {
  if (path.endsWith('.json')) return groupsOfArray(absolutePath(folder, path), after, limit);
  const { handle } = await openStoredFile(folder, path);
  try {
    const { lines, more } = await readLines(handle, { after, count: limit, bytes: pageBytes });
    const data = lines.map(({ at, text }) => ({ id: String(at), group: JSON.parse(text) as TrajectoryGroup }));
    return { data, hasMore: more };
  } finally {
    await handle.close();
  }
}

/** Version 0.1 kept one array; ids are places in it. */
async function groupsOfArray(path: string, after: string | null, limit: number): Promise<Page<LoggedGroup>> {
  const groups = JSON.parse(await readFile(path, 'utf8')) as TrajectoryGroup[];
  if (after !== null && !(/^\d{1,9}$/.test(after) && Number(after) < groups.length)) throw notFound('cursor', after);
  const first = after === null ? 0 : Number(after) + 1;
  const page = groups.slice(first, first + limit).map((group, index) => ({ id: String(first + index), group }));
  return { data: page, hasMore: first + limit < groups.length };
}
