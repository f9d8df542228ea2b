import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DeviceInfo } from '../../compute/device.ts';
import type { DeviceReport } from '../protocol.ts';

/** Memory of the adapter in bytes, and who says so. */
export interface DeviceMemory {
  bytes: number;
  source: DeviceReport['memorySource'];
}

/**
 * What models, chats and jobs may take together: of a machine's memory, where other programs live too; and of a GPU's
 * own.
 */
const SHARE: Record<DeviceMemory['source'], number> = { machine: 0.75, driver: 0.9, assumed: 0.9 };

export function usableBytes({ bytes, source }: DeviceMemory): number {
  return SHARE[source] * bytes;
}

/** Where the figures are read; a test reads others. */
export interface MemoryReadings {
  /** Memory of the machine or of the container, whichever is less. */
  machineBytes(): number;
  /** What `nvidia-smi` prints: a line a card, its name, a comma and its memory in MiB. Rejects where there is none. */
  nvidia(): Promise<string>;
  /** `mem_info_vram_total` of each card of the kernel's amdgpu driver, in bytes. Rejects where there is none. */
  amd(): Promise<number[]>;
  platform: NodeJS.Platform;
}

/** Memory of a GPU whose driver does not tell; at most half of the machine's memory, as it may share that. */
const ASSUMED_BYTES = 8 * 2 ** 30;
/** An AMD processor with graphics carves out less than this, and takes the rest from the machine. */
const LEAST_CARD_BYTES = 2 ** 31;

/**
 * WebGPU tells of no memory, and Dawn's memory heaps are not among the features of the Node package (npm webgpu 0.6.2),
 * so the driver is asked beside it. Software adapters and Apple's share the machine's. `say` hears where memory had to
 * be assumed, and why.
 */
export async function deviceMemory(
  { fallback, vendor, name }: Pick<DeviceInfo, 'fallback' | 'vendor' | 'name'>,
  say: (text: string) => void,
  readings: MemoryReadings = ofThisMachine,
): Promise<DeviceMemory> {
  if (fallback || (readings.platform === 'darwin' && vendor === 'apple')) {
    return { bytes: readings.machineBytes(), source: 'machine' };
  }
  let reason = 'its driver gives no figure';
  try {
    const told = await fromDriver(vendor, name, readings);
    if (told !== undefined) return { bytes: told, source: 'driver' };
  } catch (error) {
    reason = `its driver failed to answer, or took too long: ${(error as Error).message.trim()}`;
  }
  const bytes = Math.min(ASSUMED_BYTES, Math.floor(readings.machineBytes() / 2));
  say(`warning: the memory of ${name || 'the GPU'} is taken for ${inGib(bytes)} GiB; ${reason}`);
  return { bytes, source: 'assumed' };
}

function inGib(bytes: number): number {
  return Math.round((bytes / 2 ** 30) * 10) / 10;
}

/** What the driver says; the least where several cards could be meant. */
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
  if (vendor === 'amd') return least((await amd()).filter((bytes) => bytes >= LEAST_CARD_BYTES));
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
