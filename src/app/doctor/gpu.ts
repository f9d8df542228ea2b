import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Finding, fault, ok, warning } from './finding.ts';

/** WebGPU adapter that a server started here would use. */
export interface GpuAdapter {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
  isFallbackAdapter: boolean;
}

const probe = fileURLToPath(new URL('../../../scripts/device-probe.mjs', import.meta.url));
const timeoutMs = 60_000;

/** Returns the adapter, or null if there is none. Probes in a child process, since a faulty driver may crash it. */
export async function findAdapter(env: NodeJS.ProcessEnv): Promise<GpuAdapter | null> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [probe], { env, timeout: timeoutMs });
    return (JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as { adapter: GpuAdapter | null }).adapter;
  } catch {
    return null;
  }
}

/** A GPU of this machine, with or without a working driver. */
interface Gpu {
  vendor: string;
  /** Whether the operating system has a device file for it. */
  hasDevice: boolean;
  /** Device files that this user may not open. */
  closed: string[];
}

const VENDORS: Record<string, string> = { '0x10de': 'NVIDIA', '0x1002': 'AMD', '0x8086': 'Intel' };
const DEVICES = /^(renderD\d+|nvidia\d+|nvidiactl|kfd|dxg)$/;

/** Lists the GPUs that Linux shows below `root`, which is `/` except in tests. */
export async function gpusBelow(root: string): Promise<Gpu[]> {
  const devices = [...(await names(join(root, 'dev'))), ...(await names(join(root, 'dev/dri')))].filter((path) =>
    DEVICES.test(path.slice(path.lastIndexOf('/') + 1)),
  );
  const closed: string[] = [];
  for (const path of devices) {
    await access(path, constants.R_OK | constants.W_OK).catch(() => closed.push(path));
  }
  const vendors = new Set<string>();
  for (const device of await names(join(root, 'sys/bus/pci/devices'))) {
    const [kind, vendor] = await Promise.all(['class', 'vendor'].map((name) => readText(join(device, name))));
    if (kind.startsWith('0x03') && VENDORS[vendor] !== undefined) vendors.add(VENDORS[vendor]);
  }
  if (vendors.size === 0 && devices.length > 0) vendors.add('an unknown vendor');
  return [...vendors].map((vendor) => ({ vendor, hasDevice: devices.length > 0, closed }));
}

const DRIVERS: Record<string, string> = {
  NVIDIA: "install NVIDIA's driver with its Vulkan part; in a container set NVIDIA_DRIVER_CAPABILITIES=all",
  AMD: 'install Mesa (mesa-vulkan-drivers)',
  Intel: 'install Mesa (mesa-vulkan-drivers)',
};
const ANY_DRIVER = 'install the Vulkan driver of the GPU and the Vulkan loader (libvulkan1)';

/** Reports the adapter, and whether a better one should be available. */
export function checkGpu(adapter: GpuAdapter | null, gpus: readonly Gpu[], env: NodeJS.ProcessEnv): Finding {
  const name = adapter === null ? 'no adapter' : adapter.description || adapter.device || adapter.vendor;
  if (adapter !== null && !adapter.isFallbackAdapter) return ok('gpu', name);
  const [gpu] = gpus;
  if (gpu !== undefined) {
    const message = `there is a GPU of ${gpu.vendor}, but programs get ${name}`;
    return (adapter === null ? fault : warning)('gpu', message, driverCure(gpu, env));
  }
  if (adapter !== null) return ok('gpu', `${name}, in software: there is no GPU`);
  const setUp = 'or run npm run setup, which brings a driver that needs no GPU';
  return fault('gpu', 'no driver provides an adapter, of a GPU or in software', `${ANY_DRIVER}, ${setUp}`);
}

function driverCure({ vendor, hasDevice, closed }: Gpu, env: NodeJS.ProcessEnv): string {
  if (closed.length > 0) {
    return `let this user open ${closed.join(', ')}: sudo usermod -aG render,video $USER, then log in again`;
  }
  const forced = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES'].find((variable) => env[variable]);
  const driver = DRIVERS[vendor] ?? ANY_DRIVER;
  if (!hasDevice)
    return `${driver}; the kernel shows no device file (/dev/dri); in a container, pass the device through`;
  return forced === undefined ? driver : `unset ${forced}, which overrides the drivers to use, or ${driver}`;
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
}

async function readText(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}
