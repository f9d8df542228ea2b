import { type TokenTrie, trieOf } from './token-trie.ts';

/** A tokenizer's tokens as bytes; plain data, which crosses to the grammar processes. */
export interface TokenizerInfo {
  /** All tokens' bytes, one after the other. */
  readonly bytes: Uint8Array;
  /** [V + 1] where each token begins; those without bytes of their own, special ones too, are empty. */
  readonly offsets: Uint32Array;
  /** Special tokens that have bytes all the same, for the answers that may have them. */
  readonly markers: readonly number[];
}

/** The tokens, with the trie of their bytes. */
export interface Vocabulary extends TokenizerInfo {
  readonly trie: TokenTrie;
}

/** A tokenizer, as far as grammars need one. */
export interface TokenSource {
  readonly vocabSize: number;
  readonly specialIds: ReadonlySet<number>;
  tokenBytes(id: number): Uint8Array;
  tokenId(token: string): number | null;
}

/**
 * The tokens that a grammar may use; V is the model's vocabulary, which may be larger than the tokenizer's. `marks` are
 * special tokens that some answers may have.
 */
export function tokenizerInfo(tokenizer: TokenSource, V: number, marks: readonly string[] = []): TokenizerInfo {
  const ids = new Set(marks.map((mark) => tokenizer.tokenId(mark)));
  const markers = [...tokenizer.specialIds].filter((id) => id < V && ids.has(id));
  const isHidden = (id: number) => id >= tokenizer.vocabSize || (tokenizer.specialIds.has(id) && !ids.has(id));
  const tokens = Array.from({ length: V }, (_, id) => (isHidden(id) ? new Uint8Array(0) : tokenizer.tokenBytes(id)));
  const bytes = new Uint8Array(tokens.reduce((sum, { length }) => sum + length, 0));
  const offsets = new Uint32Array(V + 1);
  let at = 0;
  tokens.forEach((token, id) => {
    bytes.set(token, at);
    at += token.length;
    offsets[id + 1] = at;
  });
  return { bytes, offsets, markers };
}

/** A tokenizer's tokens with their trie. */
export function vocabularyOf(tokenizer: TokenSource, V: number, marks: readonly string[] = []): Vocabulary {
  return withTrie(tokenizerInfo(tokenizer, V, marks));
}

/** Makes the trie: a tenth of a second for 150,000 tokens. */
export function withTrie(info: TokenizerInfo): Vocabulary {
  const tokens = Array.from({ length: info.offsets.length - 1 }, (_, id) => tokenOf(info, id));
  return { ...info, trie: trieOf(tokens) };
}

export function tokenOf({ bytes, offsets }: TokenizerInfo, id: number): Uint8Array {
  return bytes.subarray(offsets[id], offsets[id + 1]);
}
