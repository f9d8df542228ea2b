import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeb } from '../../scripts/deb.mjs';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { asNobody, chatAndStop, cleanEnvironment, homeOfNobody, npmProblem } from './installed.ts';

const problem = existsSync('/usr/bin/dpkg-deb') ? npmProblem() : 'it has no dpkg-deb';
if (problem !== null) console.warn(`no .deb is made: of this machine, ${problem}`);

describe.skipIf(problem !== null)('the .deb', () => {
  let folder: string;
  let file: string;
  const tree = () => join(folder, 'tree');
  const dpkg = (...args: string[]) => execFileSync('dpkg-deb', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybreak-deb-'));
    chmodSync(folder, 0o755);
    file = await makeDeb(folder);
    dpkg('--extract', file, tree());
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has the program, the command and the unit, all owned by root, and no maintainer scripts', () => {
    const contents = dpkg('--contents', file).trim().split('\n');
    for (const path of [
      'usr/bin/daybreak',
      'usr/lib/daybreak/dist/app/main.js',
      'usr/lib/systemd/system/daybreak.service',
    ]) {
      expect(contents.filter((line) => line.endsWith(` ./${path}`))).toHaveLength(1);
    }
    expect(
      contents.filter((line) => !/^[dl-](rwx|rw-)r.xr.x root\/root|^-rw-r--r-- root\/root|^l.* root\/root/.test(line)),
    ).toEqual([]);
    expect(dpkg('--info', file)).toMatch(/^ Package: daybreak\n Version: \d+\.\d+\.\d+/m);
    const parts = dpkg('--ctrl-tarfile', file);
    for (const script of ['preinst', 'postinst', 'prerm', 'postrm']) expect(parts).not.toContain(script);
  });

  it.skipIf(!existsSync('/usr/bin/lintian'))('passes lintian, except tags of its bundled Node and npm packages', () => {
    // Node and the npm packages are bundled unchanged.
    const brought = ['eslint-config', 'npm-ignore'].map((file) => `package-contains-${file}-file`);
    const binaries = ['embedded-library', 'unstripped-binary-or-object', 'statically-linked-binary'];
    const suppressed = [...brought, ...binaries, 'missing-dep-for-interpreter', 'no-changelog'];
    const { status, stdout } = spawnSync('lintian', ['--suppress-tags', suppressed.join(), '--fail-on', 'error', file]);
    expect(stdout.toString().match(/^E: .*$/gm) ?? []).toEqual([]);
    expect(status).toBe(0);
  });

  it('serves from its unpacked folder for a user who may not write there', async () => {
    const user = join(folder, 'user');
    writeToyModel(join(folder, 'toy'));
    const settings = { ...homeOfNobody(user), DAYBREAK_HOME: join(user, 'data'), XDG_CACHE_HOME: join(user, 'cache') };
    // No Node except its own.
    const env = { ...cleanEnvironment(), ...settings, PATH: '/usr/bin:/bin', DAYBREAK_MODEL: join(folder, 'toy') };
    const [program, args] = asNobody(join(tree(), 'usr/bin/daybreak'), ['serve', '--port', '0']);
    expect(await chatAndStop(program, args, { cwd: user, env })).toContain('Daybreak serves toy');
  });
});
