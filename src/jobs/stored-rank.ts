import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { atHand } from '../artifacts/stored-file.ts';
import { ADAPTER_CONFIG_FILE, highestRank, parseAdapterConfig } from '../model/checkpoint/adapter-config.ts';

/** The highest rank of a stored adapter's modules; null where its configuration cannot be read. */
export async function storedRank(folder: DataFolder, path: string): Promise<number | null> {
  try {
    using adapter = await atHand(folder, path, [ADAPTER_CONFIG_FILE]);
    return await rankOfConfig(join(adapter.path, ADAPTER_CONFIG_FILE));
  } catch {
    return null;
  }
}

/** As `storedRank`, of the configuration's own path. */
export async function rankOfConfig(path: string): Promise<number | null> {
  try {
    return highestRank(parseAdapterConfig(path, JSON.parse(await readFile(path, 'utf8'))));
  } catch {
    return null;
  }
}
