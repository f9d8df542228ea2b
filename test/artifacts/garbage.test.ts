import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
  const collect = (storeId: string, ...referenced: string[]) =>
    collectGarbage(folder(), { storeId, referenced: new Set(referenced) });

  it('removes what no row points at, and only in the folders whose content belongs to rows', async () => {
    expect(await collect('one')).toEqual({ removed: [], missing: [], skipped: null });
    await put('checkpoints/m/1-a/adapter_config.json', 'checkpoints/m/1-a/optimizer/.tmp-inside-a-checkpoint');
    await put('checkpoints/m/2-b/adapter_config.json', 'checkpoints/gone/1-c/adapter_config.json');
    await put('jobs/1.json', 'jobs/2.json', 'artifacts/a/1', 'artifacts/a/2', 'logs/m/1.json', 'logs/m/.tmp-1/x');
    await put('models/hub/model.gguf', 'models/.tmp-download', 'api-key', 'daybreak.sqlite', 'notes.txt', '.tmp-2');
    await symlink(tmpdir(), join(folder().root, 'jobs/link'));
    const report = await collect('one', 'checkpoints/m/1-a', 'jobs/1.json', 'artifacts/a/1', 'logs/m/1.json');
    expect(report.removed.sort()).toEqual([
      '.tmp-2',
      'artifacts/a/2',
      'checkpoints/gone',
      'checkpoints/m/2-b',
      'jobs/2.json',
      'jobs/link',
      'logs/m/.tmp-1',
    ]);
    expect(report).toMatchObject({ missing: [], skipped: null });
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

  it('tells which files of rows are missing', async () => {
    await collect('one');
    await put('jobs/1.json');
    const report = await collect('one', 'jobs/1.json', 'jobs/2.json', 'checkpoints/m/1-a');
    expect(report.missing).toEqual(['jobs/2.json', 'checkpoints/m/1-a']);
  });

  it('keeps the files of another database, but for temporary ones', async () => {
    await collect('one');
    await put('checkpoints/m/1-a/adapter_config.json', 'checkpoints/m/.tmp-1/x', 'jobs/1.json');
    const report = await collect('two');
    expect(report.skipped).toMatch(/another database/);
    expect(report.removed).toEqual(['checkpoints/m/.tmp-1']);
    expect(await collect('one', 'checkpoints/m/1-a')).toMatchObject({ removed: ['jobs/1.json'], skipped: null });
  });

  it('keeps files of which nobody knows whose they are, however often it runs', async () => {
    await put('checkpoints/m/1-a/adapter_config.json');
    for (let start = 0; start < 2; start++) {
      const report = await collect('one');
      expect(report.removed).toEqual([]);
      expect(report.skipped).toMatch(/database-id/);
    }
  });
});
