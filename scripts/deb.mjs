// npm run deb [-- FOLDER]: builds a .deb from the npm package and prints its path. The .deb contains Node 24 and all
// dependencies for this machine's processor. npm and dpkg-deb build it.
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npm } from './npm.mjs';
import { rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';

const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];

const COPYRIGHT = `Daybreak is licensed under the Apache License, Version 2.0; on Debian systems its text is in
/usr/share/common-licenses/Apache-2.0. The licenses of bundled packages are in
/usr/lib/daybreak/node_modules.
`;

/** Builds the .deb in `folder`; returns its path. */
export async function makeDeb(folder) {
  if (!architecture || !existsSync('/usr/bin/dpkg-deb')) {
    throw new SetupError('a .deb can be built only on Linux on x64 or arm64, with dpkg-deb');
  }
  const work = await mkdtemp(join(tmpdir(), 'daybreak-deb-'));
  try {
    const { version, description } = JSON.parse(await readFile(join(rootFolder, 'package.json'), 'utf8'));
    const tree = join(work, 'tree');
    await addProgram(work, join(tree, 'usr/lib/daybreak'));
    await addSystemFiles(tree);
    await writeControl(tree, { version, description });
    await run('chmod', ['-R', 'u=rwX,go=rX', tree]);
    const file = join(resolve(folder), `daybreak_${version}_${architecture}.deb`);
    // Maximum xz compression takes minutes and saves little, since most of the content is machine code.
    await run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z3', '--build', tree, file]);
    return file;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Unpacks the npm package and installs its dependencies in the lockfile's versions. */
async function addProgram(work, program) {
  await npm(['pack', '--silent', '--pack-destination', work], { cwd: rootFolder });
  const archive = (await readdir(work)).find((name) => name.endsWith('.tgz'));
  await mkdir(program, { recursive: true });
  await run('tar', ['-xzf', join(work, archive), '--strip-components=1', '-C', program]);
  const lockfile = join(program, 'package-lock.json');
  await copyFile(join(rootFolder, 'package-lock.json'), lockfile);
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  await npm(['ci', ...options], { cwd: program });
  await rm(lockfile);
  await removeUnused(join(program, 'node_modules'));
}

/** Removes binaries of other platforms, sources of native modules, and Node's headers and documentation. */
async function removeUnused(packages) {
  const own = `linux-${process.arch}`;
  for (const [folder, keep] of [
    ['webgpu/dist', own],
    ['better-sqlite3/prebuilds', `${own}.node`],
  ]) {
    for (const name of await readdir(join(packages, folder))) {
      if (name !== keep) await rm(join(packages, folder, name), { recursive: true });
    }
  }
  const node = [`node-${own}/include`, `node-${own}/share`];
  for (const unused of [...node, 'better-sqlite3/deps', 'better-sqlite3/src', '.bin']) {
    await rm(join(packages, unused), { recursive: true, force: true });
  }
}

async function addSystemFiles(tree) {
  const command = join(tree, 'usr/bin/daybreak');
  const own = `node_modules/node-linux-${process.arch}/bin/node`;
  const lines = [
    '#!/bin/sh',
    'lib=$(dirname "$(readlink -f "$0")")/../lib/daybreak',
    `exec "$lib/${own}" "$lib/bin/daybreak.mjs" "$@"`,
  ];
  await add(command, `${lines.join('\n')}\n`);
  await chmod(command, 0o755);
  const deploy = (name) => readFile(join(rootFolder, 'deploy/systemd', name));
  await add(join(tree, 'usr/lib/systemd/system/daybreak.service'), await deploy('daybreak.service'));
  const documents = join(tree, 'usr/share/doc/daybreak');
  await add(join(documents, 'examples/daybreak.env'), await deploy('daybreak.env.example'));
  await add(join(documents, 'copyright'), COPYRIGHT);
}

async function add(path, contents) {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, contents);
}

/**
 * Writes the control file. The package has no maintainer scripts: the systemd unit creates its user and folders, and
 * the administrator starts it.
 */
async function writeControl(tree, { version, description }) {
  const size = (await run('du', ['-sk', tree])).split('\t')[0];
  const fields = {
    Package: 'daybreak',
    Version: version,
    Architecture: architecture,
    Maintainer: 'The maintainers of Daybreak <maintainers@daybreak.invalid>',
    'Installed-Size': size,
    Section: 'science',
    Priority: 'optional',
    Depends: 'ca-certificates, libc6 (>= 2.28), libstdc++6, libvulkan1',
    Recommends: 'mesa-vulkan-drivers',
    Description: `training and chat serving of language models\n ${description}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  await add(join(tree, 'DEBIAN/control'), lines.join(''));
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(await makeDeb(process.argv[2] ?? '.'));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`daybreak: ${error.message}`);
    process.exitCode = 1;
  }
}
