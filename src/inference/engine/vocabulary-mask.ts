/**
 * A set of token ids as ceil(V / 32) words. Bit `id % 32` of word `id / 32` is 1 for the ids that may be sampled. Bits
 * at V and beyond have no meaning.
 */
export type VocabularyMask = Uint32Array;

function maskWords(vocabSize: number): number {
  return Math.ceil(vocabSize / 32);
}

/** Returns the mask of `ids`, ignoring ids that are not below `vocabSize`. */
export function maskOf(ids: Iterable<number>, vocabSize: number): VocabularyMask {
  const mask = new Uint32Array(maskWords(vocabSize));
  for (const id of ids) if (id < vocabSize) mask[id >>> 5] |= 1 << (id & 31);
  return mask;
}

/**
 * Returns the ids that all of `masks` allow, or null if there are no masks. Throws RangeError if the length of a mask
 * is wrong.
 */
export function intersection(masks: readonly VocabularyMask[], vocabSize: number): VocabularyMask | null {
  const words = maskWords(vocabSize);
  const wrong = masks.find(({ length }) => length !== words);
  if (wrong) throw new RangeError(`the mask has ${wrong.length} words, but the vocabulary needs ${words}`);
  if (masks.length < 2) return masks[0] ?? null;
  const [first, ...others] = masks;
  return first.map((word, i) => others.reduce((left, mask) => left & mask[i], word));
}

/** Returns whether `mask` allows an id that is not in `others`. */
export function allowsBeyond(mask: VocabularyMask, others: VocabularyMask, vocabSize: number): boolean {
  const last = maskWords(vocabSize) - 1;
  const used = vocabSize % 32 === 0 ? 0xffffffff : 2 ** (vocabSize % 32) - 1;
  return mask.some((word, i) => (word & ~others[i] & (i === last ? used : 0xffffffff)) !== 0);
}
