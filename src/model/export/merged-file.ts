import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';

/** What a merged model is made from. */
export interface MergeSource {
  /** Folder or GGUF file of the base model. */
  path: string;
  /** What the folder in an archive, or the model in a GGUF file, is called. */
  name: string;
  checkpoint: Checkpoint;
  /** Null for the base model. */
  adapter: Adapter | null;
}

/** A file that is made as it is read. */
export interface MergedFile {
  bytes: number;
  /** Each chunk has a buffer of its own. To be read to its end, or returned from. */
  chunks(): Generator<Uint8Array>;
}
