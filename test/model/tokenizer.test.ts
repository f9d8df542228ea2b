import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import type { GgufValue } from '../../src/model/checkpoint/gguf-header.ts';
import { GgufMetadata } from '../../src/model/checkpoint/gguf-metadata.ts';
import { Detokenizer } from '../../src/model/text/detokenizer.ts';
import { ggufTokenizerJson } from '../../src/model/text/gguf-tokenizer.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`./goldens/tokenizer/${name}`, import.meta.url), 'utf8')) as unknown;
const vocabulary = read('vocabulary.json') as {
  special: string[];
  merges: [string, string][];
  vocab: Record<string, number>;
};
const texts = read('texts.json') as string[];
// Encoded by Hugging Face's Rust tokenizers: scripts/oracle/token-ids.py.
const expected = read('ids.json') as Record<string, number[][]>;

/** Returns a tokenizer from GGUF metadata with the golden vocabulary. */
function tokenizer(pre: string, more: [string, GgufValue][] = []): Tokenizer {
  const tokens = Object.entries(vocabulary.vocab).sort((a, b) => a[1] - b[1]);
  const metadata = new Map<string, GgufValue>([
    ['tokenizer.ggml.model', 'gpt2'],
    ['tokenizer.ggml.pre', pre],
    ['tokenizer.ggml.tokens', tokens.map(([token]) => token)],
    ['tokenizer.ggml.token_type', tokens.map(([token]) => (vocabulary.special.includes(token) ? 3 : 1))],
    ['tokenizer.ggml.merges', vocabulary.merges.map((pair) => pair.join(' '))],
    ['tokenizer.ggml.bos_token_id', 1],
    ['tokenizer.ggml.add_bos_token', false],
    ...more,
  ]);
  return new Tokenizer(ggufTokenizerJson(new GgufMetadata('x.gguf', metadata)), 'x.gguf');
}

describe('a tokenizer', () => {
  it.each(Object.keys(expected))('gives the ids of the Rust tokenizers for %s', (pre) => {
    const tested = tokenizer(pre);
    for (const [i, text] of texts.entries())
      expect(tested.encode(text), JSON.stringify(text)).toEqual(expected[pre][i]);
  });

  it('decodes every encoded text to itself', () => {
    const tested = tokenizer('smollm');
    for (const text of texts) expect(tested.decode(tested.encode(text))).toBe(text);
  });

  it('has a valid lower bound of the number of tokens, above 100 for a long text', () => {
    for (const pre of Object.keys(expected)) {
      const tested = tokenizer(pre);
      const decomposed = 'e\u0301\u1100\u1161\u11a8'.repeat(50);
      for (const text of [...texts, decomposed]) {
        expect(tested.leastTokens(text), text).toBeLessThanOrEqual(tested.encode(text).length);
      }
      expect(tested.leastTokens('ab'.repeat(10_000))).toBeGreaterThan(100);
    }
  });

  it('hides special tokens if asked, and no others', () => {
    const tested = tokenizer('smollm');
    const ids = tested.encode('<|im_start|>user yes<|im_end|>');
    expect(tested.decode(ids, { skipSpecialTokens: true })).toBe('user yes');
    expect(tested.decode(ids)).toBe('<|im_start|>user yes<|im_end|>');
    expect(tested.tokenId('<|im_end|>')).toBe(2);
    expect(tested.tokenId('<|nothing|>')).toBeNull();
    expect(tested.specialIds.has(2)).toBe(true);
    expect(tested.specialIds.size).toBe(vocabulary.special.length);
    expect(tested.vocabSize).toBe(496);
  });

  it('returns the exact bytes of each token, which join to the text', () => {
    const tested = tokenizer('smollm');
    const text = 'x 🎉é\u0000';
    const bytes = tested.encode(text).map((id) => tested.tokenBytes(id));
    expect(bytes.some((piece) => piece.length === 1 && piece[0] === 0xf0)).toBe(true);
    expect(Buffer.concat(bytes).toString('utf8')).toBe(text);
    expect(Buffer.from(tested.tokenBytes(2)).toString()).toBe('<|im_end|>');
    expect(tested.tokenBytes(9999)).toEqual(new Uint8Array(0));
  });

  it('adds a BOS only if its file says so and the caller asks for it', () => {
    const adding = tokenizer('smollm', [['tokenizer.ggml.add_bos_token', true]]);
    const er = adding.encode('er');
    expect(er).toHaveLength(1);
    expect(adding.encode('er', { addSpecialTokens: true })).toEqual([1, ...er]);
    expect(adding.encode('', { addSpecialTokens: true })).toEqual([1]);
    expect(tokenizer('smollm').encode('er', { addSpecialTokens: true })).toEqual(er);
  });

  it('encodes a prompt of more than 1,500 tokens in less than 600 ms', () => {
    const tested = tokenizer('smollm');
    const prompt = texts.join(' ').repeat(2).slice(0, 2600);
    expect(tested.encode(prompt).length).toBeGreaterThan(1500);
    const began = performance.now();
    for (let i = 0; i < 10; i++) tested.encode(prompt);
    expect((performance.now() - began) / 10).toBeLessThan(600);
  });

  it('refuses unsupported kinds', () => {
    expect(() => tokenizer('bloom')).toThrow(/tokenizer.ggml.pre "bloom" is not supported; default, gpt-2, smollm/);
    expect(() => tokenizer('smollm', [['tokenizer.ggml.model', 'bert']])).toThrow(/"bert" is not supported; gpt2/);
    const words = { model: { type: 'WordPiece', vocab: {} } };
    expect(() => new Tokenizer(words, 't.json')).toThrow(
      new CheckpointError('t.json: only BPE (a model with vocab and merges) and Unigram tokenizers are supported'),
    );
    const spaced = { model: { vocab: { a: 0 }, merges: [] }, decoder: { type: 'Metaspace' } };
    expect(() => new Tokenizer(spaced, 't.json')).toThrow(
      /the decoder must be byte-level BPE or BPE with byte fallback/,
    );
  });
});

describe('the detokenizer', () => {
  const tested = tokenizer('smollm');
  const stream = (ids: number[], skip = true) => {
    const detokenizer = new Detokenizer(tested, skip);
    return ids.map((id) => detokenizer.push(id));
  };

  it('holds a character back until it is complete', () => {
    const ids = tested.encode('é🎉');
    expect(ids).toHaveLength(6);
    expect(stream(ids)).toEqual(['', 'é', '', '', '', '🎉']);
  });

  it('never emits a character that a truncated answer leaves incomplete', () => {
    expect(stream(tested.encode('a🎉').slice(0, 4)).join('')).toBe('a');
  });

  it('replaces bytes once they cannot become a character', () => {
    const [start] = tested.encode('é');
    const [letter] = tested.encode('a');
    expect(stream([start, letter, letter])).toEqual(['', '\ufffda', 'a']);
  });

  it('hides or shows special tokens', () => {
    const ids = tested.encode('er<|im_end|>');
    expect(stream(ids)).toEqual(['er', '']);
    expect(stream(ids, false)).toEqual(['er', '<|im_end|>']);
  });

  it('returns in pieces what decode returns at once', () => {
    for (const text of texts) expect(stream(tested.encode(text), false).join('')).toBe(text);
  });
});

describe('the text side of a GGUF file', () => {
  it('has tokenizer, template, special tokens and ids', () => {
    const text = openModelText(fileURLToPath(new URL('./goldens/tiny.gguf', import.meta.url)));
    expect(text.specialIds).toEqual({ bos: 0, eos: [1, 0], pad: null });
    expect(text.specialTokens).toEqual({ bos_token: '<|endoftext|>', eos_token: '<|im_end|>' });
    expect(text.chatTemplates.get('default')).toBe('{{ messages[0].content }}');
    expect(text.config.vocab_size).toBe(8);
    expect(text.tokenizer.encode('ab a<|im_end|>')).toEqual([4, 6, 1]);
  });
});
