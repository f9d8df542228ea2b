import type { TinkerSessions } from '../api/tinker/sessions.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { Store } from '../store/store.ts';

interface AbandonedParts {
  sessions: Pick<TinkerSessions, 'finishIdle'>;
  store: Pick<Store, 'uploads' | 'tinker'>;
  folder: DataFolder;
}

/**
 * Cleans up after clients of all owners: idle sessions of the Tinker API, abandoned uploads of artifacts, and expired
 * weights of the Tinker API. The next call retries what fails. Rejects with an error only after all three have been
 * tried.
 */
export async function endAbandoned({ sessions, store, folder }: AbandonedParts): Promise<void> {
  const removeEach = async (parts: AsyncIterable<string[]>) => {
    for await (const paths of parts) await removePaths(folder, paths);
  };
  const ended = [
    sessions.finishIdle(),
    removeEach(store.uploads.giveUpOld()),
    removeEach(store.tinker.deleteExpired()),
  ];
  for (const result of await Promise.allSettled(ended)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
