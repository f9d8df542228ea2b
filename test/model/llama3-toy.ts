import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORDS =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/**
 * Makes the toy's tokenizer split text as Llama 3's does, which GGUF has a name for. It has none for splitting as GPT-2
 * does with whole words as tokens.
 */
export function splitLikeLlama3(folder: string): void {
  const path = join(folder, 'tokenizer.json');
  const tokenizer = JSON.parse(readFileSync(path, 'utf8'));
  tokenizer.pre_tokenizer = {
    type: 'Sequence',
    pretokenizers: [
      { type: 'Split', pattern: { Regex: WORDS }, behavior: 'Isolated', invert: false },
      { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
    ],
  };
  writeFileSync(path, JSON.stringify(tokenizer));
}
