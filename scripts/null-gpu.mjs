import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { libraryTriplet, unpackDebianPackages } from './debian-packages.mjs';
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
/** Mesa's drivers with their shims, and the C library that they want. */
const shims = join(cacheFolder, 'shimmed-gpus');
const loader = { x64: 'usr/lib64/ld-linux-x86-64.so.2', arm64: 'usr/lib/ld-linux-aarch64.so.1' }[process.arch] ?? '';

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

/**
 * GPUs of others for which Mesa's drivers compile over its DRM shim, which stands for the kernel's driver and executes
 * nothing: NVK for NVIDIA, Honeykrisp for Apple, Turnip for Qualcomm.
 */
const shimmedGpus = {
  turing: { driver: 'nouveau', shim: 'nouveau', variables: { NOUVEAU_CHIPSET: '164' } },
  ampere: { driver: 'nouveau', shim: 'nouveau', variables: { NOUVEAU_CHIPSET: '174' } },
  m1: { driver: 'asahi', shim: 'asahi', variables: {} },
  adreno740: { driver: 'freedreno', shim: 'freedreno', variables: { FD_GPU_ID: '740' } },
};

/**
 * How to start Node so that it finds such a GPU: a command with its arguments, to be followed by the program, and the
 * variables. It runs by the loader and the C library of the Debian that the drivers are of, so it can't fork.
 *
 * @param {keyof typeof shimmedGpus} gpu
 * @returns {Promise<{ command: string[], variables: Record<string, string> }>}
 * @throws {SetupError} where there is no Debian mirror, or no Debian
 */
export async function shimmedNode(gpu) {
  const { driver, shim, variables } = shimmedGpus[gpu];
  const mesa = await newerMesa(driver);
  const preloaded = join(mesa.libraries, `lib${shim}_noop_drm_shim.so`);
  return {
    command: [mesa.loader, '--preload', preloaded, '--library-path', mesa.libraries, process.execPath],
    variables: { ...variables, ...mesa.variables },
  };
}

/**
 * A driver of Mesa 26, apart from the one that set-up chose: the loader and the folder of libraries by which a program
 * finds it, and the variables.
 *
 * @param {string} driver as its manifest is named, e.g. `lvp` for lavapipe
 * @returns {Promise<{ loader: string, libraries: string, variables: Record<string, string> }>}
 * @throws {SetupError} where there is no Debian mirror, or no Debian
 */
export async function newerMesa(driver) {
  await withLock(cacheFolder, 'shimmed-gpus', unpackShims);
  return {
    loader: join(shims, loader),
    libraries: join(shims, 'usr/lib', libraryTriplet),
    variables: {
      VK_DRIVER_FILES: join(shims, `usr/share/vulkan/icd.d/${driver}_icd.json`),
      MESA_SHADER_CACHE_DISABLE: '1',
      XDG_RUNTIME_DIR: shims,
    },
  };
}

/** The first Mesa that has all of these drivers and shims for PCs is that of Debian 13's backports. */
async function unpackShims() {
  const hash = contentHash(['scripts/null-gpu.mjs', 'scripts/debian-packages.mjs']);
  if (isStamped('shimmed-gpus', hash)) return;
  const packages = ['mesa-vulkan-drivers', 'mesa-drm-shim', 'libvulkan1', 'libstdc++6', 'libc6'];
  await unpackDebianPackages(shims, packages, { release: 'trixie', backports: true, whole: true });
  // libLLVM looks for libraries in a folder beside its own.
  await symlink(libraryTriplet, join(shims, 'usr/lib/lib'));
  stamp('shimmed-gpus', hash);
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
