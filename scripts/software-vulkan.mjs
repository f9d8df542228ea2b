import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
import { withLock } from './lock.mjs';
import { cacheFolder } from './root-folder.mjs';

/**
 * Folder of a Vulkan driver that runs on the CPU (Mesa's lavapipe), for machines without a GPU.
 * Only programs started with `vulkanEnvironment()` see it.
 */
export const vulkanFolder = join(cacheFolder, 'vulkan');

const stampFile = join(vulkanFolder, 'version.json');
/** Version of the way of unpacking; older folders are unpacked again. */
const recipe = 2;

const filesFolder = join(vulkanFolder, 'files');
const libraryFolders = [join(filesFolder, 'usr/lib', libraryTriplet), join(filesFolder, 'lib', libraryTriplet)];
const manifestFolder = join(filesFolder, 'usr/share/vulkan/icd.d');

/** Returns the unpacked driver's version, or undefined if there is none. */
export function softwareVulkanVersion() {
  if (!existsSync(stampFile)) return undefined;
  const stamp = JSON.parse(readFileSync(stampFile, 'utf8'));
  return stamp.recipe === recipe ? stamp.version : undefined;
}

/**
 * The driver, the Vulkan loader, and libraries that a GPU's driver may lack in a container: NVIDIA's needs some of X11
 * and of the OpenGL dispatch, but nothing of Mesa's OpenGL.
 */
const packages = ['mesa-vulkan-drivers', 'libvulkan1', 'libxext6', 'libglvnd0', 'libegl1', 'libgl1'];
const keep = /^(?!libgl1-mesa-dri|libegl-mesa0|libglx-mesa0|libglapi-mesa|libgbm1|mesa-libgallium)/;

/** Unpacks the driver if necessary; returns its version. */
export async function unpackSoftwareVulkan() {
  return softwareVulkanVersion() ?? (await withLock(cacheFolder, 'vulkan', unpack));
}

async function unpack() {
  const present = softwareVulkanVersion(); // another process may have unpacked it meanwhile
  if (present) return present;
  // Debian 12's own Mesa is too old for Dawn; the one in its backports suite is accepted.
  const backports = readFileSync('/etc/os-release', 'utf8').includes('VERSION_CODENAME=bookworm');
  const versions = await unpackDebianPackages(filesFolder, packages, { backports, keep });
  const stamp = { recipe, version: versions['mesa-vulkan-drivers'], packages: versions };
  await writeFile(stampFile, JSON.stringify(stamp, undefined, 2));
  return stamp.version;
}

/**
 * Returns the variables a program must be started with to find only the unpacked driver.
 * The program cannot set them itself, since the dynamic loader reads its path once, at start.
 */
export function vulkanEnvironment(environment = process.env) {
  const manifest = manifests().find((file) => file.includes('lvp_icd'));
  if (!manifest) throw new Error('the software Vulkan driver is not unpacked: run npm run setup');
  return {
    LD_LIBRARY_PATH: pathList(libraryFolders, environment.LD_LIBRARY_PATH),
    VK_DRIVER_FILES: manifest,
    XDG_RUNTIME_DIR: environment.XDG_RUNTIME_DIR ?? privateFolder('run'), // silences a warning of the driver
    MESA_SHADER_CACHE_DIR: environment.MESA_SHADER_CACHE_DIR ?? privateFolder('shader-cache'),
  };
}

/**
 * Returns the variables that add only the libraries around a driver. A machine may have a GPU driver but no Vulkan
 * loader: many containers get only the driver from their host.
 */
export function vulkanLoaderEnvironment(environment = process.env) {
  return { LD_LIBRARY_PATH: pathList(libraryFolders, environment.LD_LIBRARY_PATH) };
}

/** Like `vulkanLoaderEnvironment`, for a driver whose manifest is not in a folder that the loader searches. */
export function nvidiaEnvironment(environment = process.env) {
  const elsewhere = '/usr/local/nvidia/share/vulkan/icd.d/nvidia_icd.json';
  const manifest = existsSync(elsewhere) ? elsewhere : join(vulkanFolder, 'nvidia_icd.json');
  const ICD = { library_path: 'libGLX_nvidia.so.0', api_version: '1.3.0' };
  if (manifest !== elsewhere) writeFileSync(manifest, JSON.stringify({ file_format_version: '1.0.0', ICD }));
  return { ...vulkanLoaderEnvironment(environment), VK_ADD_DRIVER_FILES: manifest };
}

/**
 * Returns the variables for the GPU drivers that come with the software driver (AMD's, Intel's), for a GPU without an
 * installed driver.
 */
export function mesaEnvironment(environment = process.env) {
  const drivers = manifests().filter((file) => !file.includes('lvp_icd'));
  return { ...vulkanLoaderEnvironment(environment), VK_DRIVER_FILES: drivers.join(delimiter) };
}

function manifests() {
  return existsSync(manifestFolder) ? readdirSync(manifestFolder).map((file) => join(manifestFolder, file)) : [];
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
