import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { ADAPTER_CONFIG_FILE, parseAdapterConfig } from '../model/checkpoint/adapter-config.ts';
import { MAX_LORA_RANK } from '../model/lora-layout.ts';

/**
 * The highest rank among the adapters that are stored, so that each can be served whatever the settings were when it
 * was made. What cannot be read counts nothing here: asking for it tells what is wrong with it.
 */
export async function highestStoredRank(folder: DataFolder, referenced: Iterable<string>): Promise<number> {
  let highest = 0;
  for (const path of referenced) {
    if (path.startsWith('checkpoints/')) highest = Math.max(highest, await rankOf(absolutePath(folder, path)));
  }
  return Math.min(highest, MAX_LORA_RANK);
}

async function rankOf(adapter: string): Promise<number> {
  try {
    const path = join(adapter, ADAPTER_CONFIG_FILE);
    const { rank, rankPattern } = parseAdapterConfig(path, JSON.parse(await readFile(path, 'utf8')));
    return Math.max(rank, ...Object.values(rankPattern));
  } catch {
    return 0;
  }
}
