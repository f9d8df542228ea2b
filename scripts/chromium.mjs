// Headless Chromium for tests, without root: node scripts/chromium.mjs downloads it and prints its path.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';

const folder = join(cacheFolder, 'chromium');
const packages = ['chromium-headless-shell', 'fonts-dejavu-core', 'fonts-liberation'];

/** Packages to unpack: libraries that the browser links against, and fonts. It runs without a GPU driver. */
const keep = /^(chromium-(headless-shell|common)|lib(?!llvm|z3|gl1-mesa-dri|icu).*|fonts-.*|zlib1g)$/;

/** Browsers installed on the machine, with their libraries and fonts. */
const systemPrograms = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell', '/usr/bin/google-chrome'];

/**
 * Finds the machine's Chromium, or unpacks Debian's packages into `.cache/chromium` (68 MB to download, 0.4 GB on
 * disk).
 *
 * @returns {Promise<{ program: string, env: NodeJS.ProcessEnv }>}
 * @throws {SetupError} if the machine has no browser and none can be downloaded
 */
export async function chromium() {
  const own = systemPrograms.find(existsSync);
  if (own !== undefined) return { program: own, env: { ...process.env } };
  const found = unpacked();
  if (await runs(found)) return found;
  return withLock(cacheFolder, 'chromium', async () => {
    if (await runs(found)) return found;
    console.log('chromium: unpacking a headless browser into .cache/chromium (0.4 GB)');
    await unpackDebianPackages(join(folder, 'files'), packages, { keep });
    await mkdir(join(folder, 'fonts-cache'), { recursive: true });
    await writeFile(join(folder, 'fonts.conf'), fontSettings);
    if (!(await runs(found))) throw new SetupError('the headless browser in .cache/chromium does not start');
    return found;
  });
}

function unpacked() {
  const files = join(folder, 'files');
  const places = ['usr/lib', 'lib'].map((part) => join(files, part, libraryTriplet));
  const libraries = [...places, join(places[0], 'pulseaudio')];
  return {
    program: join(files, 'usr/lib/chromium/chromium-headless-shell'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries.join(delimiter),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
}

async function runs({ program, env }) {
  if (!existsSync(program)) return false;
  return run(program, ['--version'], { env }).then(
    () => true,
    () => false,
  );
}

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'files/usr/share/fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Liberation Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>Liberation Mono</family></prefer></alias>
</fontconfig>
`;

if (import.meta.main) console.log((await chromium()).program);
