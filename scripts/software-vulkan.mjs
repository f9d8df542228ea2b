import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { cacheFolder } from './root-folder.mjs';

/**
 * A Vulkan driver that runs on the CPU (Mesa's lavapipe), for machines without a GPU.
 * It lies in the cache folder and is seen only by programs started with `vulkanEnvironment()`.
 */
export const vulkanFolder = join(cacheFolder, 'vulkan');

const stampFile = join(vulkanFolder, 'version.json');
/** Counted up whenever the way of unpacking changes, so that older folders are made anew. */
const recipe = 1;

const filesFolder = join(vulkanFolder, 'files');
const libraryFolders = [join(filesFolder, 'usr/lib', libraryTriplet), join(filesFolder, 'lib', libraryTriplet)];
const manifestFolder = join(filesFolder, 'usr/share/vulkan/icd.d');
const loaderFolder = join(vulkanFolder, 'loader');

/** The unpacked driver's version, or undefined when there is none. */
export function softwareVulkanVersion() {
  if (!existsSync(stampFile)) return undefined;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
  return stamp.recipe === recipe ? stamp.version : undefined;
}

/** Unpacks the driver unless that is done; returns its version. */
export async function unpackSoftwareVulkan() {
  const present = softwareVulkanVersion();
  if (present) return present;
  // Debian 12's own Mesa is too old for Dawn; the one in its backports suite is accepted.
  const backports = readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm');
  const versions = await unpackDebianPackages(filesFolder, ['mesa-vulkan-drivers', 'libvulkan1'], { backports });
  await mkdir(loaderFolder, { recursive: true });
  if (!existsSync(join(loaderFolder, 'libvulkan.so.1'))) {
    await symlink(join('..', 'files/usr/lib', libraryTriplet, 'libvulkan.so.1'), join(loaderFolder, 'libvulkan.so.1'));
  }
  const stamp = { recipe, version: versions['mesa-vulkan-drivers'], packages: versions };
  await writeFile(stampFile, JSON.stringify(stamp, undefined, 2));
  return stamp.version;
}

/**
 * The variables a program must be started with to find the unpacked driver, and no other.
 * They cannot be set from inside: the dynamic loader reads its path once, at the start.
 */
export function vulkanEnvironment(environment = process.env) {
  const manifest = existsSync(manifestFolder) && readdirSync(manifestFolder).find((file) => file.startsWith('lvp_icd'));
  if (!manifest) throw new Error('the software Vulkan driver is not unpacked: run npm run setup');
  return {
    LD_LIBRARY_PATH: pathList(libraryFolders, environment.LD_LIBRARY_PATH),
    VK_DRIVER_FILES: join(manifestFolder, manifest),
    XDG_RUNTIME_DIR: environment.XDG_RUNTIME_DIR ?? privateFolder('run'), // silences a warning of the driver's
    MESA_SHADER_CACHE_DIR: environment.MESA_SHADER_CACHE_DIR ?? privateFolder('shader-cache'),
  };
}

/**
 * The variables that add only the Vulkan loader: a machine may have a GPU's driver but no loader, as containers
 * that get the driver from their host often do.
 */
export function vulkanLoaderEnvironment(environment = process.env) {
  return { LD_LIBRARY_PATH: pathList([loaderFolder], environment.LD_LIBRARY_PATH) };
}

function pathList(folders, rest) {
  const others = (rest ?? '').split(delimiter).filter((entry) => entry && !folders.includes(entry));
  return [...folders, ...others].join(delimiter);
}

function privateFolder(name) {
  const folder = join(vulkanFolder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(`software Vulkan driver: Mesa ${await unpackSoftwareVulkan()}`);
}
