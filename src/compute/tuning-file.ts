import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Device } from './device.ts';
import { KERNEL_FOLDER } from './template.ts';
import { TUNED_KNOBS } from './tuning.ts';

/** Folder where `npm run tune` writes its results, one file per identity. */
const FOLDER = join(import.meta.dirname, '../../.cache/tuning');

/** Identity of tuning results. A different adapter, driver, Dawn version or kernel source needs a new measurement. */
export interface TuningIdentity {
  /** Adapter name, which includes the driver version. */
  adapter: string;
  vendor: string;
  backend: string;
  dawn: string;
  kernels: string;
}

export function tuningIdentity({ info }: Device): TuningIdentity {
  const { name, vendor, backend } = info;
  return { adapter: name, vendor, backend, dawn: dawnVersion(), kernels: kernelsHash() };
}

/** Loads the tuning results of this device. Returns false if there is no readable file. */
export function useTuning(device: Device, folder = FOLDER): boolean {
  const path = fileOf(device, folder);
  if (!existsSync(path)) return false;
  try {
    const { choices } = JSON.parse(readFileSync(path, 'utf8')) as { choices: Record<string, unknown> };
    device.tuning.restore(choices);
    return true;
  } catch {
    return false;
  }
}

/** Writes the tuned values of this device to a file and returns its path. */
export function keepTuning(device: Device, folder = FOLDER): string {
  const path = fileOf(device, folder);
  mkdirSync(dirname(path), { recursive: true });
  const kept = { identity: tuningIdentity(device), choices: device.tuning.choices };
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(kept, null, 2)}\n`);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

function fileOf(device: Device, folder: string): string {
  return join(folder, `${hashOf(JSON.stringify(tuningIdentity(device)))}.json`);
}

function dawnVersion(): string {
  return createRequire(import.meta.url)('webgpu/package.json').version;
}

/** Returns a hash of the tuned kernels and of all include files. */
function kernelsHash(): string {
  const includes = readdirSync(join(KERNEL_FOLDER, 'include')).map((name) => `include/${name}`);
  const files = [...Object.keys(TUNED_KNOBS).map((name) => `${name}.wgsl`), ...includes].sort();
  return hashOf(files.map((file) => `${file}\0${readFileSync(join(KERNEL_FOLDER, file), 'utf8')}\0`).join(''));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
