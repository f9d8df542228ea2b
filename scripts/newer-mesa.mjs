import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';
import { contentHash, isStamped, stamp } from './stamp.mjs';

/** Folder of Mesa 26's drivers, their DRM shims, and the C library that they need. */
const folder = join(cacheFolder, 'newer-mesa');
const libraries = join(folder, 'usr/lib', libraryTriplet);
const loader = { x64: 'usr/lib64/ld-linux-x86-64.so.2', arm64: 'usr/lib/ld-linux-aarch64.so.1' }[process.arch] ?? '';

/**
 * Unpacks Mesa 26 beside the driver that set-up chose. Returns a command to put before the program, and the variables.
 * The command starts the program with the loader and C library of the drivers' Debian release. Linux then sees the
 * loader as the executable, so the program cannot fork itself.
 *
 * @param {{ driver: string, shim?: string }} names of the driver's manifest, and of the library of Mesa's DRM shim,
 *   which stands in for the kernel driver of a GPU that is absent and executes nothing
 * @returns {Promise<{ command: string[], variables: Record<string, string> }>}
 * @throws {SetupError} if there is no Debian mirror, or no Debian
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

/** Unpacks Mesa from Debian 13's backports, the first with all of these drivers and shims for PCs. */
async function unpack() {
  const hash = contentHash(['scripts/newer-mesa.mjs', 'scripts/debian-packages.mjs']);
  if (isStamped('newer-mesa', hash)) return;
  const packages = ['mesa-vulkan-drivers', 'mesa-drm-shim', 'libvulkan1', 'libstdc++6', 'libc6'];
  await unpackDebianPackages(folder, packages, { release: 'trixie', backports: true, whole: true });
  // libLLVM looks for libraries in a sibling folder.
  await symlink(libraryTriplet, join(folder, 'usr/lib/lib'));
  stamp('newer-mesa', hash);
}
