import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { confirm } from '../ask.ts';
import type { Context } from '../context.ts';
import { CommandFailure, systemWords, UsageFailure } from '../failures.ts';
import { printable } from '../output/printable.ts';

/**
 * Returns the stats of a path, or undefined if nothing is there. Throws `UsageFailure` for other errors, such as a path
 * below a file.
 */
export function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageFailure(`${path}: ${systemWords(error as Error)}`);
  }
}

/**
 * Asks before a file or block device is overwritten; pipes and terminals need no question. Throws `CommandFailure` if
 * the user declines or the path is a folder.
 */
export async function mayWriteFile(context: Context, path: string, yes: boolean): Promise<void> {
  const found = foundAt(path);
  if (found?.isDirectory()) throw new UsageFailure(`${path} is a folder; give the path of a file`);
  if (found?.isFile() || found?.isBlockDevice()) await confirm(context, yes, `${path} already exists. Overwrite it?`);
}

/** Paths of standard output, which must not be opened a second time. */
const outputPaths = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Returns the path for output; `-` is standard output, and so are its own paths. */
export function outputPath(text: string): string {
  return outputPaths.has(text) ? '-' : text;
}

/** Throws `UsageFailure` with the remedy if the path is something else than a folder. */
export function requireFolder(path: string, cure: string): void {
  if (foundAt(path)?.isDirectory() === false) throw new UsageFailure(`${path} is not a folder; ${cure}`);
}

/** Asks before files in a folder are overwritten; `names` are the files that will be written, if known. */
export async function mayWriteFiles(
  context: Context,
  folder: string,
  names: readonly string[] | undefined,
  yes: boolean,
): Promise<void> {
  requireFolder(folder, 'give the path of a folder');
  if (!existsSync(folder)) return;
  const inside = readdirSync(folder);
  const [taken] = names === undefined ? inside : names.filter((name) => inside.includes(name));
  if (taken !== undefined) await confirm(context, yes, `${join(folder, taken)} already exists. Overwrite it?`);
}

/**
 * Returns a name from a server for use as a local file name. Throws `CommandFailure` if it may lead elsewhere, as
 * `../x` from an untrusted server does.
 */
export function plainName(name: string): string {
  const isPlain = name !== '' && name !== '.' && name !== '..' && basename(name) === name && !/[/\\\0]/.test(name);
  if (isPlain) return name;
  throw new CommandFailure(`the server sent a name that is not a valid file name: ${JSON.stringify(name)}`);
}

/**
 * Escapes control characters in a line with others' names, such as a path, if it goes to a terminal; a program gets it
 * unchanged.
 */
export function shown({ isTty }: Context, line: string): string {
  return isTty ? printable(line) : line;
}
