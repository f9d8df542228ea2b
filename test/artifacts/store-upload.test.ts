import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { StorageError } from '../../src/artifacts/storage-error.ts';
import { storeUpload } from '../../src/artifacts/store-upload.ts';
import { filesBelow, useDataFolder } from './data-folder.ts';

const folder = useDataFolder();
const [path, before] = ['artifacts/a/2', 'artifacts/a/1'];

/** Uploads five bytes to `path`, after writing an older file to `before`. */
async function upload(keep: () => Promise<{ replaced: string | null }>, maxBytes = 5) {
  await mkdir(dirname(join(folder().root, before)), { recursive: true });
  await writeFile(join(folder().root, before), 'old');
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('hello');
  }
  return storeUpload(folder(), path, { source: source(), maxBytes, check: () => {}, keep });
}

it('removes the file that an upload replaces', async () => {
  const sha256 = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  expect(await upload(async () => ({ replaced: before }))).toEqual({ replaced: before, bytes: 5, sha256 });
  expect(await filesBelow(folder().root)).toEqual([path]);
});

it('keeps both files if the upload replaces none', async () => {
  await upload(async () => ({ replaced: null }));
  expect(await filesBelow(folder().root)).toEqual([before, path]);
});

it('removes the uploaded file if the store refuses the row or the file is too long', async () => {
  const refused = new StorageError('conflict', 'It cannot change.');
  await expect(upload(() => Promise.reject(refused))).rejects.toBe(refused);
  await expect(upload(async () => ({ replaced: null }), 4)).rejects.toMatchObject({ code: 'too_large' });
  expect(await filesBelow(folder().root)).toEqual([before]);
});

it('keeps the uploaded file if the answer of the store was lost', async () => {
  const away = new StorageError('unavailable', 'The database is currently unreachable.');
  await expect(upload(() => Promise.reject(away))).rejects.toBe(away);
  expect(await filesBelow(folder().root)).toEqual([before, path]);
});
