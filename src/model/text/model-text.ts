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
  const gguf = ggufFile(path);
  const { tokenizerJson, ...files } = gguf === null ? readFolderText(path) : readGgufText(gguf);
  return { ...files, tokenizer: new Tokenizer(tokenizerJson, files.source) };
}
