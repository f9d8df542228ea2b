import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeToyModel } from '../../scripts/toy-model.ts';
import { CheckpointError } from '../../src/model/checkpoint/checkpoint.ts';
import { Charsmap } from '../../src/model/text/charsmap.ts';
import { openModelText } from '../../src/model/text/model-text.ts';
import { readSentencePiece } from '../../src/model/text/sentencepiece.ts';
import { readTekken, readTiktoken } from '../../src/model/text/tiktoken.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { bytePiece, UnigramModel } from '../../src/model/text/unigram.ts';
import { temporaryFolder } from './temporary-folder.ts';

const goldens = join(import.meta.dirname, 'goldens/unigram');
const file = (name: string) => readFileSync(join(goldens, name));
const json = (name: string) => JSON.parse(file(name).toString());
/** Results of SentencePiece, the Rust tokenizers and tiktoken: scripts/oracle/unigram-ids.py. */
const ids = json('ids.json');
const texts: string[] = ids.texts;

describe.each(['unigram.json', 'bytes.json'])('%s', (name) => {
  const tokenizer = new Tokenizer(json(name), name);

  test('gives the ids and texts of the Rust tokenizers', () => {
    const decoded: string[] = ids.decoded[name.replace('.json', '')];
    for (const [i, text] of texts.entries()) {
      expect([text, tokenizer.encode(text)]).toEqual([text, ids[name][i]]);
      expect([text, tokenizer.decode(ids[name][i], { isWhole: true })]).toEqual([text, decoded[i]]);
    }
  });

  test('has its special tokens, and splits texts at them', () => {
    const end = tokenizer.tokenId('</s>') as number;
    expect(tokenizer.specialIds.has(end)).toBe(true);
    expect(tokenizer.encode('a</s>b')).toEqual([...tokenizer.encode('a'), end, ...tokenizer.encode('b')]);
    expect(tokenizer.vocabSize).toBe(json(name).model.vocab.length);
  });

  test('continues a text as if it were encoded at once', () => {
    const parts = [...tokenizer.encode('one'), ...tokenizer.encode(' and two', { after: 'one' })];
    expect(parts).toEqual(tokenizer.encode('one and two'));
  });
});

describe.each(['unigram.model', 'bytes.model', 'bpe.model'])('%s', (name) => {
  test('gives the ids of SentencePiece itself', () => {
    const tokenizer = new Tokenizer(readSentencePiece(name, file(name)), name);
    let same = 0;
    for (const [i, text] of texts.entries()) {
      // SentencePiece treats spelled control tokens as text.
      if (/<\/?s>|<unk>/.test(text)) continue;
      expect([text, tokenizer.encode(text)]).toEqual([text, ids[name][i]]);
      same += 1;
    }
    expect(same).toBeGreaterThan(60);
  });
});

test('a unigram model encodes over a megabyte of text without a space within 20 seconds', () => {
  const tokenizer = new Tokenizer(json('bytes.json'), 'bytes.json');
  const began = performance.now();
  expect(tokenizer.encode('ab日'.repeat(2 ** 18)).length).toBeGreaterThan(2 ** 18);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('a unigram model falls back to bytes for 262,144 unknown characters', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => bytePiece(byte));
  const scores = [null, -1, ...bytes.map(() => null)];
  const model = new UnigramModel(['<unk>', 'a', ...bytes], { scores, unknownId: 0, fallsBack: true, isSingle: true });
  const pieces = model.encode(`a${'é'.repeat(2 ** 18)}`);
  expect(pieces).toHaveLength(1 + 2 ** 19);
  expect(pieces.slice(0, 3)).toEqual(['a', '<0xC3>', '<0xA9>']);
});

test('broken Unigram models and maps are refused with the name of their file', () => {
  const good = json('unigram.json');
  const model = (changed: object) => () => new Tokenizer({ ...good, model: { ...good.model, ...changed } }, 't.json');
  for (const vocab of [[], {}, [['a']], [['a', 'b']], [[1, 2]]])
    expect(model({ vocab })).toThrow(/^t\.json: corrupt: /);
  expect(model({ unk_id: 10_000 })).toThrow(/^t\.json: corrupt: unk_id is 10000/);
  expect(() => new Tokenizer({ ...good, decoder: { type: 'WordPiece' } }, 't.json')).toThrow(/Metaspace or Replace/);
  const far = [{ id: 4_000_000_000, content: '</s>', special: true }];
  expect(() => new Tokenizer({ ...good, added_tokens: far }, 't.json')).toThrow(/^t\.json: token "<\/s>" has the id 4/);
  expect(model({ unk_id: 0, vocab: [['a'.repeat(300), 0]] })).toThrow(/^t\.json: piece 0 has more than 256/);
  const spaceless = { type: 'SentencePiece', removes_spaces: true, adds_prefix: true, space: '' };
  expect(() => new Tokenizer({ ...good, normalizer: spaceless }, 't.json')).toThrow(
    /^t\.json: corrupt: a SentencePiece/,
  );
  for (const bytes of [[], [1, 0, 0, 0], [255, 255, 0, 0, 1], [8, 0, 0, 0, 1]]) {
    expect(() => new Charsmap(Uint8Array.from(bytes), 't.json')).toThrow(CheckpointError);
  }
  const long = Uint8Array.from([4, 0, 0, 0, 0, 0, 0, 0, ...Array(300).fill(65), 0]);
  expect(() => new Charsmap(long, 't.json')).toThrow(
    /^t\.json: its map of characters has a text of more than 256 bytes/,
  );
  // A trie that points outside itself ends there.
  const map = new Charsmap(Uint8Array.from([4, 0, 0, 0, 255, 255, 255, 255]), 't.json');
  expect([...map.prefixes(Buffer.from('abc'), 0)]).toEqual([]);
});

describe('tiktoken', () => {
  const ranks = file('ranks.tiktoken');
  const lines: string[] = ids['tiktoken texts'];

  test.each(['llama3', 'o200k'])('gives the ids of tiktoken with the word pattern of %s', (name) => {
    const tokenizer = new Tokenizer(readTiktoken('x', ranks, ids.patterns[name]), 'x');
    for (const [i, text] of lines.entries()) {
      expect([text, tokenizer.encode(text)]).toEqual([text, ids[`tiktoken ${name}`][i]]);
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text);
    }
  });

  test('is read with the special tokens beside it if its number of ranks is known', () => {
    const folder = temporaryFolder();
    writeToyModel(folder);
    rmSync(join(folder, 'tokenizer.json'));
    cpSync(join(goldens, 'ranks.tiktoken'), join(folder, 'tokenizer.model'));
    expect(() => openModelText(folder)).toThrow(
      /tiktoken file of \d+ ranks has an unknown pattern; supported are cl100k_base/,
    );
    const known = ranks.toString().trimEnd().split('\n');
    for (let i = known.length; i < 128_000; i++) known.push(`${Buffer.from(`\0${i}`).toString('base64')} ${i}`);
    writeFileSync(join(folder, 'tokenizer.model'), `${known.join('\n')}\n`);
    const token = { content: '<|eot_id|>', special: true, lstrip: false, rstrip: false, normalized: false };
    const config = { eos_token: '<|eot_id|>', added_tokens_decoder: { 128009: token } };
    writeFileSync(join(folder, 'tokenizer_config.json'), JSON.stringify(config));
    const { tokenizer, specialIds } = openModelText(folder);
    expect(specialIds.eos[0]).toBe(128_009);
    expect(tokenizer.encode(`${lines[0]}<|eot_id|>`)).toEqual([...ids['tiktoken llama3'][0], 128_009]);
  });

  test('tekken.json gives the same ids after its special tokens, without tokens beyond the vocabulary size', () => {
    const vocab = ranks
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => ({ token_bytes: line.split(' ')[0], rank: Number(line.split(' ')[1]) }));
    const config = { pattern: ids.patterns.o200k, default_vocab_size: 20 + vocab.length - 1 };
    const tekken = { config: { ...config, default_num_special_tokens: 20 }, vocab };
    const tokenizer = new Tokenizer(readTekken('tekken.json', tekken), 'tekken.json');
    expect(tokenizer.vocabSize).toBe(20 + vocab.length - 1);
    expect(tokenizer.tokenId('[TOOL_CALLS]')).toBe(9);
    const text = lines.findIndex((line) => /^[a-z ]+$/i.test(line));
    const plain: number[] = ids['tiktoken o200k'][text];
    expect(tokenizer.encode(`[INST]${lines[text]}</s>`)).toEqual([3, ...plain.map((id) => id + 20), 2]);
    const named = { ...tekken, special_tokens: [{ rank: 0, token_str: '<s>', is_control: true }] };
    const newer = new Tokenizer(readTekken('tekken.json', named), 'tekken.json');
    expect([newer.tokenName(0), newer.tokenName(1)]).toEqual(['<s>', '<SPECIAL_1>']);
  });

  const bytes = Array.from({ length: 256 }, (_, byte) => `${Buffer.of(byte).toString('base64')} ${byte}\n`);
  const FAR = Buffer.from(`${bytes.join('')}ISE= 4000000000\n`);
  const special = { default_vocab_size: 2e9, default_num_special_tokens: 1e9 };
  const MANY_SPECIAL = { config: { pattern: '.', ...special }, vocab: [] };

  test.each<[string, () => unknown, RegExp]>([
    ['no base64', () => readTiktoken('f', Buffer.from('IQ== 0\n!? 1\n'), '.'), /^f: line 2 is not base64 and a rank/],
    ['a token twice', () => readTiktoken('f', Buffer.from('IQ== 0\nIQ== 1\n'), '.'), /^f: corrupt: a token appears/],
    ['too few bytes', () => readTiktoken('f', Buffer.from('IQ== 0\n'), '.'), /^f: corrupt: no token is the byte 0/],
    ['no config', () => readTekken('f', { vocab: [] }), /^f: corrupt: it has no config/],
    ['a billion special tokens', () => readTekken('f', MANY_SPECIAL), /^f: config.default_num_special_tokens: more/],
    ['a rank of billions', () => new Tokenizer(readTiktoken('f', FAR, '.'), 'f'), /^f: token "!!" has the id 4000/],
    ['a vocabulary of nothing', () => readTekken('f', { config: { pattern: '.' }, vocab: [] }), /^f: corrupt: config/],
  ])('a file with %s is refused', (_, read, why) => {
    expect(read).toThrow(CheckpointError);
    expect(read).toThrow(why);
  });

  test.each(['(?:\\p{N}+)*!', '(ab|ab)*c'])(
    'a file that splits by %s is refused, as its regular expressions backtrack without bound',
    (pattern) => {
      const read = () => new Tokenizer(readTiktoken('f', Buffer.from(bytes.join('')), pattern), 'f');
      expect(read).toThrow(/^f: its regular expressions backtrack without bound: .* longest expression is "/);
    },
  );
});
