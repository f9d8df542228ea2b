import { readAdapter } from '../checkpoint/adapter-files.ts';
import { openCheckpoint } from '../checkpoint/checkpoint-open.ts';
import { folderFiles } from './folder-files.ts';
import { type MergedType, mergedWeights } from './merged-weights.ts';
import { TAR_END_BYTES, tarEntryBytes, tarHeader, tarPadding } from './tar.ts';

/** What to merge, and what the folder in the archive is called. */
export interface MergedModel {
  /** Folder or GGUF file of the base model. */
  path: string;
  /** PEFT folder; null exports the base model. */
  adapter: string | null;
  type: MergedType;
  /** Letters, digits, dots, underscores and hyphens, at most 72. */
  folderName: string;
}

interface MergedArchive {
  bytes: number;
  /** Each chunk has a buffer of its own. To be read to its end, or returned from. */
  chunks(): Generator<Uint8Array>;
}

/** A tar archive of a Hugging Face model folder, made as it is read. Throws `CheckpointError`. */
export function mergedArchive({ path, adapter: folder, type, folderName }: MergedModel): MergedArchive {
  const checkpoint = openCheckpoint(path);
  try {
    const adapter = folder === null ? null : readAdapter(folder, checkpoint.config);
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
        try {
          for (const { name, bytes, content } of files) {
            yield tarHeader(`${folderName}/${name}`, bytes, modified);
            yield* content();
            yield tarPadding(bytes);
          }
          yield new Uint8Array(TAR_END_BYTES);
        } finally {
          checkpoint.close();
        }
      },
    };
  } catch (error) {
    checkpoint.close();
    throw error;
  }
}
