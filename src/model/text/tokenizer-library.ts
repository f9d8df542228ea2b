import { Tokenizer } from '@huggingface/tokenizers';

/** A token that is found in the text before any splitting into words. */
interface AddedToken {
  id: number;
  content: string;
  special: boolean;
}

/** What we use of the library. Its own declarations import each other without extensions and so do not resolve. */
export interface LibraryTokenizer {
  encode(text: string, options: { add_special_tokens: boolean }): { ids: number[] };
  get_vocab(): Map<string | undefined, number>;
  get_added_tokens_decoder(): Map<number, AddedToken>;
}

export const LibraryTokenizer: new (json: object, config: object) => LibraryTokenizer = Tokenizer;
