import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../../src/artifacts/garbage.ts';
import { filesBelow, useDataFolder } from './data-folder.ts';

describe('garbage collection', () => {
  const folder = useDataFolder();
  const put = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(dirname(join(folder().root, path)), { recursive: true });
      await writeFile(join(folder().root, path), path);
    }
  };
  const collect = (storeId: string, ...referenced: string[]) => collectNoting([], storeId, ...referenced);
  const collectNoting = (noted: string[], storeId: string, ...referenced: string[]) =>
    collectGarbage(folder(), { storeId, referenced: new Set(referenced), noted: new Set(noted) });
  const nothing = { removed: [], orphans: [], stuck: [], orphaned: null, missing: [], skipped: null };

  it('removes files that rows have released, and only in folders that rows reference', async () => {
    expect(await collect('one')).toEqual(nothing);
    await put('checkpoints/m/1-a/adapter_config.json', 'checkpoints/m/1-a/optimizer/.tmp-inside-a-checkpoint');
    await put('checkpoints/m/2-b/adapter_config.json', 'checkpoints/gone/1-c/adapter_config.json');
    await put('jobs/1.json', 'jobs/2.json', 'artifacts/a/1', 'artifacts/a/2', 'logs/m/1.json', 'logs/m/.tmp-1/x');
    await put('models/hub/model.gguf', 'models/.tmp-download', 'api-key', 'daybreak.sqlite', 'notes.txt', '.tmp-2');
    await symlink(tmpdir(), join(folder().root, 'jobs/link'));
    const noted = ['checkpoints/m/2-b', 'checkpoints/gone/1-c', 'jobs/2.json', 'artifacts/a/2', 'jobs/link'];
    const rows = ['checkpoints/m/1-a', 'jobs/1.json', 'artifacts/a/1', 'logs/m/1.json'];
    // A path that a row references stays, even if it is noted for removal.
    const report = await collectNoting([...noted, 'jobs/1.json', 'jobs/removed-already'], 'one', ...rows);
    expect(report.removed.sort()).toEqual([
      '.tmp-2',
      'artifacts/a/2',
      'checkpoints/gone/1-c',
      'checkpoints/m/2-b',
      'jobs/2.json',
      'jobs/link',
      'logs/m/.tmp-1',
    ]);
    expect(report).toMatchObject({ orphans: [], orphaned: null, missing: [], skipped: null });
    expect(await filesBelow(folder().root)).toEqual([
      'api-key',
      'artifacts/a/1',
      'checkpoints/m/1-a/adapter_config.json',
      'checkpoints/m/1-a/optimizer/.tmp-inside-a-checkpoint',
      'database-id',
      'daybreak.sqlite',
      'jobs/1.json',
      'logs/m/1.json',
      'models/.tmp-download',
      'models/hub/model.gguf',
      'notes.txt',
    ]);
  });

  it('moves files unknown to the database aside, unchanged, and never deletes them', async () => {
    await collect('one');
    await put(
      'checkpoints/m/1-a/adapter_config.json',
      'checkpoints/m/2-b/adapter_config.json',
      'checkpoints/m/2-b/x/y',
    );
    await put('checkpoints/new/1-c/adapter_config.json', 'jobs/2.json', 'artifacts/a/1', 'logs/m/1.json');
    const before = await filesBelow(folder().root);
    const report = await collect('one', 'checkpoints/m/1-a');
    expect(report.orphans.sort()).toEqual([
      'artifacts/a',
      'checkpoints/m/2-b',
      'checkpoints/new',
      'jobs/2.json',
      'logs/m',
    ]);
    expect(report).toMatchObject({ removed: [], stuck: [] });
    expect(report.orphaned).toMatch(/[/\\]orphaned[/\\]\d{4}-\d\d-\d\dT/);
    expect(await filesBelow(folder().root)).toEqual(
      before
        .map((path) => {
          const moved = report.orphans.some((orphan) => path === orphan || path.startsWith(`${orphan}/`));
          return moved ? `${relative(folder().root, report.orphaned ?? '')}/${path}` : path;
        })
        .sort(),
    );
    // The next collection leaves them there.
    expect(await collect('one', 'checkpoints/m/1-a')).toEqual(nothing);
  });

  it('removes folders that are empty or hold only temporary files', async () => {
    await collect('one');
    await put('checkpoints/m/.tmp-1/adapter_config.json');
    await mkdir(join(folder().root, 'logs/m/deep'), { recursive: true });
    expect(await collect('one')).toEqual({ ...nothing, removed: ['checkpoints/m', 'logs/m'] });
  });

  it('reports files that rows reference but that are missing', async () => {
    await collect('one');
    await put('jobs/1.json');
    const report = await collect('one', 'jobs/1.json', 'jobs/2.json', 'checkpoints/m/1-a');
    expect(report.missing).toEqual(['jobs/2.json', 'checkpoints/m/1-a']);
  });

  it('keeps the files of another database, except temporary files', async () => {
    await collect('one');
    await put('checkpoints/m/1-a/adapter_config.json', 'checkpoints/m/.tmp-1/x', 'jobs/1.json');
    const report = await collect('two');
    expect(report.skipped).toMatch(/another database/);
    expect(report.removed).toEqual(['checkpoints/m/.tmp-1']);
    expect(await collect('one', 'checkpoints/m/1-a')).toMatchObject({ orphans: ['jobs/1.json'], skipped: null });
  });

  it('keeps all files if database-id is missing, on every run', async () => {
    await put('checkpoints/m/1-a/adapter_config.json');
    for (let start = 0; start < 2; start++) {
      const report = await collect('one');
      expect(report.removed).toEqual([]);
      expect(report.skipped).toMatch(/database-id/);
    }
  });
});
