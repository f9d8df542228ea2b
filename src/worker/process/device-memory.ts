import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DeviceInfo } from '../../compute/device.ts';
import type { DeviceReport } from '../protocol.ts';

/** Memory of the adapter in bytes, and where the figure comes from. */
export interface DeviceMemory {
  bytes: number;
  source: DeviceReport['memorySource'];
}

/**
 * Share of memory that models, chats and jobs may take together: less of a machine's memory, which other programs use
 * too, than of a GPU's own.
 */
const SHARE: Record<DeviceMemory['source'], number> = { machine: 0.75, driver: 0.9, assumed: 0.9 };

export function usableBytes({ bytes, source }: DeviceMemory): number {
  return SHARE[source] * bytes;
}

/** Sources of the figures, replaced in tests. */
export interface MemoryReadings {
  /** Returns the memory of the machine or of the container, whichever is less. */
  machineBytes(): number;
  /**
   * Returns the output of `nvidia-smi`: for each card a line with name, comma and memory in MiB. Rejects if there is
   * none.
   */
  nvidia(): Promise<string>;
  /** Returns `mem_info_vram_total` in bytes for each card of the kernel's amdgpu driver. Rejects if there is none. */
  amd(): Promise<number[]>;
  platform: NodeJS.Platform;
}

/** Memory assumed for a GPU whose driver reports none; at most half of the machine's memory, which it may share. */
const ASSUMED_BYTES = 8 * 2 ** 30;
/** Integrated AMD graphics reserve less than this, and use the machine's memory for the rest. */
const MIN_CARD_BYTES = 2 ** 31;

/**
 * Returns the memory of the adapter. WebGPU reports none, and Dawn's memory heaps are not among the features of the
 * Node package (npm webgpu 0.6.2), so this asks the driver. Software adapters and Apple GPUs share the machine's
 * memory. `say` is called when memory had to be assumed, and why.
 */
export async function deviceMemory(
  { fallback, vendor, name }: Pick<DeviceInfo, 'fallback' | 'vendor' | 'name'>,
  say: (text: string) => void,
  readings: MemoryReadings = ofThisMachine,
): Promise<DeviceMemory> {
  if (fallback || (readings.platform === 'darwin' && vendor === 'apple')) {
    return { bytes: readings.machineBytes(), source: 'machine' };
  }
  let reason = 'its driver does not report it';
  try {
    const told = await fromDriver(vendor, name, readings);
    if (told !== undefined) return { bytes: told, source: 'driver' };
  } catch (error) {
    reason = `its driver failed to answer, or took too long: ${(error as Error).message.trim()}`;
  }
  const bytes = Math.min(ASSUMED_BYTES, Math.floor(readings.machineBytes() / 2));
  say(`warning: the memory of ${name || 'the GPU'} is assumed to be ${inGib(bytes)} GiB; ${reason}`);
  return { bytes, source: 'assumed' };
}

function inGib(bytes: number): number {
  return Math.round((bytes / 2 ** 30) * 10) / 10;
}

/** Returns the driver's figure; the least if several cards match. */
async function fromDriver(vendor: string, name: string, { nvidia, amd }: MemoryReadings): Promise<number | undefined> {
  if (vendor === 'nvidia') {
    const cards = (await nvidia()).split('\n').flatMap((line) => /^(.+), (\d+)$/.exec(line.trim()) ?? []);
    const sizes = new Map<string, number[]>();
    for (let at = 0; at + 2 < cards.length; at += 3) {
      sizes.set(cards[at + 1], [...(sizes.get(cards[at + 1]) ?? []), Number(cards[at + 2]) * 2 ** 20]);
    }
    const named = [...sizes].filter(([card]) => name.includes(card));
    return least((named.length > 0 ? named : [...sizes]).flatMap(([, bytes]) => bytes));
  }
  if (vendor === 'amd') return least((await amd()).filter((bytes) => bytes >= MIN_CARD_BYTES));
  return undefined;
}

function least(sizes: readonly number[]): number | undefined {
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

const ofThisMachine: MemoryReadings = {
  machineBytes: () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
  nvidia: async () => {
    const question = ['--query-gpu=name,memory.total', '--format=csv,noheader,nounits'];
    return (await promisify(execFile)('nvidia-smi', question, { timeout: 10_000 })).stdout;
  },
  amd: async () => {
    const root = '/sys/class/drm';
    const sizes: number[] = [];
    for (const card of await readdir(root)) {
      if (!/^card\d+$/.test(card)) continue;
      const text = await readFile(join(root, card, 'device/mem_info_vram_total'), 'utf8').catch(() => null);
      if (text !== null) sizes.push(Number(text));
    }
    return sizes;
  },
  platform: process.platform,
};
