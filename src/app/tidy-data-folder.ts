import type { Logger } from 'pino';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { collectGarbage } from '../artifacts/garbage.ts';
import type { Store } from '../store/store.ts';

interface TidyParts {
  folder: DataFolder;
  store: Store;
  log: Logger;
  print(text: string): void;
}

/**
 * Removes what crashes left behind, and reports stray files to the operator. Runs at the start of the only server,
 * before the first request.
 */
export async function tidyDataFolder({ folder, store, log, print }: TidyParts): Promise<void> {
  const referenced = await store.referencedPaths();
  const noted = await store.notedRemovals();
  const { removed, orphans, stuck, orphaned, missing, skipped } = await collectGarbage(folder, {
    storeId: store.id,
    referenced,
    noted,
  });
  if (skipped === null) await store.forgetRemovals();
  if (removed.length > 0) log.info({ removed: removed.length }, 'removed files that a crash left behind');
  if (missing.length > 0) log.warn({ missing }, 'files of the database are missing');
  if (skipped !== null) {
    log.warn(
      { reason: skipped },
      'files that a crash left behind are kept: the data folder may belong to another database',
    );
  }
  if (orphans.length > 0) {
    log.warn({ orphans, orphaned }, 'moved files that the database does not know');
    print(`warning: ${countsOf(orphans)} that the database does not know were moved to ${orphaned}. ${whatToDo}`);
  }
  if (stuck.length > 0) {
    log.warn({ stuck }, 'the database does not know some files');
    print(`warning: the database does not know ${countsOf(stuck)}, which stay in ${folder.root}. ${whatToDo}`);
  }
}

const whatToDo =
  'If an older copy of the database was restored, stop the server, put the newer database and these files back, and ' +
  'start again; files that you do not need can be deleted.';

/** Returns the number of paths in each folder, such as "3 files or folders (2 in checkpoints, 1 in jobs)". */
function countsOf(paths: readonly string[]): string {
  const folders = Map.groupBy(paths, (path) => path.split('/', 1)[0]);
  const counts = [...folders].map(([folder, inside]) => `${inside.length} in ${folder}`).join(', ');
  return `${paths.length} files or folders (${counts})`;
}
