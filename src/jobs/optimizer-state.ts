import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import type { Store } from '../store/store.ts';
import { OPTIMIZER_FILE } from '../worker/protocol.ts';

/** Only the newest checkpoint of a model needs its moments; they are twice the adapter's size. */
export async function dropOptimizerState(folder: DataFolder, checkpointFolder: string): Promise<void> {
  await rm(join(absolutePath(folder, checkpointFolder), OPTIMIZER_FILE), { force: true });
}

/** What a crash between the end of a job and the removal of the older moments has left. Before any job is claimed. */
export async function dropOldOptimizerStates({ store, folder }: { store: Store; folder: DataFolder }): Promise<void> {
  for (const path of await store.checkpoints.supersededFolders()) await dropOptimizerState(folder, path);
}
