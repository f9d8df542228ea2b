import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cacheFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';

/** Packages present on every machine that runs Node; a second copy could conflict with the system's. */
const alwaysThere = /^(libc6|libc-bin|libgcc-s1|gcc-\d+-base|libstdc\+\+6|libcrypt1|dpkg|tar|debconf|perl-base)$/;

/** Debian's name for the library folder of this processor architecture. */
export const libraryTriplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch] ?? 'unknown';

const archiveKeyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

/**
 * Unpacks Debian packages and their dependencies into a folder, without root and without changing the system.
 *
 * apt works in its own temporary folder. The machine's Debian mirror and proxy settings are kept. The list of installed
 * packages is empty, so the result does not depend on the machine. The system's apt hooks do not run.
 *
 * @param {string} target the folder to fill; replaced as a whole, or left as it was if unpacking fails
 * @param {string[]} packages
 * @param {{ release?: string, backports?: boolean, keep?: RegExp, whole?: boolean }} options `release`: the codename of
 *   another Debian release, from the same mirror; `backports`: prefer that release's backports; `keep`: matches the
 *   names of the packages to unpack, out of all dependencies; `whole`: also unpack the C library and other packages
 *   that every machine has
 * @returns {Promise<Record<string, string>>} the version of each package unpacked
 */
export async function unpackDebianPackages(
  target,
  packages,
  { release, backports = false, keep = /./, whole = false } = {},
) {
  const own = await debianCodename();
  const codename = release ?? own;
  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(join(cacheFolder, 'apt-'));
  try {
    const apt = await ownApt(work, { own, codename, backports });
    await apt('apt-get', ['update', '-q']);
    const closure = await apt('apt-get', [
      ...['install', '-y', '-q', '--no-install-recommends', '--print-uris'],
      ...(backports ? ['-t', `${codename}-backports`] : []),
      ...packages,
    ]);
    const wanted = parsePrintedUris(closure).filter(
      ({ name }) => (whole || !alwaysThere.test(name)) && keep.test(name),
    );
    const archives = join(work, 'archives');
    await apt('apt-get', ['download', '-q', ...wanted.map(({ name, version }) => `${name}=${version}`)], archives);

    const files = join(work, 'files');
    await mkdir(files);
    for (const archive of (await readdir(archives)).filter((file) => file.endsWith('.deb'))) {
      await run('dpkg-deb', ['-x', join(archives, archive), files]);
    }
    for (const unread of ['usr/share/doc', 'usr/share/locale', 'usr/share/man']) {
      await rm(join(files, unread), { recursive: true, force: true });
    }
    await mkdir(join(target, '..'), { recursive: true });
    if (existsSync(target)) await rename(target, join(work, 'old')); // deleted with `work`
    await rename(files, target);
    return Object.fromEntries(wanted.map(({ name, version }) => [name, version]));
  } catch (error) {
    throw new SetupError(explain(error, packages));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function debianCodename() {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) {
    throw new SetupError('packages are downloaded with apt-get and dpkg-deb, which this machine lacks');
  }
  const release = await readFile('/etc/os-release', 'utf8');
  const field = (name) => release.match(new RegExp(`^${name}="?([^"\n]*)`, 'm'))?.[1] ?? '';
  if (field('ID') === 'debian') return field('VERSION_CODENAME');
  throw new SetupError(`packages can be downloaded on Debian only, and this is ${field('PRETTY_NAME')}`);
}

/** Prepares apt's working folder; returns a function that runs apt's commands there. */
async function ownApt(work, releases) {
  for (const folder of ['lists/partial', 'cache', 'archives/partial', 'sources', 'parts', 'dpkg']) {
    await mkdir(join(work, folder), { recursive: true });
  }
  await writeFile(join(work, 'dpkg/status'), '');

  // The system's settings come first, since a proxy may be among them; its hooks are then cleared.
  const parts = '/etc/apt/apt.conf.d';
  for (const part of existsSync(parts) ? await readdir(parts) : []) {
    await symlink(join(parts, part), join(work, 'parts', part));
  }
  const hooks = ['APT::Update::Pre-Invoke', 'APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success'];
  await writeFile(join(work, 'parts/zzz-no-hooks'), hooks.map((hook) => `#clear ${hook};\n`).join(''));

  const settings = {
    'Dir::State': work,
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'dpkg/status'),
    'Dir::Cache': join(work, 'cache'),
    'Dir::Cache::archives': join(work, 'archives'),
    'Dir::Etc::parts': join(work, 'parts'),
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Sandbox::User': 'root', // otherwise apt, as root, runs as a user who may not write here
    'Debug::NoLocking': 'true', // only this process uses the folder
    'APT::Update::Error-Mode': 'any', // otherwise an unreachable mirror is no error
    'Acquire::Languages': 'none',
    'Acquire::IndexTargets::deb::DEP-11::DefaultEnabled': 'false',
  };
  const line = ([name, value]) => `${name} "${value}";\n`;
  await writeFile(join(work, 'apt.conf'), Object.entries(settings).map(line).join(''));

  const environment = {
    ...process.env,
    APT_CONFIG: join(work, 'apt.conf'),
    LC_ALL: 'C',
    DEBIAN_FRONTEND: 'noninteractive',
  };
  const apt = (program, args, cwd = work) => run(program, args, { cwd, env: environment });

  const sources = await debianSources(apt, releases);
  await writeFile(join(work, 'sources/debian.list'), sources);
  const ownSources = { 'Dir::Etc::sourcelist': '/dev/null', 'Dir::Etc::sourceparts': join(work, 'sources') };
  await writeFile(
    join(work, 'apt.conf'),
    Object.entries({ ...settings, ...ownSources })
      .map(line)
      .join(''),
  );
  return apt;
}

/**
 * Returns the Debian part of the machine's package sources, or another release on the same mirror, optionally with
 * backports.
 */
async function debianSources(apt, { own, codename, backports }) {
  const uris = await apt('apt-get', ['update', '--print-uris']);
  const suites = new Map();
  for (const [, mirror, suite] of uris.matchAll(/^'([^']+)\/dists\/([^/']+)(?:\/[^']*)?\/InRelease'/gm)) {
    if (suite === own || suite.startsWith(`${own}-`)) suites.set(suite, mirror);
  }
  const mirror = suites.get(own);
  if (!mirror) throw new SetupError(`apt's sources name no Debian mirror for ${own}`);
  if (codename !== own) {
    suites.clear();
    suites.set(codename, mirror);
  }
  if (backports) suites.set(`${codename}-backports`, mirror);
  else suites.delete(`${codename}-backports`);
  const options = existsSync(archiveKeyring) ? `[signed-by=${archiveKeyring}] ` : '';
  return [...suites].map(([suite, uri]) => `deb ${options}${uri} ${suite} main\n`).join('');
}

/** Parses lines like `'http://.../name_1.2_amd64.deb' name_1%3a1.2_amd64.deb 12345 SHA256:...`. */
function parsePrintedUris(text) {
  return [...text.matchAll(/^'[^']+' (\S+\.deb) \d+/gm)].map(([, file]) => {
    const [name, version] = basename(file, '.deb').split('_').map(decodeURIComponent);
    return { name, version };
  });
}

function explain(error, packages) {
  if (error instanceof SetupError) return error.message;
  if (
    /Could not resolve|Failed to fetch|Could not connect|Unable to locate|Unable to connect/.test(error.stderr ?? '')
  ) {
    const first = error.stderr.split('\n').find((line) => /^[EW]:/.test(line)) ?? '';
    return `${packages[0]} could not be downloaded from Debian's mirror; is the machine offline? ${first}`.trim();
  }
  return `${packages[0]} could not be unpacked: ${error.message}`;
}
