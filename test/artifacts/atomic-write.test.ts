import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFileAtomic, writeFolderAtomic } from '../../src/artifacts/atomic-write.ts';
import { filesBelow, useDataFolder } from './data-folder.ts';

describe('writing a file', () => {
  const folder = useDataFolder();

  it('creates or replaces the file with mode 600, and creates missing folders', async () => {
    const path = join(folder().root, 'logs/new/deeper/file');
    await writeFileAtomic(path, 'first, and longer');
    await writeFileAtomic(path, new Uint8Array([1, 2, 3]));
    expect([...(await readFile(path))]).toEqual([1, 2, 3]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await filesBelow(folder().root)).toEqual(['logs/new/deeper/file']);
  });

  it('shows readers the old content or the new, never a part', async () => {
    const path = join(folder().root, 'logs/file');
    const contents = ['a', 'b'].map((letter) => letter.repeat(3_000_000));
    await writeFileAtomic(path, contents[0]);
    let writing = true;
    const written = (async () => {
      for (let round = 1; round <= 10; round++) await writeFileAtomic(path, contents[round % 2]);
      writing = false;
    })();
    let reads = 0;
    for (; writing; reads++) expect(contents.includes(await readFile(path, 'utf8'))).toBe(true);
    await written;
    expect(reads).toBeGreaterThan(0);
  });
});

describe('writing a folder', () => {
  const folder = useDataFolder();
  const checkpoint = () => join(folder().root, 'checkpoints/model/1-a');

  it('makes the folder visible only when it is complete', async () => {
    await writeFolderAtomic(checkpoint(), async (temporary) => {
      await writeFile(join(temporary, 'adapter_config.json'), '{}');
      await mkdir(join(temporary, 'optimizer'));
      await writeFile(join(temporary, 'optimizer/state'), 'x');
      expect(temporary).not.toBe(checkpoint());
      await expect(stat(checkpoint())).rejects.toMatchObject({ code: 'ENOENT' });
    });
    expect(await filesBelow(checkpoint())).toEqual(['adapter_config.json', 'optimizer/state']);
  });

  it('leaves no file when filling fails, and rethrows the error', async () => {
    const failing = writeFolderAtomic(checkpoint(), async (temporary) => {
      await writeFile(join(temporary, 'adapter_config.json'), '{}');
      throw new RangeError('the loss was not finite');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(await filesBelow(folder().root)).toEqual([]);
    await expect(stat(checkpoint())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('refuses to replace an existing folder', async () => {
    const fill = (content: string) => (temporary: string) => writeFile(join(temporary, 'file'), content);
    await writeFolderAtomic(checkpoint(), fill('first'));
    const refused = { code: 'conflict', message: expect.not.stringContaining(folder().root) };
    await expect(writeFolderAtomic(checkpoint(), fill('second'))).rejects.toMatchObject(refused);
    expect(await readFile(join(checkpoint(), 'file'), 'utf8')).toBe('first');
    expect(await filesBelow(folder().root)).toEqual(['checkpoints/model/1-a/file']);
  });
});
