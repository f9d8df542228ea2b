import { statSync } from 'node:fs';
import { type Checkpoint, CheckpointError } from './checkpoint.ts';
import { openGguf } from './gguf-checkpoint.ts';

/** Opens a `.gguf` file, or a folder with `config.json` and safetensors. Throws `CheckpointError`. */
export function openCheckpoint(path: string): Checkpoint {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CheckpointError(`${path}: no such file or folder`);
  if (found.isFile()) return openGguf(path);
  throw new CheckpointError(`${path}: a folder`);
}
