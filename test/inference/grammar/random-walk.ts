import { Matcher } from '../../../src/inference/grammar/machine/matcher.ts';
import { type CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { tokenOf, type Vocabulary, vocabularyOf } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A vocabulary of all bytes and of tokens that cross the borders of JSON's parts, as real ones have them. */
export function smallVocabulary(): Vocabulary {
  const texts = [
    '{"',
    '":',
    '": ',
    '",',
    '", "',
    '"}',
    '"]',
    '}}',
    '],',
    '[]',
    '{}',
    '[[',
    ']]',
    '":{"',
    '":["',
    '},{"',
    'true',
    'false',
    'null',
    '12',
    '100',
    '-1',
    '.5',
    '0.',
    'e1',
    '  ',
    '\n  ',
    ', ',
    ',"',
    'ab',
    'abc',
    'name',
    '"a"',
    '"a":1',
    'é',
    '日本',
    '😀',
    '\\n',
    '\\u00',
    '\\"',
    '"b":',
    '1,',
    '1}',
    '1]',
    '2024-',
    '-01',
    '@a',
    '.com',
    'http',
    '://',
    'T12:',
    'x"',
    ':1,"',
    '<tool',
    '_call>',
    '</',
  ];
  const tokens = [
    ...Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte)),
    ...texts.map((text) => Buffer.from(text)),
  ];
  const tokenizer = {
    vocabSize: tokens.length,
    specialIds: new Set<number>(),
    tokenBytes: (id: number) => tokens[id],
    tokenId: () => null,
  };
  return vocabularyOf(tokenizer, tokens.length);
}

export function allowedIn(mask: Uint32Array): number[] {
  return Array.from({ length: mask.length * 32 }, (_, id) => id).filter((id) => (mask[id >> 5] >>> (id & 31)) & 1);
}

/**
 * Samples allowed tokens until the grammar ends, with a preference for tokens that close something. Returns null after
 * `most` tokens. Throws if the grammar can neither end nor continue.
 */
export function randomText(grammar: CompiledGrammar, random: () => number, most = 1500): string | null {
  const matcher = new GrammarMatcher(grammar);
  const bytes: number[] = [];
  const closing = new Set([...'"}],:'].map((char) => char.charCodeAt(0)));
  for (let i = 0; i < most; i++) {
    const allowed = allowedIn(matcher.nextTokenBitmask());
    const end = matcher.canEnd;
    if (allowed.length === 0 && !end) throw new Error(`a dead end after ${Buffer.from(bytes)}`);
    if (end && (allowed.length === 0 || random() < 0.3)) return Buffer.from(bytes).toString();
    const closers = allowed.filter((id) => closing.has(id));
    const from = closers.length > 0 && random() < (i > 60 ? 0.9 : 0.4) ? closers : allowed;
    const id = from[Math.floor(random() * from.length)];
    if (!matcher.acceptToken(id))
      throw new Error(`the mask allows token ${id} after ${Buffer.from(bytes)}, the matcher does not`);
    bytes.push(...tokenOf(grammar.vocabulary, id));
  }
  return null;
}

export function accepts(grammar: CompiledGrammar, text: string): boolean {
  const matcher = new Matcher(grammar.root);
  return matcher.accept(Buffer.from(text)) && matcher.canEnd;
}
