import type { TinkerSessions } from '../api/tinker/sessions.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { Store } from '../store/store.ts';

interface AbandonedParts {
  sessions: Pick<TinkerSessions, 'finishIdle'>;
  store: Pick<Store, 'uploads'>;
  folder: DataFolder;
}

/**
 * Ends what clients began and went away from, of all owners: sessions of the Tinker API, and uploads of artifacts. What
 * could not be ended is the next time. Throws what either throws, when both have been tried.
 */
export async function endAbandoned({ sessions, store, folder }: AbandonedParts): Promise<void> {
  const removeUploads = async () => removePaths(folder, await store.uploads.giveUpOld());
  for (const result of await Promise.allSettled([sessions.finishIdle(), removeUploads()])) {
    if (result.status === 'rejected') throw result.reason;
  }
}
