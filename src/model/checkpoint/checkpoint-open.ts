import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Checkpoint, CheckpointError } from './checkpoint.ts';
import { openGguf } from './gguf-checkpoint.ts';
import { partPaths } from './gguf-files.ts';
import { openSafetensors } from './safetensors-checkpoint.ts';

/**
 * Opens a `.gguf` file, a folder with `config.json` and safetensors, or a folder with one model's `.gguf` file or its
 * parts. Throws `CheckpointError`.
 */
export function openCheckpoint(path: string): Checkpoint {
  const gguf = ggufFile(path);
  return gguf === null ? openSafetensors(path) : openGguf(gguf);
}

/** Returns whether `path` has weights, not only the tokenizer's files. Throws `CheckpointError`. */
export function hasWeights(path: string): boolean {
  return ggufFile(path) !== null || readdirSync(path).some((name) => name.endsWith('.safetensors'));
}

/** Returns the GGUF file at `path`, or null for a folder with `config.json`. Throws `CheckpointError` for neither. */
export function ggufFile(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CheckpointError(`${path}: no such file or folder`);
  if (found.isFile()) return path;
  if (existsSync(join(path, 'config.json'))) return null;
  const files = readdirSync(path)
    .filter((name) => name.endsWith('.gguf'))
    .sort();
  const [first] = files;
  const isOne =
    first !== undefined && partPaths(first).length >= files.length && partPaths(first).includes(files.at(-1)!);
  if (isOne) return join(path, first);
  throw new CheckpointError(`${path}: this folder has neither config.json nor exactly one .gguf file or its parts`);
}
