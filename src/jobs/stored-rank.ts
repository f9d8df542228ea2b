import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../artifacts/data-folder.ts';
import { ensureLocal } from '../artifacts/stored-file.ts';
import { ADAPTER_CONFIG_FILE, highestRank, parseAdapterConfig } from '../model/checkpoint/adapter-config.ts';

/** Returns the highest LoRA rank among a stored adapter's modules, or null if its configuration cannot be read. */
export async function storedRank(folder: DataFolder, path: string): Promise<number | null> {
  try {
    using adapter = await ensureLocal(folder, path, [ADAPTER_CONFIG_FILE]);
    return await rankOfConfig(join(adapter.path, ADAPTER_CONFIG_FILE));
  } catch {
    return null;
  }
}

/** Does what `storedRank` does, for the path of a configuration. */
export async function rankOfConfig(path: string): Promise<number | null> {
  try {
    return highestRank(parseAdapterConfig(path, JSON.parse(await readFile(path, 'utf8'))));
  } catch {
    return null;
  }
}
