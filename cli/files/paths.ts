import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { confirm } from '../ask.ts';
import type { Context } from '../context.ts';
import { CommandFailure, systemWords, UsageFailure } from '../failures.ts';
import { printable } from '../output/printable.ts';

/** What is at a path; undefined for nothing. Throws `UsageFailure` where that cannot be told, as below a file. */
export function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new UsageFailure(`${path}: ${systemWords(error as Error)}`);
  }
}

/**
 * Asks before a file or a disk is written over, which no pipe or terminal is. Throws `CommandFailure` where the answer
 * is no, or the path is a folder.
 */
export async function mayWriteFile(context: Context, path: string, yes: boolean): Promise<void> {
  const found = foundAt(path);
  if (found?.isDirectory()) throw new UsageFailure(`${path} is a folder; give the path of a file`);
  if (found?.isFile() || found?.isBlockDevice())
    await confirm(context, yes, `${path} is there already. Write over it?`);
}

/** Paths of standard output, which may not be opened twice. */
const outputPaths = new Set(['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1']);

/** Reads where output is to go: `-` is standard output, and so are its own paths. */
export function outputPath(text: string): string {
  return outputPaths.has(text) ? '-' : text;
}

/** Throws `UsageFailure` with the cure where something else than a folder is in the place of one. */
export function requireFolder(path: string, cure: string): void {
  if (foundAt(path)?.isDirectory() === false) throw new UsageFailure(`${path} is no folder; ${cure}`);
}

/** Asks before files of a folder are written over; `names` are all that will be written, where they are known. */
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
  if (taken !== undefined) await confirm(context, yes, `${join(folder, taken)} is there already. Write over it?`);
}

/**
 * A name that a server gave, for a file or folder here. Throws `CommandFailure` where it may lead elsewhere: a server
 * that is not to be trusted may say `../x`.
 */
export function plainName(name: string): string {
  const isPlain = name !== '' && name !== '.' && name !== '..' && basename(name) === name && !/[/\\\0]/.test(name);
  if (isPlain) return name;
  throw new CommandFailure(`the server gives a name that no file here can have: ${JSON.stringify(name)}`);
}

/** A line with the names of others, such as a path: a terminal does not obey them, and a program gets it as it is. */
export function shown({ isTty }: Context, line: string): string {
  return isTty ? printable(line) : line;
}
