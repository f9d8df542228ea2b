import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Has a file appear whole or not at all: `write` fills a temporary one beside it, which goes where that fails. */
export async function writeWholeFile(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.part-${process.pid}`;
  await cleanly(
    async () => {
      await write(temporary);
      renameSync(temporary, path);
    },
    () => rmSync(temporary, { force: true }),
  );
}

/**
 * The same of the files of a folder, which may be there already: what else is in it stays. `fill` writes them into an
 * empty folder.
 */
export async function writeWholeFiles(folder: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const made = mkdirSync(folder, { recursive: true });
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

function moveFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    mkdirSync(dirname(target), { recursive: true });
    renameSync(source, target);
  }
}

/** Writes bytes as they come into a file that is there before they are asked for, so that who clears up finds it. */
export async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(pieces);
  } finally {
    await file.close();
  }
}

/** Clears up at the end, and where Ctrl-C or another signal ends the process before. */
export async function cleanly<T>(work: () => Promise<T>, clear: () => void): Promise<T> {
  process.on('exit', clear);
  try {
    return await work();
  } finally {
    process.off('exit', clear);
    clear();
  }
}
