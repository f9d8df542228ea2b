import type { Adapter } from '../checkpoint/adapter-files.ts';
import type { Checkpoint } from '../checkpoint/checkpoint.ts';

/** Inputs of a merge. */
export interface MergeSource {
  /** Folder or GGUF file of the base model. */
  path: string;
  /** Name of the folder in an archive, or of the model in a GGUF file. */
  name: string;
  checkpoint: Checkpoint;
  /** Null for the base model. */
  adapter: Adapter | null;
}

/** A file that is generated while it is read. */
export interface MergedFile {
  bytes: number;
  /** Yields the content; each chunk has its own buffer. Callers must read to the end or call `return()`. */
  chunks(): Generator<Uint8Array>;
}
