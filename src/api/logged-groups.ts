import type { FileHandle } from 'node:fs/promises';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { StorageError } from '../artifacts/storage-error.ts';
import { openStoredFile } from '../artifacts/stored-file.ts';
import { bytesOf, findLines, findListed, type ValueSpan } from '../artifacts/stored-values.ts';
import type { TrajectoryGroupPage } from '../generated/types.ts';
import type { LogRecord } from '../store/logs.ts';
import type { PageRequest } from '../store/page.ts';
import { WrittenJson } from './http/written-json.ts';
import { pageBody } from './page.ts';

/** Maximum size of a page in bytes, unless a single group is longer. */
const pageBytes = 8 * 2 ** 20;

/**
 * Returns one page of a log's groups as the JSON of a `TrajectoryGroupPage`, with each group as stored in the log's
 * file. Raises `not_found` for an unknown cursor, and if the groups are no longer kept.
 */
export async function loggedGroups(
  folder: DataFolder,
  { id, path }: Pick<LogRecord, 'id' | 'path'>,
  { after = null, limit = 20 }: PageRequest,
): Promise<WrittenJson> {
  if (path === null)
    throw new StorageError('not_found', `The trajectories of log '${id}' are no longer stored.`, { resource: 'log' });
  // Version 0.1 stored one JSON array.
  const find = path.endsWith('.json') ? findListed : findLines;
  const wanted = { after, count: limit, bytes: pageBytes };
  const { handle } = await openStoredFile(folder, path);
  try {
    const { values, more } = await find(handle, wanted);
    return page(handle, values, more);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function page(handle: FileHandle, values: readonly ValueSpan[], hasMore: boolean): WrittenJson {
  const [head, tail] = envelope(values, hasMore);
  const commas = Math.max(0, values.length - 1);
  const length = values.reduce((sum, value) => sum + value.length, head.length + commas + tail.length);
  return new WrittenJson(handle, length, async function* () {
    yield head;
    for (const [place, value] of values.entries()) {
      if (place > 0) yield comma;
      yield* bytesOf(handle, value);
    }
    yield tail;
  });
}

const comma = Buffer.from(',');

/** Returns the JSON before and after the groups. */
function envelope(values: readonly ValueSpan[], hasMore: boolean): [Buffer, Buffer] {
  const empty: Omit<TrajectoryGroupPage, 'data'> & { data: never[] } = pageBody({ data: [], hasMore }, () => {
    throw new Error('an empty page has no group');
  });
  const page = { ...empty, first_id: values.at(0)?.id ?? '', last_id: values.at(-1)?.id ?? '' };
  const json = JSON.stringify(page);
  const at = json.indexOf('"data":[') + '"data":['.length;
  return [Buffer.from(json.slice(0, at)), Buffer.from(json.slice(at))];
}
