import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Device } from './device.ts';
import { KERNEL_FOLDER } from './template.ts';
import { TUNED_KNOBS } from './tuning.ts';

/** Where `npm run tune` keeps what it found, a file for each identity. */
const FOLDER = join(import.meta.dirname, '../../.cache/tuning');

/** What a choice holds for: another adapter, driver, Dawn or text of the kernels asks for another measurement. */
export interface TuningIdentity {
  /** The driver's version is part of it. */
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

/** Takes what was measured for this device, where it was; says whether. What can't be read is as good as not there. */
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

/** Keeps what is chosen for this device; returns the file. */
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

/** A hash of the tuned kernels and of all that they may include. */
function kernelsHash(): string {
  const includes = readdirSync(join(KERNEL_FOLDER, 'include')).map((name) => `include/${name}`);
  const files = [...Object.keys(TUNED_KNOBS).map((name) => `${name}.wgsl`), ...includes].sort();
  return hashOf(files.map((file) => `${file}\0${readFileSync(join(KERNEL_FOLDER, file), 'utf8')}\0`).join(''));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
