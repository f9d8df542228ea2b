import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { SetupError } from './run.mjs';

/** Folder for the unpacked zsh and fish, if the machine lacks one of them. */
const files = join(cacheFolder, 'shells', 'files');
/** Packages to unpack: the shells and their libraries. Their packages also depend on manual and clipboard tools. */
const keep = /^(zsh|zsh-common|fish|fish-common|libcap2|libtinfo6|libpcre2-.*)$/;

const programs = { zsh: join(files, 'bin/zsh'), fish: join(files, 'usr/bin/fish') };
const libraries = ['usr/lib', 'lib'].map((part) => join(files, part, libraryTriplet));

/**
 * Returns a shell for testing scripts: the machine's own, or Debian's zsh and fish, unpacked into `.cache/shells` (36
 * MB).
 *
 * @param {'bash' | 'zsh' | 'fish'} name
 * @returns {Promise<{ program: string, env: Record<string, string>, settings: string }>} `settings`: first lines for a
 *   script of this shell, which set the folders of its modules and functions
 * @throws {SetupError} if the shell cannot be installed
 */
export async function shell(name) {
  const places = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const own = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (own !== undefined) return { program: own, env: {}, settings: '' };
  const program = programs[name];
  if (program === undefined) throw new SetupError(`this machine has no ${name}`);
  await withLock(cacheFolder, 'shells', async () => {
    if (existsSync(program)) return;
    console.log('shells: unpacking zsh and fish into .cache/shells');
    await unpackDebianPackages(files, ['zsh', 'fish'], { keep });
    if (!existsSync(program)) throw new SetupError(`Debian's package ${name} has no program`);
  });
  return { program, env: { LD_LIBRARY_PATH: libraries.join(delimiter) }, settings: name === 'zsh' ? zshSettings : '' };
}

/** First lines for a zsh script. No environment variable sets zsh's module folder. */
const zshSettings = `module_path=(${join(files, 'usr/lib', libraryTriplet, 'zsh')}/*(/))
fpath=(${join(files, 'usr/share/zsh/functions')}/**/*(/))
`;
