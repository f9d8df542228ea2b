import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Notes which commit a branch or tag stands for, atomically, as huggingface_hub's `refs` do. */
export async function writeReference(repositoryFolder: string, revision: string, commit: string): Promise<void> {
  if (revision === commit) return;
  const path = join(repositoryFolder, 'refs', revision);
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, commit);
  await rename(temporary, path);
}
