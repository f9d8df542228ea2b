import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import { mesaEnvironment, unpackSoftwareVulkan } from './software-vulkan.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/** The layer's C source; what it does is said there. */
const source = 'test/null-gpu/null-layer.c';
const layer = 'VK_LAYER_DAYBREAK_null_gpu';
const folder = join(cacheFolder, 'null-gpu');
const headers = join(folder, 'headers');

/** AMD's families from Polaris (2016), which has no f16, to RDNA 4, as RADV spells them. */
export const amdFamilies = ['polaris10', 'vega10', 'navi10', 'navi21', 'navi31', 'gfx1200'];

/**
 * The variables with which a program finds a GPU that compiles but executes nothing: Mesa's RADV as it compiles for
 * that family, and a layer that makes up memory and submits.
 *
 * @param {string} family one of `amdFamilies`
 * @param {number} memoryBytes of the GPU, beyond which allocations fail
 * @returns {Promise<Record<string, string>>}
 * @throws {SetupError} where there is no C compiler, no Debian mirror, or no Debian
 */
export async function nullGpuEnvironment(family, memoryBytes = 8 * 2 ** 30) {
  await unpackSoftwareVulkan();
  await withLock(cacheFolder, 'null-gpu', buildLayer);
  return {
    ...mesaEnvironment(),
    RADV_FORCE_FAMILY: family,
    VK_LAYER_PATH: folder,
    VK_INSTANCE_LAYERS: layer,
    NULL_GPU_MEMORY: String(memoryBytes),
  };
}

async function buildLayer() {
  const hash = contentHash([source, 'scripts/null-gpu.mjs']);
  if (isStamped('null-gpu', hash)) return;
  await mkdir(folder, { recursive: true });
  await unpackDebianPackages(headers, ['libvulkan-dev'], { keep: /^libvulkan-dev$/ });
  const flags = ['-std=gnu17', '-O1', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-fvisibility=hidden'];
  const paths = ['-I', join(headers, 'usr/include'), '-o', join(folder, 'libnull-gpu.so'), source];
  try {
    await run('cc', [...flags, ...paths], { cwd: rootFolder });
  } catch (error) {
    if (error.code === 'ENOENT') throw new SetupError('the null GPU needs a C compiler (cc)');
    throw error;
  }
  const description = {
    name: layer,
    type: 'GLOBAL',
    library_path: './libnull-gpu.so',
    api_version: '1.3.0',
    implementation_version: '1',
    description: 'A GPU that executes nothing',
  };
  await writeFile(join(folder, 'null-gpu.json'), JSON.stringify({ file_format_version: '1.0.0', layer: description }));
  stamp('null-gpu', hash);
}
