import {
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemWords, UsageFailure } from '../failures.ts';
import { foundAt } from './paths.ts';

/**
 * Writes a file completely or not at all: `write` fills a temporary file beside it, which is deleted on failure. A
 * symbolic link stays and leads to the new file. A pipe or device is written directly.
 */
export async function writeWholeFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const found = foundAt(path);
  if (found?.isFIFO()) return writePipe(path, write);
  if (found !== undefined && !found.isFile()) return write(path);
  const target = targetOf(path);
  const temporary = `${target}.part-${process.pid}`;
  await cleanly(
    async () => {
      await write(temporary).catch((error) => {
        throw error.path === temporary ? notWritten(path, error) : error;
      });
      renameSync(temporary, target);
    },
    () => rmSync(temporary, { force: true }),
  );
}

/** Returns the target of symbolic links at a path, which may not exist. */
function targetOf(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  return targetOf(resolve(realpathSync(dirname(path)), readlinkSync(path)));
}

/** Keeps the pipe open during the write: its reader would take a gap for the end. */
async function writePipe(path: string, write: (path: string) => Promise<void>): Promise<void> {
  const held = await openOnceRead(path);
  await write(path).finally(() => held.close());
}

/** Opens a pipe once it has a reader. A blocking open would keep Ctrl-C from ending the process. */
async function openOnceRead(path: string): Promise<FileHandle> {
  for (;;) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
      await sleep(100);
    }
  }
}

/**
 * Writes files into a folder completely or not at all; other files in it stay. `fill` writes them into an empty
 * temporary folder.
 */
export async function writeWholeFiles(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const made = makeFolder(folder);
  const temporary = join(folder, `.part-${process.pid}`);
  let isDone = false;
  await cleanly(
    async () => {
      mkdirSync(temporary);
      await fill(temporary);
      moveFiles(temporary, folder);
      isDone = true;
    },
    () => {
      rmSync(temporary, { recursive: true, force: true });
      if (!isDone && made !== undefined) rmdirSync(folder);
    },
  );
}

function makeFolder(path: string): string | undefined {
  try {
    return mkdirSync(path, { recursive: true });
  } catch (error) {
    throw notWritten(path, error as Error);
  }
}

/** Returns an error that names the requested path, not the temporary one. */
function notWritten(path: string, error: NodeJS.ErrnoException): UsageFailure {
  const reason = error.code === 'ENOENT' ? 'the folder does not exist' : systemWords(error);
  return new UsageFailure(`${path} cannot be written: ${reason}`);
}

function moveFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(source, target);
  }
}

/** Writes bytes as they arrive. Opens the file before the first byte is requested, so that clean-up finds it. */
export async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(pieces);
  } finally {
    await file.close();
  }
}

/** Runs `work`, then `clear`, which also runs if Ctrl-C or another signal ends the process earlier. */
export async function cleanly<T>(work: () => Promise<T>, clear: () => void): Promise<T> {
  process.on('exit', clear);
  try {
    return await work();
  } finally {
    process.off('exit', clear);
    clear();
  }
}
