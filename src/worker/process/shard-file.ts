import { createHash } from 'node:crypto';
import { SafetensorsFile } from '../../model/checkpoint/safetensors-file.ts';
import { writeSafetensors } from '../../model/checkpoint/safetensors-write.ts';
import type { ShardGradient } from '../../training/trainer/shards.ts';

/** Writes a shard's gradient. Throws what the file system throws. */
export function writeShardGradient(path: string, { gradient, statistics }: ShardGradient): void {
  writeSafetensors(path, [
    { name: 'gradient', shape: [gradient.length], data: gradient },
    { name: 'statistics', shape: [statistics.length], data: statistics },
  ]);
}

/** Reads a shard's gradient. Throws CheckpointError. */
export function readShardGradient(path: string): ShardGradient {
  const file = new SafetensorsFile(path);
  try {
    return { gradient: file.readFloat32('gradient'), statistics: file.readFloat32('statistics') };
  } finally {
    file.close();
  }
}

/** Returns the SHA-256 of all bits. */
export function shardDigest({ gradient, statistics }: ShardGradient): string {
  const hash = createHash('sha256');
  for (const values of [gradient, statistics])
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  return hash.digest('hex');
}
