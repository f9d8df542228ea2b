import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { atHand } from '../artifacts/stored-file.ts';
import { ADAPTER_CONFIG_FILE, parseAdapterConfig } from '../model/checkpoint/adapter-config.ts';
import { MAX_LORA_RANK } from '../model/lora-layout.ts';

/** They may have to be fetched. */
const AT_ONCE = 8;

/**
 * The highest rank among the adapters that are stored, so that each can be served whatever the settings were when it
 * was made. What cannot be read counts nothing here: asking for it tells what is wrong with it.
 */
export async function highestStoredRank(folder: DataFolder, referenced: Iterable<string>): Promise<number> {
  const paths = [...referenced].filter((path) => path.startsWith('checkpoints/'));
  let highest = 0;
  for (let start = 0; start < paths.length; start += AT_ONCE) {
    const ranks = paths.slice(start, start + AT_ONCE).map((path) => rankOf(folder, path));
    highest = Math.max(highest, ...(await Promise.all(ranks)));
  }
  return Math.min(highest, MAX_LORA_RANK);
}

async function rankOf(folder: DataFolder, storedPath: string): Promise<number> {
  try {
    using adapter = await atHand(folder, storedPath, [ADAPTER_CONFIG_FILE]);
    const path = join(adapter.path, ADAPTER_CONFIG_FILE);
    const { rank, rankPattern } = parseAdapterConfig(path, JSON.parse(await readFile(path, 'utf8')));
    return Math.max(rank, ...Object.values(rankPattern));
  } catch {
    return 0;
  }
}
