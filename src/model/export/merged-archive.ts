import { folderFiles } from './folder-files.ts';
import type { MergedFile, MergeSource } from './merged-file.ts';
import { type MergedType, mergedWeights } from './merged-weights.ts';
import { TAR_END_BYTES, tarEntryBytes, tarHeader, tarPadding } from './tar.ts';

/** Returns a tar archive of a Hugging Face model folder. Throws `CheckpointError`. */
export function mergedArchive({ path, name: folder, checkpoint, adapter }: MergeSource, type: MergedType): MergedFile {
  const weights = mergedWeights(checkpoint, adapter, type);
  const whole = folderFiles(path, type).map(({ name, bytes }) => ({
    name,
    bytes: bytes.length,
    content: () => [bytes],
  }));
  const files = [...whole, { name: 'model.safetensors', bytes: weights.bytes, content: () => weights.chunks() }];
  const modified = new Date();
  return {
    bytes: files.reduce((sum, { bytes }) => sum + tarEntryBytes(bytes), TAR_END_BYTES),
    *chunks() {
      for (const { name, bytes, content } of files) {
        yield tarHeader(`${folder}/${name}`, bytes, modified);
        yield* content();
        yield tarPadding(bytes);
      }
      yield new Uint8Array(TAR_END_BYTES);
    },
  };
}
