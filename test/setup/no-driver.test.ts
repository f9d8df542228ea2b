import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';

const root = join(import.meta.dirname, '../..');

/** An installed package keeps its driver in the user's folder. Here apt is missing, so it cannot fetch one. */
describe.runIf(process.platform === 'linux')('without a GPU driver', () => {
  let folder: string;
  let installed: string;

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'scripts/setup.mjs')]);
    folder = mkdtempSync(join(tmpdir(), 'daybreak-no-driver-'));
    installed = join(folder, 'daybreak');
    for (const name of ['installed', 'data', 'path']) mkdirSync(join(folder, name));
    cpSync(join(root, 'scripts'), join(installed, 'scripts'), { recursive: true });
    for (const name of ['dist', 'kernels', 'dashboard', 'node_modules', 'package.json', 'openapi.yaml']) {
      symlinkSync(join(root, name), join(installed, name));
    }
    writeToyModel(join(folder, 'toy'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function script(name: string, ...args: string[]): SpawnSyncReturns<string> {
    const env = {
      HOME: folder,
      XDG_CACHE_HOME: join(folder, 'cache'),
      PATH: join(folder, 'path'),
      VK_DRIVER_FILES: join(folder, 'none.json'),
      DAYBREAK_HOME: join(folder, 'data'),
      DAYBREAK_MODEL: join(folder, 'toy'),
      DAYBREAK_PORT: '0',
    };
    return spawnSync(process.execPath, [join(installed, 'scripts', name), ...args], { env, encoding: 'utf8' });
  }

  it('the server fails to start with a message', () => {
    const { status, stderr } = script('start.mjs');
    expect(stderr).toMatch(
      /^set-up: looking for a GPU \.\.\. failed\ndaybreak: no GPU is accepted, and the software driver/,
    );
    expect(status).toBe(1);
  });

  it('the doctor reports that there is none', () => {
    const { stdout, stderr } = script('doctor.mjs', '--json');
    expect(stderr).toBe('set-up: looking for a GPU ... failed\n');
    const found = JSON.parse(stdout);
    expect(JSON.stringify(found)).toContain('no driver provides an adapter');
  });

  it.each([
    ['backup.mjs', ['--help'], /npm run backup/],
    ['backup.mjs', ['restore', '--help'], /npm run restore/],
    ['keys.mjs', ['help'], /npm run keys/],
    ['pull.mjs', ['no id'], /no id/],
  ])('%s %j works', (name, args, answer) => {
    const { stdout, stderr } = script(name, ...args);
    expect(stdout + stderr).toMatch(answer);
    expect(stdout + stderr).not.toMatch(/set-up|driver/);
  });
});
