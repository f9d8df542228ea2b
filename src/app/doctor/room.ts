import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { REFERENCED_FOLDERS } from '../../artifacts/data-folder.ts';
import { CheckpointError } from '../../model/checkpoint/checkpoint.ts';
import { openCheckpoint } from '../../model/checkpoint/checkpoint-open.ts';
import type { Precision } from '../../model/model-files.ts';
import { keptBytes } from '../../model/weight-blocks.ts';
import { deviceMemory, type MemoryReadings, usableBytes } from '../../worker/process/device-memory.ts';
import { amount, type Finding, fault, ok, warning } from './finding.ts';
import type { GpuAdapter } from './gpu.ts';

/** Least memory in bytes that chats and training need besides the weights. */
const BESIDE_BYTES = 2 ** 29;

/** Checks that the models fit into the memory of the adapter. `paths` are those of models on this machine. */
export async function checkMemory(
  adapter: GpuAdapter,
  paths: readonly string[],
  precision: Precision,
  readings?: MemoryReadings,
): Promise<Finding> {
  const { vendor, isFallbackAdapter: fallback, description, device } = adapter;
  const memory = await deviceMemory({ vendor, fallback, name: description || device }, () => {}, readings);
  const usable = usableBytes(memory);
  let weights = 0;
  for (const path of paths) weights += await weightBytes(path, precision);
  const has = `${amount(memory.bytes)} of memory, ${amount(usable)} of them for models, chats and training`;
  const takes = `the models take ${amount(weights)}`;
  const cure = 'serve a smaller model or fewer models, or quantized weights (a GGUF file, DAYBREAK_PRECISION=int8)';
  if (weights > usable) return fault('memory', `${has}; ${takes}`, cure);
  if (weights + BESIDE_BYTES > usable)
    return warning('memory', `${has}; ${takes}, which leaves almost nothing for chats and training`, cure);
  return ok('memory', `${has}; ${takes}`);
}

/** Returns the device bytes of a model's weights; if it cannot be read, the bytes of its files. */
async function weightBytes(path: string, precision: Precision): Promise<number> {
  try {
    const checkpoint = openCheckpoint(path);
    try {
      return keptBytes(checkpoint, precision);
    } finally {
      checkpoint.close();
    }
  } catch (error) {
    if (error instanceof CheckpointError) return fileBytes(path);
    throw error;
  }
}

async function fileBytes(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isDirectory()) return found.size;
  let bytes = 0;
  for (const name of await readdir(path)) {
    if (/\.(safetensors|gguf)$/.test(name)) bytes += (await stat(join(path, name))).size;
  }
  return bytes;
}

/** Checks that the disk has more free space than the reserve for training, and lists what the data folder uses. */
export async function checkDisk(home: string, reserve: number): Promise<Finding> {
  const { blocks, bavail, bsize } = await statfs(await existing(home));
  const free = bavail * bsize;
  const sizes: string[] = [];
  for (const name of [...REFERENCED_FOLDERS, 'models', 'orphaned']) {
    const bytes = await sizeOf(join(home, name));
    if (bytes > 0) sizes.push(`${name} ${amount(bytes)}`);
  }
  const used = sizes.length > 0 ? `; in the data folder: ${sizes.join(', ')}` : '';
  const message = `${amount(free)} of ${amount(blocks * bsize)} are free, ${amount(reserve)} kept for training${used}`;
  const cure = `free space there, let models keep fewer checkpoints (DAYBREAK_KEEP_CHECKPOINTS), or move ${home}`;
  if (free < reserve) return fault('disk', `${message}: uploads, logs and jobs are refused`, cure);
  if (free < 2 * reserve) return warning('disk', `${message}: uploads, logs and jobs will soon be refused`, cure);
  return ok('disk', message);
}

async function existing(path: string): Promise<string> {
  const there = await stat(path).then(
    () => true,
    () => false,
  );
  return there || dirname(path) === path ? path : existing(dirname(path));
}

/** Returns the bytes of all files in a folder; skips what cannot be read. */
async function sizeOf(path: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  return bytes;
}
