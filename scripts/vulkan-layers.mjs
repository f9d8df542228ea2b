import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/** Our Vulkan layers; `test/null-gpu/{name}-layer.c` describes each. */
const layers = ['null', 'statistics'];
const sources = [...layers.map((name) => `test/null-gpu/${name}-layer.c`), 'test/null-gpu/layer-link.h'];
const folder = join(cacheFolder, 'vulkan-layers');
const headers = join(folder, 'headers');

/**
 * Builds the Vulkan layers if necessary; returns the variables with which the Vulkan loader loads those named.
 *
 * @param {('null' | 'statistics')[]} names
 * @returns {Promise<Record<string, string>>}
 * @throws {SetupError} if there is no C compiler, no Debian mirror, or no Debian
 */
export async function layerVariables(names) {
  await withLock(cacheFolder, 'vulkan-layers', buildLayers);
  return { VK_LAYER_PATH: folder, VK_INSTANCE_LAYERS: names.map(layerName).join(':') };
}

async function buildLayers() {
  const hash = contentHash([...sources, 'scripts/vulkan-layers.mjs']);
  if (isStamped('vulkan-layers', hash)) return;
  await mkdir(folder, { recursive: true });
  await unpackDebianPackages(headers, ['libvulkan-dev'], { keep: /^libvulkan-dev$/ });
  for (const name of layers) await buildLayer(name);
  stamp('vulkan-layers', hash);
}

async function buildLayer(name) {
  const flags = ['-std=gnu17', '-O1', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-fvisibility=hidden'];
  const library = `lib${name}-layer.so`;
  const paths = ['-I', join(headers, 'usr/include'), '-o', join(folder, library), `test/null-gpu/${name}-layer.c`];
  try {
    await run('cc', [...flags, ...paths], { cwd: rootFolder });
  } catch (error) {
    if (error.code === 'ENOENT') throw new SetupError('Vulkan layers need a C compiler (cc)');
    throw error;
  }
  const description = {
    name: layerName(name),
    type: 'GLOBAL',
    library_path: `./${library}`,
    api_version: '1.3.0',
    implementation_version: '1',
    description: `Daybreak's layer ${name}`,
  };
  await writeFile(join(folder, `${name}.json`), JSON.stringify({ file_format_version: '1.0.0', layer: description }));
}

function layerName(name) {
  return `VK_LAYER_DAYBREAK_${name}`;
}
