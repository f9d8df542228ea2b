import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { newerMesa } from './newer-mesa.mjs';
import { node24, node24Path } from './node24.mjs';
import { cacheFolder } from './root-folder.mjs';
import { vulkanLoaderEnvironment } from './software-vulkan.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/**
 * Unpacks Mesa 26's lavapipe, which has subgroup matrices and compiles several times as fast as the one that set-up
 * chose. Returns the Node program to run, and its variables. The driver needs its own C library, so the program is a
 * script that starts Node with that library. Node uses the script when it starts another process, and it is the first
 * `node` of the PATH.
 *
 * @returns {Promise<{ node: string, variables: Record<string, string> }>}
 * @throws {SetupError} if there is no Debian mirror, or no Debian
 */
export async function newerLavapipe() {
  const { command, variables } = await newerMesa({ driver: 'lvp' });
  const folder = join(cacheFolder, 'newer-lavapipe');
  const node = join(folder, 'node');
  const itself = `data:text/javascript,process.execPath=${JSON.stringify(node)}`;
  const words = [...command, node24(), '--import', itself].map((word) => `'${word}'`);
  await mkdir(folder, { recursive: true });
  await writeFile(node, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
  // The cache lets later devices reuse compiled shaders.
  const { MESA_SHADER_CACHE_DISABLE: _, ...rest } = variables;
  const cache = join(cacheFolder, 'newer-shader-cache');
  return { node, variables: { ...rest, MESA_SHADER_CACHE_DIR: cache, PATH: [folder, node24Path()].join(delimiter) } };
}

/**
 * Unpacks SwiftShader from Debian's Chromium and returns the variables with which a program finds it. SwiftShader
 * implements Vulkan on the CPU with subgroups of 4, and shares no code with Mesa.
 *
 * @returns {Promise<Record<string, string>>}
 * @throws {SetupError} if there is no Debian mirror, or no Debian
 */
export async function swiftShader() {
  const folder = join(cacheFolder, 'swiftshader');
  await withLock(cacheFolder, 'swiftshader', async () => {
    const hash = contentHash(['scripts/kernel-drivers.mjs', 'scripts/debian-packages.mjs']);
    if (isStamped('swiftshader', hash)) return;
    await unpackDebianPackages(folder, ['chromium-common'], { keep: /^chromium-common$/ });
    stamp('swiftshader', hash);
  });
  return { ...vulkanLoaderEnvironment(), VK_DRIVER_FILES: join(folder, 'usr/lib/chromium/vk_swiftshader_icd.json') };
}
