import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { Store } from '../store/store.ts';

/** How long a job that failed or was cancelled can be tried again. */
const keptMs = 24 * 3_600_000;

/** Removes the data of jobs whose time for a retry is over. Never rejects: what stays is removed the next time. */
export async function dropKeptData(parts: { store: Store; folder: DataFolder; log: Logger }): Promise<void> {
  try {
    await removePaths(parts.folder, await parts.store.jobs.dropKept(new Date(Date.now() - keptMs).toISOString()));
  } catch (error) {
    parts.log.warn({ err: error }, 'the data of old jobs could not be removed');
  }
}
