import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { absolutePath, type DataFolder } from '../artifacts/data-folder.ts';
import { ADAPTER_CONFIG_FILE, parseAdapterConfig } from '../model/checkpoint/adapter-config.ts';

/** The highest rank of a stored adapter's modules; null where its configuration cannot be read. */
export function storedRank(folder: DataFolder, path: string): Promise<number | null> {
  return rankOfConfig(join(absolutePath(folder, path), ADAPTER_CONFIG_FILE));
}

/** As `storedRank`, of the configuration's own path. */
export async function rankOfConfig(path: string): Promise<number | null> {
  try {
    const { rank, rankPattern } = parseAdapterConfig(path, JSON.parse(await readFile(path, 'utf8')));
    return Math.max(rank, ...Object.values(rankPattern));
  } catch {
    return null;
  }
}
