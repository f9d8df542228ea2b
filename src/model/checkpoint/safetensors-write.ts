import { closeSync, openSync, writeSync } from 'node:fs';
import { type Float32Tensor, safetensorsChunks } from './safetensors-bytes.ts';

/**
 * Writes a safetensors file of F32 tensors, one at a time. The write is neither atomic nor synced; the caller ensures
 * both. Throws `RangeError` for a wrong element count or a duplicate name, and errors of the file system.
 */
export function writeSafetensors(
  path: string,
  tensors: readonly Float32Tensor[],
  metadata: Record<string, string> = {},
): void {
  const file = openSync(path, 'w');
  try {
    for (const chunk of safetensorsChunks(tensors, metadata)) {
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    }
  } finally {
    closeSync(file);
  }
}
