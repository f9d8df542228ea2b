import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openBackup } from '../../src/app/backup/backup.ts';
import type { BackupManifest } from '../../src/app/backup/manifest.ts';
import { restoreBackup } from '../../src/app/backup/restore.ts';
import { readConfig } from '../../src/app/config.ts';
import { filesBelow } from '../artifacts/data-folder.ts';

/** Returns a function that creates temporary folders, which are removed after the test. */
export function useFolders(): () => Promise<string> {
  const made: string[] = [];
  afterEach(async () => {
    for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'daybreak-backup-'));
    made.push(folder);
    return folder;
  };
}

/** Returns a backup of a data folder, and the files that rows reference but that are missing. */
export async function backUp(home: string): Promise<{ bytes: Buffer; manifest: BackupManifest; missing: string[] }> {
  await using backup = await openBackup(readConfig({ DAYBREAK_HOME: home }), '0.2.0-test');
  const chunks: Uint8Array[] = [];
  for await (const chunk of backup.chunks()) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), manifest: backup.manifest, missing: backup.missing };
}

/** Restores a backup from `bytes`, read in pieces of an odd length. */
export function restore(bytes: Uint8Array, home: string): Promise<BackupManifest> {
  return restoreBackup(readConfig({ DAYBREAK_HOME: home }), pieces(bytes));
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_537) yield bytes.subarray(at, at + 65_537);
}

/** Returns the SHA-256 of all files below a folder, by path. */
export async function hashes(home: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const path of await filesBelow(home)) {
    all[path] = createHash('sha256')
      .update(await readFile(join(home, path)))
      .digest('hex');
  }
  return all;
}
