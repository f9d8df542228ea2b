import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { fromFileError } from '../../src/artifacts/storage-error.ts';
import { pump } from '../../src/artifacts/upload.ts';
import { useDataFolder } from './data-folder.ts';

/** Options of `unshare` for a private mount: as root, or as root of a user namespace. Some machines allow neither. */
const WAYS = [['-m'], ['-U', '-r', '-m']];

function onSmallDisk(way: string[], folder: string, command: string[]): [string, string[]] {
  const script = 'mount -t tmpfs -o size=4m tmpfs "$0" && exec "$@"';
  return ['unshare', [...way, 'sh', '-c', script, folder, ...command]];
}

const way = WAYS.find((options) => spawnSync(...onSmallDisk(options, '/mnt', ['true'])).status === 0);

describe.skipIf(way === undefined)('on a full disk of 4 MiB', () => {
  const folder = useDataFolder();

  it('no file or row is half-written, none is lost, and a job completes after space is freed', {
    timeout: 600_000,
  }, async () => {
    const scenario = fileURLToPath(new URL('full-disk.ts', import.meta.url));
    const [command, options] = onSmallDisk(way!, folder().root, [process.execPath, scenario, folder().root]);
    const { stdout } = await promisify(execFile)(command, options);
    const { files, database } = JSON.parse(stdout);
    expect(files).toMatchObject({
      replaced: 'disk_full',
      uploaded: 'disk_full',
      checkpoint: 'disk_full',
      left: ['logs/old'],
      old: 'old',
    });
    expect(files.freeBytes).toBeGreaterThan(3_900_000);
    expect(database).toEqual({
      creation: 'disk_full',
      completion: 'disk_full',
      whileFull: { newest: 0, history: 0, status: 'running' },
      completionWithSpace: 'succeeded',
      newest: 1,
      lost: 0,
      halfMade: 0,
    });
  });
});

describe.skipIf(!existsSync('/dev/full'))('a device that is always full', () => {
  it('fails an upload with disk_full', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('content');
    }
    const full = await open('/dev/full', 'w');
    const failure = await pump(source(), full, 100).catch((error: unknown) => fromFileError(error, 'the upload'));
    expect(failure).toMatchObject({ code: 'disk_full', message: expect.stringContaining('the upload failed') });
    await full.close();
  });
});
