import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { asNobody, chatAndStop, cleanEnvironment, homeOfNobody, npmProblem, root } from './installed.ts';

const problem = npmProblem();
if (problem !== null) console.warn(`the package of npm is not installed: of this machine, ${problem}`);

describe.skipIf(problem !== null)('the npm package, installed without a clone', () => {
  let folder: string;
  const app = () => join(folder, 'app');
  const npm = (args: string[], cwd: string) => execFileSync('npm', args, { cwd, env: cleanEnvironment() });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybreak-npm-'));
    chmodSync(folder, 0o755);
    npm(['pack', '--pack-destination', folder], root);
    const [archive] = readdirSync(folder);
    mkdirSync(app());
    writeFileSync(join(app(), 'package.json'), '{ "private": true }');
    npm(['install', '--no-audit', '--no-fund', join(folder, archive)], app());
    writeToyModel(join(folder, 'toy'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('installs no development packages', () => {
    const installed = readdirSync(join(app(), 'node_modules'));
    expect(installed).toContain('daybreak');
    for (const name of ['typescript', 'vitest', 'esbuild', 'preact']) expect(installed).not.toContain(name);
  });

  it('serves by npx with its own Node and the user’s driver, without writing into the package', async () => {
    const user = join(folder, 'user');
    const env = {
      ...cleanEnvironment(),
      ...homeOfNobody(user),
      npm_config_cache: join(user, 'npm'),
      DAYBREAK_MODEL: join(folder, 'toy'),
    };
    const [program, args] = asNobody('npx', ['daybreak', 'serve', '--port', '0', '--home', join(user, 'data')]);
    const first = await chatAndStop(program, args, { cwd: app(), env });
    expect(first).toContain('Daybreak serves toy');
    for (const step of ['installing', 'generating', 'compiling', 'building'])
      expect(first).not.toContain(`set-up: ${step}`);
    expect(existsSync(join(user, '.cache/daybreak/device.json'))).toBe(true);
    expect(existsSync(join(app(), 'node_modules/daybreak/.cache'))).toBe(false);
    const second = await chatAndStop(program, args, { cwd: app(), env });
    expect(second).not.toContain('set-up');
  });
});
