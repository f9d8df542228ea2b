import { type TokenTrie, trieOf } from './token-trie.ts';

/** Bytes of a tokenizer's tokens, as plain data that is sent to the grammar processes. */
export interface TokenizerInfo {
  /** Bytes of all tokens, concatenated. */
  readonly bytes: Uint8Array;
  /** Start of each token in `bytes`, [V + 1]. Special and unused tokens have no bytes. */
  readonly offsets: Uint32Array;
  /** Special tokens that do have bytes, because some answers may contain them. */
  readonly markers: readonly number[];
}

/** Tokens with the trie of their bytes. */
export interface Vocabulary extends TokenizerInfo {
  readonly trie: TokenTrie;
}

/** Subset of the tokenizer's interface that grammars need. */
export interface TokenSource {
  readonly vocabSize: number;
  readonly specialIds: ReadonlySet<number>;
  tokenBytes(id: number): Uint8Array;
  tokenId(token: string): number | null;
}

/**
 * Returns the bytes of the tokens that a grammar may use. V is the size of the model's vocabulary, which may be larger
 * than the tokenizer's. `marks` are the special tokens that some answers may contain.
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

/** Returns a tokenizer's tokens with their trie. */
export function vocabularyOf(tokenizer: TokenSource, V: number, marks: readonly string[] = []): Vocabulary {
  return withTrie(tokenizerInfo(tokenizer, V, marks));
}

/** Adds the trie, which takes a tenth of a second for 150,000 tokens. */
export function withTrie(info: TokenizerInfo): Vocabulary {
  const tokens = Array.from({ length: info.offsets.length - 1 }, (_, id) => tokenOf(info, id));
  return { ...info, trie: trieOf(tokens) };
}

export function tokenOf({ bytes, offsets }: TokenizerInfo, id: number): Uint8Array {
  return bytes.subarray(offsets[id], offsets[id + 1]);
}
