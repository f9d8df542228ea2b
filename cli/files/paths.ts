import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { confirm } from '../ask.ts';
import type { Context } from '../context.ts';
import { CommandFailure, UsageFailure } from '../failures.ts';
import { printable } from '../output/printable.ts';

/**
 * Asks before a file is written over, which no pipe or device is. Throws `CommandFailure` where the answer is no, or the
 * path is a folder.
 */
export async function mayWriteFile(context: Context, path: string, yes: boolean): Promise<void> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new UsageFailure(`${path} is a folder; give the path of a file`);
  if (found?.isFile()) await confirm(context, yes, `${path} is there already. Write over it?`);
}

/** Reads where output is to go: `-` is standard output, and so is its own path, which may not be opened twice. */
export function outputPath(text: string): string {
  return text === '/dev/stdout' ? '-' : text;
}

/** Asks before files of a folder are written over; `names` are all that will be written, where they are known. */
export async function mayWriteFiles(
  context: Context,
  folder: string,
  names: readonly string[] | undefined,
  yes: boolean,
): Promise<void> {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) throw new UsageFailure(`${folder} is a file; give the path of a folder`);
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
