import { accessSync, constants, openAsBlob } from 'node:fs';
import { systemWords, UsageFailure } from '../failures.ts';
import { foundAt } from './paths.ts';

/**
 * Opens a local file as a blob, to be read in pieces and more than once. Throws `UsageFailure` for anything else: a
 * pipe would seem to be empty.
 */
export async function blobOf(path: string): Promise<Blob> {
  const found = foundAt(path);
  if (found === undefined) throw new UsageFailure(`${path || 'an empty path'} does not exist`);
  if (found.isDirectory()) throw new UsageFailure(`${path} is a folder; give the path of a file`);
  if (!found.isFile()) throw new UsageFailure(`${path} is not a file`);
  try {
    accessSync(path, constants.R_OK);
    return await openAsBlob(path);
  } catch (error) {
    throw new UsageFailure(`${path} cannot be read: ${systemWords(error as Error)}`);
  }
}
