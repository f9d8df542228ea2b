import type { TinkerSessions } from '../api/tinker/sessions.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { KeptTrajectories } from '../jobs/kept-trajectories.ts';
import type { Store } from '../store/store.ts';

interface CleanUpParts {
  sessions: Pick<TinkerSessions, 'finishIdle'>;
  store: Pick<Store, 'uploads' | 'tinker'>;
  folder: DataFolder;
  kept: Pick<KeptTrajectories, 'limits' | 'dropOldest'>;
}

/**
 * Cleans up after clients of all owners: idle sessions of the Tinker API, abandoned uploads of artifacts, expired
 * weights of the Tinker API, and trajectories beyond an owner's limit, which metrics of W&B's client count towards. The
 * next call retries what fails. Rejects with an error only after everything has been tried.
 */
export async function cleanUp({ sessions, store, folder, kept }: CleanUpParts): Promise<void> {
  const removeEach = async (parts: AsyncIterable<string[]>) => {
    for await (const paths of parts) await removePaths(folder, paths);
  };
  const ended = [
    sessions.finishIdle(),
    removeEach(store.uploads.deleteExpired()),
    removeEach(store.tinker.deleteExpired()),
    kept.limits.ownerBytes === null ? undefined : kept.dropOldest(),
  ];
  for (const result of await Promise.allSettled(ended)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
