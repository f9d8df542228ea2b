import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandFailure, systemWords, UsageFailure } from '../failures.ts';

/**
 * Copies standard input into a temporary file of this name, as an upload is read more than once. The file is deleted
 * when the command ends. Returns its path. Throws `UsageFailure` if standard input is a terminal, `CommandFailure` for
 * a full disk.
 */
export async function standardInputAsFile(name: string): Promise<string> {
  if (process.stdin.isTTY) throw new UsageFailure('standard input is a terminal; redirect a file to it, or name one');
  const folder = mkdtempSync(join(tmpdir(), 'daybreak-input-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  try {
    await pipeline(process.stdin, createWriteStream(path));
  } catch (error) {
    throw new CommandFailure(`standard input cannot be stored in ${folder}: ${systemWords(error as Error)}`);
  }
  return path;
}
