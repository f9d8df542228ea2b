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
 * Ends what clients began and went away from, of all owners: sessions of the Tinker API, uploads of artifacts, and
 * weights of the Tinker API that are past their time. What could not be ended is the next time. Throws what one of them
 * throws, when all have been tried.
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
