// Builds a Debian 13 image with Node 24 and npm for podman and buildah, so that the test of deploy/Containerfile needs
// no image registry. debootstrap installs it from the machine's own Debian mirror.
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { node24 } from './node24.mjs';
import { run } from './run.mjs';

/** Builds the image unless it exists; returns its name. Needs root, apt, debootstrap and podman. */
export async function containerBase() {
  const name = `localhost/daybreak-test-base:${(await run(node24(), ['--version'])).trim()}`;
  const isThere = await run('podman', ['image', 'exists', name]).then(
    () => true,
    () => false,
  );
  if (!isThere) await makeImage(name);
  return name;
}

async function makeImage(name) {
  const work = await mkdtemp(join(tmpdir(), 'daybreak-base-'));
  try {
    const system = join(work, 'system');
    await run('debootstrap', [
      '--variant=minbase',
      '--include=ca-certificates',
      'trixie',
      system,
      await debianMirror(),
    ]);
    const local = join(system, 'usr/local');
    await cp(node24(), join(local, 'bin/node'));
    const npm = dirname(dirname(await run('readlink', ['-f', (await run('which', ['npm'])).trim()])));
    await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    const archive = join(work, 'system.tar');
    await run('tar', ['--numeric-owner', '-C', system, '-cf', archive, '.']);
    await run('podman', ['import', archive, name]);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns the URL of the machine's Debian mirror; skips suites with a dash in their name, such as updates. */
async function debianMirror() {
  const uris = await run('apt-get', ['update', '--print-uris']);
  return /^'([^']+)\/dists\/[a-z]+\/InRelease'/m.exec(uris)[1];
}
