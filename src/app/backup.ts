import { lstat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeFileAtomicBy } from '../artifacts/atomic-write.ts';
import { openBackup } from './backup/backup.ts';
import { BackupError } from './backup/backup-error.ts';
import { runCommand, sizeText } from './backup/command.ts';
import { totalBytes } from './backup/manifest.ts';
import { readConfig } from './config.ts';
import { version } from './version.ts';

// `npm run backup`: writes the data folder to one file, even while the server runs and trains.

const usage = `npm run backup -- FILE

Writes all records and files of DAYBREAK_HOME to one new file, even while the server runs and trains; - is standard
output. The file contains the first API key and everybody's data: only you can read it. Base models are not included.`;

await runCommand({
  name: 'backup',
  usage,
  async act(file, signal) {
    const path = file === '-' ? null : resolve(file);
    // Fails before minutes of work.
    if (path !== null) await requireNew(path);
    await using backup = await openBackup(readConfig(process.env), version, signal);
    if (path === null) await pipeline(Readable.from(backup.chunks()), process.stdout, { end: false });
    else {
      await backup.requireSpace(dirname(path));
      await writeFileAtomicBy(path, (handle) => handle.writeFile(backup.chunks()));
    }
    const { manifest, missing } = backup;
    const lost = missing.length === 0 ? '' : `\nwarning: these files of the database are missing: ${list(missing)}`;
    const { files, created } = manifest;
    const size = sizeText(totalBytes(manifest));
    return `backup: ${files.length} files (${size}) as of ${created} in ${path ?? 'the output'}${lost}`;
  },
});

async function requireNew(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (found !== null) throw new BackupError(`${path} already exists; name a new file`);
}

function list(paths: readonly string[]): string {
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : '';
  return paths.slice(0, 3).join(', ') + more;
}
