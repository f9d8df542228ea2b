import type { Logger } from 'pino';
import type { TinkerSessions } from '../api/tinker/sessions.ts';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { removePaths } from '../artifacts/removal.ts';
import type { Store } from '../store/store.ts';

interface AbandonedParts {
  sessions: Pick<TinkerSessions, 'finishIdle'>;
  store: Pick<Store, 'uploads'>;
  folder: DataFolder;
  log: Logger;
}

/**
 * Ends what clients began and went away from, of all owners: sessions of the Tinker API, and uploads of artifacts.
 * Never rejects: what could not be ended is the next time.
 */
export async function endAbandoned({ sessions, store, folder, log }: AbandonedParts): Promise<void> {
  const works = [() => sessions.finishIdle(), async () => removePaths(folder, await store.uploads.giveUpOld())];
  for (const work of works) {
    await work().catch((error) => log.warn({ err: error }, 'what clients went away from could not be ended'));
  }
}
