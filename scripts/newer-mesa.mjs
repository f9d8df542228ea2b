import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/** Mesa 26's drivers with their DRM shims, and the C library that they want. */
const folder = join(cacheFolder, 'newer-mesa');
const libraries = join(folder, 'usr/lib', libraryTriplet);
const loader = { x64: 'usr/lib64/ld-linux-x86-64.so.2', arm64: 'usr/lib/ld-linux-aarch64.so.1' }[process.arch] ?? '';

/**
 * A driver of Mesa 26, apart from the one that set-up chose: a command to be followed by the program, and the
 * variables. The program runs by the loader and the C library of the Debian that the drivers are of; it takes the
 * loader for itself, so it can't fork.
 *
 * @param {{ driver: string, shim?: string }} names of the driver's manifest, and of the library of Mesa's DRM shim,
 *   which stands for the kernel's driver of a GPU that is not there and executes nothing
 * @returns {Promise<{ command: string[], variables: Record<string, string> }>}
 * @throws {SetupError} where there is no Debian mirror, or no Debian
 */
export async function newerMesa({ driver, shim }) {
  await withLock(cacheFolder, 'newer-mesa', unpack);
  const preloaded = shim === undefined ? [] : ['--preload', join(libraries, `lib${shim}_noop_drm_shim.so`)];
  return {
    command: [join(folder, loader), ...preloaded, '--library-path', libraries],
    variables: {
      VK_DRIVER_FILES: join(folder, `usr/share/vulkan/icd.d/${driver}_icd.json`),
      MESA_SHADER_CACHE_DISABLE: '1',
      XDG_RUNTIME_DIR: folder,
    },
  };
}

/** The first Mesa that has all of these drivers and shims for PCs is that of Debian 13's backports. */
async function unpack() {
  const hash = contentHash(['scripts/newer-mesa.mjs', 'scripts/debian-packages.mjs']);
  if (isStamped('newer-mesa', hash)) return;
  const packages = ['mesa-vulkan-drivers', 'mesa-drm-shim', 'libvulkan1', 'libstdc++6', 'libc6'];
  await unpackDebianPackages(folder, packages, { release: 'trixie', backports: true, whole: true });
  // libLLVM looks for libraries in a folder beside its own.
  await symlink(libraryTriplet, join(folder, 'usr/lib/lib'));
  stamp('newer-mesa', hash);
}
