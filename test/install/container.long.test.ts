import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { containerBase } from '../../scripts/container-base.mjs';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { askOne, cleanEnvironment, root } from './installed.ts';
import { unitFilter } from './unit-filter.ts';

const missing = ['buildah', 'podman', 'runc', 'debootstrap'].filter(
  (program) => !['/usr/bin', '/usr/sbin'].some((folder) => existsSync(join(folder, program))),
);
const isRoot = process.getuid?.() === 0;
if (missing.length > 0 || !isRoot) {
  console.warn(`no image is built: ${isRoot ? `${missing.join(', ')} is not there` : 'that takes root'}`);
}

const image = 'localhost/daybreak-test';
const name = `daybreak-test-${process.pid}`;
// The default limits of podman may exceed those of this process.
const limits = ['nofile=4096:4096', 'nproc=4096:4096'].flatMap((limit) => ['--ulimit', limit]);
// Without systemd the health check is run by hand.
process.env.DISABLE_HC_SYSTEMD = 'true';
const podman = (...args: string[]) => execFileSync('podman', args, { encoding: 'utf8' }).trim();
const inside = (...args: string[]) => spawnSync('podman', ['exec', name, ...args], { encoding: 'utf8' });

describe.skipIf(missing.length > 0 || !isRoot)('the image of the Containerfile', () => {
  let folder: string;
  let port: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybreak-container-'));
    writeToyModel(join(folder, 'toy'));
    build(await containerBase());
    port = await freePort();
    const user = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
    if (existsSync('/usr/bin/systemd-analyze')) {
      writeFileSync(join(folder, 'filter.json'), unitFilter());
      user.push('--security-opt', `seccomp=${join(folder, 'filter.json')}`);
    }
    const settings = { DAYBREAK_PORT: port, DAYBREAK_HOST: '127.0.0.1', DAYBREAK_MODEL: '/models/toy' };
    podman(
      ...['--runtime', 'runc', 'run', '--detach', '--name', name, '--network', 'host', ...limits, ...user],
      ...['--volume', `${name}:/data`, '--volume', `${join(folder, 'toy')}:/models/toy:ro`],
      ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      image,
    );
  });
  afterAll(() => {
    spawnSync('podman', ['rm', '--force', '--time', '0', name]);
    spawnSync('podman', ['volume', 'rm', '--force', name]);
    rmSync(folder, { recursive: true, force: true });
  });

  const logs = () => {
    const { stdout, stderr } = spawnSync('podman', ['logs', name], { encoding: 'utf8' });
    return stdout + stderr;
  };

  it('starts and serves the model', async () => {
    await expect.poll(logs).toMatch(/Ctrl-C stops the server|daybreak: /);
    expect(logs()).toContain('Daybreak serves toy');
  });

  it('runs as an unprivileged user, who may write to /data and /tmp only', () => {
    expect(inside('id', '-u').stdout.trim()).toBe('10001');
    expect(inside('cat', '/proc/1/status').stdout).toMatch(/^CapEff:\t0+$/m);
    const writes = (path: string) => inside('touch', path).status === 0;
    expect(['/data/x', '/tmp/x', '/x', '/opt/daybreak/x', '/etc/x'].map(writes)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('answers a chat, and passes its health check', async () => {
    const key = inside('cat', '/data/daybreak/api-key').stdout.trim();
    await askOne(`http://127.0.0.1:${port}/v1`, key);
    expect(spawnSync('podman', ['healthcheck', 'run', name]).status).toBe(0);
    expect(podman('image', 'inspect', '--format', '{{.Config.User}} {{json .Config.Volumes}}', image)).toBe(
      '10001:10001 {"/data":{}}',
    );
  });

  it('reports its device with doctor', () => {
    expect(inside('node', 'dist/app/doctor.js').stdout).toMatch(/^ok +gpu +llvmpipe/m);
  });

  it('has no sources and no development packages', () => {
    const there = inside('ls', '/opt/daybreak', '/opt/daybreak/node_modules').stdout.split('\n');
    expect(there).toContain('webgpu');
    for (const one of ['src', 'test', 'typescript', 'vitest', 'esbuild']) expect(there).not.toContain(one);
  });

  it('ends with code 0 on podman stop', () => {
    podman('stop', '--time', '60', name);
    expect(podman('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    expect(logs()).toContain('stopping');
  });
});

/** Builds the image with the machine's settings of npm and apt, such as a proxy. */
function build(base: string): void {
  const npmSetting = (key: string) =>
    execFileSync('npm', ['config', 'get', key], { env: cleanEnvironment(), encoding: 'utf8' }).trim();
  const mounts = [
    [npmSetting('userconfig'), '/root/.npmrc'],
    [npmSetting('globalconfig'), '/usr/local/etc/npmrc'],
    ['/etc/apt/apt.conf.d', '/etc/apt/apt.conf.d'],
    ['/etc/ssl/certs', '/etc/ssl/certs'],
  ].filter(([path]) => existsSync(path));
  const args = [
    ...['build', '--layers', '--format', 'docker', '--isolation', 'chroot', '--network', 'host', ...limits],
    ...mounts.flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`]),
    ...['--build-arg', `BASE=${base}`, '--ignorefile', join(root, 'deploy/Containerfile.dockerignore')],
    ...['-f', join(root, 'deploy/Containerfile'), '-t', image, root],
  ];
  const { status, stdout, stderr } = spawnSync('buildah', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`buildah build: ${(stdout + stderr).slice(-4000)}`);
}

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address() as { port: number };
  probe.close();
  return String(address.port);
}
