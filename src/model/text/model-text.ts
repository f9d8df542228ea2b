import { ggufFile } from '../checkpoint/checkpoint-open.ts';
import { readFolderText } from './folder-text.ts';
import { readGgufText } from './gguf-text.ts';
import type { TextFiles } from './text-files.ts';
import { Tokenizer } from './tokenizer.ts';

/** Everything about a model that is text: no weights are read. */
export interface ModelText extends Omit<TextFiles, 'tokenizerJson'> {
  tokenizer: Tokenizer;
}

/** Reads the text side of a `.gguf` file or a model folder. Throws `CheckpointError`. */
export function openModelText(path: string): ModelText {
  const { tokenizerJson, ...files } = readTextFiles(path);
  return { ...files, tokenizer: new Tokenizer(tokenizerJson, files.source) };
}

/** The same before a tokenizer is built from it. Throws `CheckpointError`. */
export function readTextFiles(path: string): TextFiles {
  const gguf = ggufFile(path);
  return gguf === null ? readFolderText(path) : readGgufText(gguf);
}
