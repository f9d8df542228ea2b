import { type TokenTrie, trieOf } from './token-trie.ts';

/** A tokenizer's tokens as bytes, in memory that threads share. */
export interface Vocabulary {
  /** All tokens' bytes, one after the other. */
  bytes: Uint8Array;
  /** [V + 1] where each token begins; those without bytes of their own, special ones too, are empty. */
  offsets: Uint32Array;
  /** Special tokens that have bytes all the same, for the answers that may have them. */
  markers: readonly number[];
  trie: TokenTrie;
}

/** What a vocabulary is made of: `Tokenizer` has it. */
interface TokenSource {
  readonly vocabSize: number;
  readonly specialIds: ReadonlySet<number>;
  tokenBytes(id: number): Uint8Array;
  tokenId(token: string): number | null;
}

/**
 * The tokens that a grammar may use; V is the model's vocabulary, which may be larger than the tokenizer's. `marks` are
 * special tokens that some answers may have.
 */
export function vocabularyOf(tokenizer: TokenSource, V: number, marks: readonly string[] = []): Vocabulary {
  const ids = new Set(marks.map((mark) => tokenizer.tokenId(mark)));
  const markers = [...tokenizer.specialIds].filter((id) => id < V && ids.has(id));
  const isHidden = (id: number) => id >= tokenizer.vocabSize || (tokenizer.specialIds.has(id) && !ids.has(id));
  const tokens = Array.from({ length: V }, (_, id) => (isHidden(id) ? new Uint8Array(0) : tokenizer.tokenBytes(id)));
  const total = tokens.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(Math.max(1, total)));
  const offsets = new Uint32Array(new SharedArrayBuffer((V + 1) * 4));
  let at = 0;
  tokens.forEach((token, id) => {
    bytes.set(token, at);
    at += token.length;
    offsets[id + 1] = at;
  });
  return { bytes, offsets, markers, trie: trieOf(tokens) };
}

export function tokenOf({ bytes, offsets }: Vocabulary, id: number): Uint8Array {
  return bytes.subarray(offsets[id], offsets[id + 1]);
}
