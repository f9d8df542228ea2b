import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { node24 } from './node24.mjs';
import { packageFolder } from './package-folder.mjs';
import { cacheFolder, rootFolder } from './root-folder.mjs';
import { run, SetupError } from './run.mjs';
import {
  mesaEnvironment,
  nvidiaEnvironment,
  softwareVulkanVersion,
  unpackSoftwareVulkan,
  vulkanEnvironment,
  vulkanFolder,
  vulkanLoaderEnvironment,
} from './software-vulkan.mjs';

/** Ways in which Dawn finds an adapter on this machine, with the environment variables that each needs. */
const ways = {
  'as it is': () => ({}),
  'our loader': vulkanLoaderEnvironment,
  'our loader for NVIDIA': nvidiaEnvironment,
  'our Mesa': mesaEnvironment,
  software: vulkanEnvironment,
};

const choiceFile = join(cacheFolder, 'device.json');

/**
 * Finds out how programs get a WebGPU adapter on this machine; unpacks the software driver only if no GPU is accepted.
 * The result is cached until the machine's devices or drivers change.
 *
 * @returns {Promise<{ way: keyof ways, adapter: object }>}
 */
export async function chooseDevice() {
  const kept = keptChoice();
  if (kept) return kept;
  const choice = await findDevice();
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(choiceFile, JSON.stringify({ key: machineKey(), ...choice }, undefined, 2));
  return choice;
}

/** Returns whether the server started here needs a GPU device. */
export function computes() {
  return process.env.DAYBREAK_ROLE?.trim() !== 'api';
}

/** Returns whether `chooseDevice` has a cached result. */
export function isDeviceChosen() {
  return isInside() || keptChoice() !== undefined;
}

/** Returns the environment variables that a program needs to open a GPU device, besides `process.env`. */
export async function deviceEnvironment() {
  if (isInside()) return {};
  return ways[(await chooseDevice()).way]();
}

async function findDevice() {
  const asItIs = await probe({});
  if (isGpu(asItIs)) return { way: 'as it is', adapter: asItIs };
  if (process.platform !== 'linux') {
    if (asItIs) return { way: 'as it is', adapter: asItIs };
    throw new SetupError('no GPU adapter is accepted: update the graphics driver');
  }
  try {
    await unpackSoftwareVulkan();
  } catch (error) {
    if (asItIs) return { way: 'as it is', adapter: asItIs }; // the system's own software driver
    throw new SetupError(
      `no GPU is accepted, and the software driver could not be had: ${error.message}; install a Vulkan driver and loader`,
    );
  }
  const gpuWays = [
    existsSync('/dev/nvidiactl') ? ['our loader', 'our loader for NVIDIA'] : [],
    existsSync('/dev/dri') ? ['our loader', 'our Mesa'] : [],
  ];
  for (const way of new Set(gpuWays.flat())) {
    const adapter = await probe(ways[way]());
    if (isGpu(adapter)) return { way, adapter };
  }
  const adapter = await probe(vulkanEnvironment());
  if (adapter) return { way: 'software', adapter };
  throw new SetupError(`the software Vulkan driver is not accepted: delete ${vulkanFolder} and start again`);
}

function isGpu(adapter) {
  return Boolean(adapter) && !adapter.isFallbackAdapter;
}

async function probe(environment) {
  const env = { ...process.env, ...environment };
  try {
    const said = await run(node24(), [join(rootFolder, 'scripts/device-probe.mjs')], { env, timeout: 60_000 });
    return JSON.parse(said.trim().split('\n').at(-1)).adapter;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    if (packageFolder('webgpu')) return null; // a driver that crashes the process is unusable
    throw new SetupError('the packages are not installed: run npm run setup');
  }
}

/** Returns whether this process was itself started with the variables of `deviceEnvironment`. */
function isInside() {
  const { LD_LIBRARY_PATH, VK_DRIVER_FILES } = process.env;
  return Boolean(LD_LIBRARY_PATH?.includes(vulkanFolder) || VK_DRIVER_FILES?.startsWith(cacheFolder));
}

function keptChoice() {
  try {
    const kept = JSON.parse(readFileSync(choiceFile, 'utf8'));
    if (kept.key !== machineKey()) return undefined;
    return kept.way === 'as it is' || softwareVulkanVersion() ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a digest that changes when a device or driver is added or removed, or when a Vulkan variable changes. */
function machineKey() {
  const devices = names('/dev').filter((name) => /^(dri|nvidia|kfd|dxg|mali)/.test(name));
  const driver = '/proc/driver/nvidia/version';
  const folders = ['/dev/dri', '/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];
  const variables = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS'];
  const facts = [
    process.platform,
    process.arch,
    packageVersion('webgpu'),
    devices,
    existsSync(driver) ? readFileSync(driver, 'utf8') : null,
    folders.map(names),
    variables.map((variable) => process.env[variable] ?? null),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function packageVersion(name) {
  const folder = packageFolder(name);
  return folder ? JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version : null;
}

function names(folder) {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
