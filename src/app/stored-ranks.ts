import type { DataFolder } from '../artifacts/data-folder.ts';
import { storedRank } from '../jobs/stored-rank.ts';
import { MAX_LORA_RANK } from '../model/lora-layout.ts';
import type { Checkpoints } from '../store/checkpoints.ts';

/**
 * Returns the highest LoRA rank among stored adapters, so that each can be served whatever the settings were when it
 * was made. Skips unreadable adapters: a request for one reports what is wrong.
 */
export async function highestStoredRank(folder: DataFolder, checkpoints: Checkpoints): Promise<number> {
  const { highest, unknown } = await checkpoints.ranks();
  let found = highest;
  for (const path of unknown) found = Math.max(found, (await storedRank(folder, path)) ?? 0);
  return Math.min(found, MAX_LORA_RANK);
}
