import { readAdapter } from '../checkpoint/adapter-files.ts';
import { openCheckpoint } from '../checkpoint/checkpoint-open.ts';
import type { WrittenType } from '../checkpoint/float32-stored.ts';
import { mergedArchive } from './merged-archive.ts';
import type { MergedFile } from './merged-file.ts';
import { mergedGguf } from './merged-gguf.ts';
import type { MergedType } from './merged-weights.ts';

/** What to merge, and as what. */
export interface MergedModel {
  /** Folder or GGUF file of the base model. */
  path: string;
  /** PEFT folder; null exports the base model. */
  adapter: string | null;
  /** How an archive's weights are stored. */
  type: MergedType;
  /** One GGUF file of this type in place of the archive. */
  gguf?: WrittenType;
  /** What the folder in the archive, or the model in the GGUF file, is called: `[A-Za-z0-9._-]{1,72}`. */
  name: string;
}

/**
 * A whole model with its adapter merged in: a tar archive of a Hugging Face folder, or a GGUF file. Throws
 * `CheckpointError`, and `GgufRefusal` for a model that a GGUF file cannot hold.
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
