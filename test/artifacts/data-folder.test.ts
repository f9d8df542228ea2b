import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  absolutePath,
  newArtifactPath,
  newCheckpointPath,
  newLogPath,
  newPayloadPath,
  openDataFolder,
} from '../../src/artifacts/data-folder.ts';
import { removePaths } from '../../src/artifacts/removal.ts';
import { openStoredFile } from '../../src/artifacts/stored-file.ts';
import { useDataFolder } from './data-folder.ts';

describe('the data folder', () => {
  const folder = useDataFolder();

  it('is created with all its subfolders, and with mode 700', async () => {
    const made = await openDataFolder(join(folder().root, 'models', 'deep', 'home'));
    expect((await readdir(made.root)).sort()).toEqual([
      'artifacts',
      'checkpoints',
      'jobs',
      'logs',
      'models',
      'trajectories',
    ]);
    expect((await stat(made.root)).mode & 0o777).toBe(0o700);
    expect(await openDataFolder(made.root)).toEqual(made);
  });

  it('may be a symbolic link, but none of its subfolders may', async () => {
    const link = join(folder().models, 'link');
    await symlink(folder().root, link);
    expect((await openDataFolder(link)).root).toBe(folder().root);
    await rm(join(folder().root, 'jobs'), { recursive: true });
    await symlink(tmpdir(), join(folder().root, 'jobs'));
    await expect(openDataFolder(folder().root)).rejects.toMatchObject({ code: 'folder_unusable' });
  });

  it('must be a folder', async () => {
    const file = join(folder().models, 'file');
    await writeFile(file, '');
    await expect(openDataFolder(file)).rejects.toMatchObject({ code: 'folder_unusable' });
  });

  it.skipIf(process.getuid?.() === 0)('must be writable', async () => {
    await chmod(folder().root, 0o500);
    await expect(openDataFolder(folder().root)).rejects.toMatchObject({ code: 'folder_unusable' });
    await chmod(folder().root, 0o700);
  });

  it('resolves generated paths below its root, and rejects paths outside', () => {
    const made = [newArtifactPath('a'), newCheckpointPath('m', 3, 'c'), newPayloadPath('j'), newLogPath('m', 'l')];
    expect(new Set(made.map((path) => path.split('/')[0])).size).toBe(4);
    for (const path of made) expect(absolutePath(folder(), path)).toBe(join(folder().root, path));
    for (const path of ['', '.', '..', '../x', 'jobs/../../x', 'jobs/../x', '/etc/passwd', 'jobs//x', './x', 'x\0']) {
      expect(() => absolutePath(folder(), path), path).toThrow(/not inside the data folder/);
    }
  });
});

describe('a stored file', () => {
  const folder = useDataFolder();

  it('stays readable through an open handle after its removal, and is then not_found', async () => {
    await writeFile(join(folder().root, 'jobs/1.json'), 'content');
    const { handle, bytes } = await openStoredFile(folder(), 'jobs/1.json');
    expect(bytes).toBe(7);
    await removePaths(folder(), ['jobs/1.json']);
    expect(await handle.readFile('utf8')).toBe('content');
    await handle.close();
    await expect(openStoredFile(folder(), 'jobs/1.json')).rejects.toMatchObject({ code: 'not_found' });
    await expect(openStoredFile(folder(), 'jobs/no/folder')).rejects.toMatchObject({ code: 'not_found' });
    await expect(openStoredFile(folder(), 'jobs')).rejects.toMatchObject({ code: 'unsafe_name' });
  });

  it('is never opened or removed through a symbolic link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'daybreak-outside-'));
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(join(outside, 'secret'), join(folder().root, 'jobs/file'));
    await symlink(outside, join(folder().root, 'jobs/folder'));
    await mkdir(join(folder().root, 'logs/real'));
    await symlink('real', join(folder().root, 'logs/inside'));
    await writeFile(join(folder().root, 'logs/real/secret'), '');
    for (const path of ['jobs/file', 'jobs/folder/secret', 'logs/inside/secret']) {
      await expect(openStoredFile(folder(), path), path).rejects.toMatchObject({ code: 'unsafe_name' });
    }
    await expect(removePaths(folder(), ['jobs/folder/secret'])).rejects.toMatchObject({ code: 'unsafe_name' });
    await removePaths(folder(), ['jobs/file', 'jobs/folder']);
    expect(await readdir(join(folder().root, 'jobs'))).toEqual([]);
    expect(await readdir(outside)).toEqual(['secret']);
    await rm(outside, { recursive: true });
  });
});

describe('removal', () => {
  const folder = useDataFolder();

  it('deletes whole folders, leaves others, and ignores paths that no longer exist', async () => {
    for (const name of ['1', '2']) {
      await mkdir(join(folder().root, `checkpoints/m/${name}`), { recursive: true });
      await writeFile(join(folder().root, `checkpoints/m/${name}/adapter_config.json`), '{}');
    }
    await removePaths(folder(), ['checkpoints/m/1', 'checkpoints/m/1', 'checkpoints/none/1']);
    expect(await readdir(join(folder().root, 'checkpoints/m'))).toEqual(['2']);
    await expect(removePaths(folder(), ['../x'])).rejects.toMatchObject({ code: 'unsafe_name' });
  });
});
