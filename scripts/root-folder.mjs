import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the repository or of the installed package; the scripts work from any current folder. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** True in a clone, where set-up builds the code; an installed package comes built. */
export const isClone = existsSync(join(rootFolder, 'src'));

/**
 * Folder of files that set-up downloads or builds, safe to delete. In a clone, git ignores it. An installed package may
 * belong to another user than the one who runs it, so its cache lies in the user's home.
 */
export const cacheFolder = isClone
  ? join(rootFolder, '.cache')
  : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'daybreak');
