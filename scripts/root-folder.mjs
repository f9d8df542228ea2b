import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's or the installed package's own folder: the scripts work from any current folder. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether set-up builds what runs here; a package that was installed brings it built. */
export const isClone = existsSync(join(rootFolder, 'src'));

/**
 * What set-up fetches or builds and could fetch or build again, safe to delete. In a clone git ignores it; an installed
 * package may belong to somebody else than who starts it, so there it is the user's.
 */
export const cacheFolder = isClone
  ? join(rootFolder, '.cache')
  : join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'daybreak');
