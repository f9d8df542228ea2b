import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';

const PREFIX = '.tmp-';

/** Returns a name for work in progress in the folder of `path`, so that the final rename stays on one file system. */
export function temporarySibling(path: string): string {
  return join(dirname(path), PREFIX + randomUUID());
}

export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX);
}
