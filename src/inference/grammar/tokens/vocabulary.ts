/** A tokenizer's tokens as bytes, in memory that threads share. */
export interface Vocabulary {
  /** All tokens' bytes, one after the other. */
  bytes: Uint8Array;
  /** [V + 1] where each token begins; those without bytes of their own, special ones too, are empty. */
  offsets: Uint32Array;
}

/** What a vocabulary is made of: `Tokenizer` has it. */
interface TokenSource {
  readonly vocabSize: number;
  readonly specialIds: ReadonlySet<number>;
  tokenBytes(id: number): Uint8Array;
}

/** The tokens that a grammar may use; V is the model's vocabulary, which may be larger than the tokenizer's. */
export function vocabularyOf(tokenizer: TokenSource, V: number): Vocabulary {
  const tokens = Array.from({ length: V }, (_, id) =>
    id >= tokenizer.vocabSize || tokenizer.specialIds.has(id) ? new Uint8Array(0) : tokenizer.tokenBytes(id),
  );
  const total = tokens.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(Math.max(1, total)));
  const offsets = new Uint32Array(new SharedArrayBuffer((V + 1) * 4));
  let at = 0;
  tokens.forEach((token, id) => {
    bytes.set(token, at);
    at += token.length;
    offsets[id + 1] = at;
  });
  return { bytes, offsets };
}

export function tokenOf({ bytes, offsets }: Vocabulary, id: number): Uint8Array {
  return bytes.subarray(offsets[id], offsets[id + 1]);
}
