import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import type { GgufValue } from '../../src/model/checkpoint/gguf-header.ts';
import { GgufMetadata } from '../../src/model/checkpoint/gguf-metadata.ts';
import { ggufTokenizerJson } from '../../src/model/text/gguf-tokenizer.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { readSentencePiece } from '../../src/model/text/sentencepiece.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { temporaryFolder } from './temporary-folder.ts';

const goldens = join(import.meta.dirname, 'goldens/sentencepiece');
const read = (name: string) => JSON.parse(readFileSync(join(goldens, name), 'utf8'));
/** Results of SentencePiece and the Rust tokenizers: scripts/oracle/sentencepiece-ids.py. */
const ids: {
  texts: string[];
  sentencepiece: number[][];
  decoded: Record<string, string[]>;
} & Record<'llama' | 'metaspace' | 'gemma', number[][]> = read('ids.json');
const model = readFileSync(join(goldens, 'tokenizer.model'));
const pieces: [text: string, score: number, type: number][] = read('pieces.json');

describe.each(['llama', 'metaspace', 'gemma'] as const)(
  'a tokenizer.json converted from SentencePiece, as %s',
  (kind) => {
    const tokenizer = new Tokenizer(read(`${kind}.json`), `${kind}.json`);

    test('gives the ids and texts of the Rust tokenizers', () => {
      for (const [i, text] of ids.texts.entries()) {
        expect([text, tokenizer.encode(text)]).toEqual([text, ids[kind][i]]);
        expect([text, tokenizer.decode(ids[kind][i], { isWhole: true })]).toEqual([text, ids.decoded[kind][i]]);
      }
    });

    test('has a valid lower bound of the number of tokens', () => {
      for (const text of ids.texts) {
        expect([text, tokenizer.leastTokens(text) <= tokenizer.encode(text).length]).toEqual([text, true]);
      }
    });

    test('continues a text as if it were encoded at once', () => {
      const lead = kind === 'gemma' ? '' : ' ';
      for (const [before, after] of [
        ['red', ' and blue'],
        ['[INST] red [/INST]', ' and blue'],
        ['[INST] red [/INST]', 'and blue'],
        ['</s>', 'and blue'],
        ['red\n', 'and blue'],
        ['red </s>\n', ' and blue </s>'],
      ]) {
        const parts = [...tokenizer.encode(before), ...tokenizer.encode(after, { after: before })];
        expect([before, after, parts]).toEqual([before, after, tokenizer.encode(before + after)]);
      }
      // Encoded alone, it is the beginning of a text.
      expect(tokenizer.decode(tokenizer.encode('and blue'))).toBe(`${lead}and blue`);
    });

    test('finds the token of a text', () => {
      const named = (text: string) => tokenizer.tokenName(tokenizer.idOfText(text) ?? -1);
      expect([named(' the'), named('e'), named('</s>'), named(' ')]).toEqual(['▁the', 'e', '</s>', '▁']);
      expect(tokenizer.idOfText('no token of this')).toBeNull();
    });

    test('adds its BOS if the caller asks for it', () => {
      const [first, ...rest] = tokenizer.encode('yes', { addSpecialTokens: true });
      expect([tokenizer.tokenName(first), rest]).toEqual(['<s>', tokenizer.encode('yes')]);
    });

    test('returns the bytes of each token', () => {
      const bytes = (token: string) => [...tokenizer.tokenBytes(tokenizer.tokenId(token)!)];
      expect(bytes('<0xE2>')).toEqual([0xe2]);
      expect(bytes('▁the')).toEqual([...Buffer.from(' the')]);
      expect(bytes('</s>')).toEqual([...Buffer.from('</s>')]);
    });
  },
);

/** Texts without spelled control tokens, which SentencePiece treats as text. */
const plain = ids.texts.map((text, i) => [text, i] as const).filter(([text]) => !/<\/?s>/.test(text));

describe.each([
  ['a tokenizer.model', () => readSentencePiece('tokenizer.model', model)],
  ['a GGUF file', () => ggufTokenizerJson(ggufMetadata())],
])('%s', (_, json) => {
  test('gives the ids of SentencePiece itself', () => {
    const tokenizer = new Tokenizer(json(), 'x');
    let same = 0;
    for (const [text, i] of plain) {
      if (text.includes('[INST]')) continue; // User-defined pieces join their neighbours' spaces there.
      expect([text, tokenizer.encode(text)]).toEqual([text, ids.sentencepiece[i]]);
      same += 1;
    }
    expect(same).toBeGreaterThan(100);
  });

  test('is the same tokenizer as the converted file', () => {
    expect(json().model).toEqual({ ...read('llama.json').model, ...unsaid(json().model) });
  });
});

/** Fields that the Rust library writes in addition. */
function unsaid(model: unknown): object {
  const { type, unk_token, fuse_unk, byte_fallback } = model as Record<string, unknown>;
  expect([type, unk_token, fuse_unk, byte_fallback]).toEqual(['BPE', '<unk>', true, true]);
  const absent = ['dropout', 'continuing_subword_prefix', 'end_of_word_suffix', 'ignore_merges'];
  return Object.fromEntries(absent.map((name) => [name, undefined]));
}

function ggufMetadata(more: [string, GgufValue][] = []): GgufMetadata {
  return new GgufMetadata(
    'x.gguf',
    new Map<string, GgufValue>([
      ['tokenizer.ggml.model', 'llama'],
      ['tokenizer.ggml.tokens', pieces.map(([text]) => text)],
      ['tokenizer.ggml.scores', pieces.map(([, score]) => score)],
      ['tokenizer.ggml.token_type', pieces.map(([, , type]) => type)],
      ['tokenizer.ggml.bos_token_id', 1],
      ...more,
    ]),
  );
}

test("Phi-3's control tokens strip the white space after them, except for <s> and <unk>", () => {
  const json = ggufTokenizerJson(ggufMetadata([['general.architecture', 'phi3']]));
  const strips = (json.added_tokens as { content: string; rstrip: boolean }[]).map((one) => [one.content, one.rstrip]);
  expect(Object.fromEntries(strips)).toEqual({
    '<unk>': false,
    '<s>': false,
    '</s>': true,
    '[INST]': true,
    '[/INST]': true,
  });
  const tokenizer = new Tokenizer(json, 'x.gguf');
  expect(tokenizer.encode('[INST]\n the')).toEqual(tokenizer.encode('[INST]the'));
});

test('a folder with tokenizer.model has the tokens added beside it, and a BOS only if its config adds one', () => {
  const folder = temporaryFolder();
  writeToyModel(folder);
  rmSync(join(folder, 'tokenizer.json'));
  cpSync(join(goldens, 'tokenizer.model'), join(folder, 'tokenizer.model'));
  writeFileSync(join(folder, 'added_tokens.json'), JSON.stringify({ '<|im_start|>': 700 }));
  const decoder = { 701: { content: '<|im_end|>', special: true, lstrip: false, rstrip: false, normalized: false } };
  const config = { bos_token: '<s>', eos_token: '<|im_end|>', add_bos_token: false, added_tokens_decoder: decoder };
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(config));
  const { tokenizer, specialIds } = openModelText(folder);
  expect(tokenizer.encode('<|im_start|>x<|im_end|>', { addSpecialTokens: true }).filter((id) => id >= 700)).toEqual([
    700, 701,
  ]);
  expect(tokenizer.encode('x', { addSpecialTokens: true })).toEqual(tokenizer.encode('x'));
  expect([specialIds.eos[0], specialIds.bos]).toEqual([701, 1]);
  // Not legacy: a space before the whole text only.
  writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify({ ...config, legacy: false }));
  const { tokenizer: newer } = openModelText(folder);
  expect(newer.decode(newer.encode('<|im_start|>x'))).toBe('<|im_start|>x');
  expect(tokenizer.decode(tokenizer.encode('<|im_start|>x'))).toBe('<|im_start|> x');
});

test('GGUF metadata without a score for each token are refused', () => {
  expect(() => ggufTokenizerJson(ggufMetadata([['tokenizer.ggml.scores', [1, 2]]]))).toThrow(/have 2 scores/);
});

test('a tokenizer.model with unknown text handling is refused, and a piece of 1 MiB takes under 20 seconds', () => {
  const field = (number: number, bytes: Uint8Array | number) =>
    typeof bytes === 'number'
      ? Buffer.from([number << 3, bytes])
      : Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);
  const changed = (...parts: Uint8Array[]) => readSentencePiece('x.model', Buffer.concat([model, ...parts]));
  expect(() => new Tokenizer(changed(field(3, field(2, Buffer.from('map')))), 'x.model')).toThrow(
    /x\.model: corrupt: its map of characters has no trie/,
  );
  expect(() => changed(field(2, field(3, 3)))).toThrow(
    /x\.model: only SentencePiece models of the types BPE and unigram/,
  );
  expect(() => changed(field(3, field(5, 0)))).toThrow(/x\.model: its handling of white space/);
  expect(() => changed(field(5, field(2, Buffer.from('map'))))).toThrow(/x\.model: its denormalizer maps characters/);
  const long = field(1, field(1, Buffer.from('a'.repeat(2 ** 20))));
  const before = performance.now();
  expect(Object.keys((changed(long).model as { vocab: object }).vocab)).toHaveLength(pieces.length + 1);
  expect(performance.now() - before).toBeLessThan(20_000);
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

test('a corrupt or truncated tokenizer.model is refused by its name, or read', () => {
  let refused = 0;
  for (let at = 0; at < model.length; at += 37) {
    const broken = Buffer.from(model);
    broken[at] ^= 0xff;
    for (const bytes of [broken, model.subarray(0, at)]) {
      try {
        new Tokenizer(readSentencePiece('t/tokenizer.model', bytes), 't/tokenizer.model');
      } catch (error) {
        expect(error).toBeInstanceOf(CheckpointError);
        expect((error as Error).message).toMatch(/^t\/tokenizer\.model: /);
        refused += 1;
      }
    }
  }
  expect(refused).toBeGreaterThan(100);
});
