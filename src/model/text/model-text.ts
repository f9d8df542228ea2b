import { ggufFile } from '../checkpoint/checkpoint-open.ts';
import { readFolderText } from './folder-text.ts';
import { readGgufText } from './gguf-text.ts';
import type { TextFiles } from './text-files.ts';
import { Tokenizer } from './tokenizer.ts';

/** Config, tokenizer and chat templates of a model, without weights. */
export interface ModelText extends Omit<TextFiles, 'tokenizerJson'> {
  tokenizer: Tokenizer;
}

/** Reads config, tokenizer and chat templates of a `.gguf` file or a model folder. Throws `CheckpointError`. */
export function openModelText(path: string): ModelText {
  const { tokenizerJson, ...files } = readTextFiles(path);
  return { ...files, tokenizer: new Tokenizer(tokenizerJson, files.source) };
}

/** Reads the same without building the tokenizer. Throws `CheckpointError`. */
export function readTextFiles(path: string): TextFiles {
  const gguf = ggufFile(path);
  return gguf === null ? readFolderText(path) : readGgufText(gguf);
}
