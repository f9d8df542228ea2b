/** What Llama 3's tokenizer splits texts into. */
export const LLAMA3_WORDS =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/** The same with digits one by one. */
export const QWEN2_WORDS = LLAMA3_WORDS.replace('{1,3}', '');
