import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's own folder: the scripts work from any current folder. */
export const rootFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** What set-up fetches or builds and could fetch or build again; ignored by git, safe to delete. */
export const cacheFolder = join(rootFolder, '.cache');
