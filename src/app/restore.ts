import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { runCommand, sizeText } from './backup/command.ts';
import { totalBytes } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore.ts';
import { readConfig } from './config.ts';

// `npm run restore`: unpacks a file of `npm run backup` into a new data folder.

const usage = `npm run restore -- FILE

Puts a backup into DAYBREAK_HOME, which must be empty or missing, and starts no server; - is standard input.
The folder appears only after everything is verified.`;

await runCommand({
  name: 'restore',
  usage,
  async act(file, signal) {
    const config = readConfig(process.env);
    const source = file === '-' ? addAbortSignal(signal, process.stdin) : createReadStream(file, { signal });
    const manifest = await restoreBackup(config, source);
    const { files, version, created } = manifest;
    const size = sizeText(totalBytes(manifest));
    return `restore: ${files.length} files (${size}) as of ${created}, by Daybreak ${version}, in ${config.home}`;
  },
});
