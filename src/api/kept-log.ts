import { writeFileAtomicBy } from '../artifacts/atomic-write.ts';
import { type DataFolder, newLogPath } from '../artifacts/data-folder.ts';
import { publishStored } from '../artifacts/publish.ts';
import { removePaths } from '../artifacts/removal.ts';
import { newStoredPath } from '../artifacts/stored-file.ts';
import { type KeptTrajectories, listedGroup } from '../jobs/kept-trajectories.ts';
import type { NewTrajectoryFile } from '../store/trajectory-files.ts';
import type { KeptGroup } from '../training/rl/trajectory-lines.ts';

/** Lines of a log, and the list entries of their groups. */
export interface LogPart {
  text: string | Uint8Array;
  groups: KeptGroup[];
}

/**
 * Writes the trajectory groups of a log durably; returns null if they are not to be kept, or are too large. Raises
 * `disk_full`.
 */
export async function writeLog(
  { folder, kept }: { folder: DataFolder; kept: KeptTrajectories },
  { modelId, id }: { modelId: string; id: string },
  parts: Iterable<LogPart> | AsyncIterable<LogPart>,
): Promise<NewTrajectoryFile | null> {
  if (kept.limits.bytes === 0) return null;
  const path = newLogPath(modelId, id);
  const groups: KeptGroup[] = [];
  let bytes = 0;
  async function* texts(): AsyncGenerator<string | Uint8Array, void, void> {
    for await (const part of parts) {
      for (const group of part.groups) groups.push(group);
      bytes += Buffer.byteLength(part.text);
      yield part.text;
    }
  }
  await writeFileAtomicBy(await newStoredPath(folder, path), async (handle) => {
    for await (const text of folder.reserve.guard(texts())) await handle.writeFile(text);
  });
  if (bytes > kept.limits.bytes) {
    await removePaths(folder, [path]);
    return null;
  }
  await publishStored(folder, path);
  return { path, bytes, groups: groups.map((group) => listedGroup(group, null)) };
}
