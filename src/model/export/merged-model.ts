import { readAdapter } from '../checkpoint/adapter-files.ts';
import { openCheckpoint } from '../checkpoint/checkpoint-open.ts';
import type { WrittenType } from '../checkpoint/float32-stored.ts';
import { mergedArchive } from './merged-archive.ts';
import type { MergedFile } from './merged-file.ts';
import { mergedGguf } from './merged-gguf.ts';
import type { MergedType } from './merged-weights.ts';

/** What to merge, and the format of the result. */
export interface MergedModel {
  /** Folder or GGUF file of the base model. */
  path: string;
  /** PEFT folder; null exports the base model. */
  adapter: string | null;
  /** Type of the weights in an archive. */
  type: MergedType;
  /** If set, the result is a GGUF file of this type instead of an archive. */
  gguf?: WrittenType;
  /** Name of the folder in the archive, or of the model in the GGUF file: `[A-Za-z0-9._-]{1,72}`. */
  name: string;
}

/**
 * Merges an adapter into its base model, as a tar archive of a Hugging Face folder or as a GGUF file. Throws
 * `CheckpointError`, and `GgufRefusal` for a model that GGUF cannot represent.
 */
export function mergedModel({ path, adapter: folder, type, gguf, name }: MergedModel): MergedFile {
  const checkpoint = openCheckpoint(path);
  try {
    const adapter = folder === null ? null : readAdapter(folder, checkpoint.config);
    const source = { path, name, checkpoint, adapter };
    const { bytes, chunks } = gguf === undefined ? mergedArchive(source, type) : mergedGguf(source, gguf);
    return {
      bytes,
      *chunks() {
        try {
          yield* chunks();
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
