import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSentencePiece } from '../../src/model/text/sentencepiece.ts';
import { readTiktoken } from '../../src/model/text/tiktoken.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { LLAMA3_WORDS } from '../../src/model/text/word-patterns.ts';
import { uniform } from '../reference/random.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const python = process.env.DAYBREAK_ORACLE_PYTHON ?? join(root, '.cache/oracle/bin/python');
const BYTES = 10_000_000;

/** Blocks of scripts, marks and symbols, from and to. */
const BLOCKS = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x36f],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x530, 0x5ff],
  [0x600, 0x6ff],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1100, 0x11ff],
  [0x1e00, 0x1fff],
  [0x2000, 0x206f],
  [0x2100, 0x21ff],
  [0x2460, 0x25ff],
  [0x3000, 0x30ff],
  [0x3300, 0x33ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfb00, 0xfb4f],
  [0xff00, 0xffef],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1f9ff],
];

/** Returns pieces of this repository's texts, with random characters of many scripts in between. */
function mixedTexts(): string[] {
  const random = uniform(2026);
  const whole = (most: number) => Math.floor(random() * most);
  const documents = ['docs', 'kernels', 'src/model', 'src/inference/engine']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((path) => /\.(md|wgsl|ts)$/.test(path))
    .map((path) => readFileSync(path, 'utf8'));
  const scripts = () => {
    const [from, to] = BLOCKS[whole(BLOCKS.length)];
    return Array.from({ length: 1 + whole(40) }, () =>
      random() < 0.15 ? ' ' : String.fromCodePoint(from + whole(to - from + 1)),
    ).join('');
  };
  const excerpt = () => {
    const document = documents[whole(documents.length)];
    const at = whole(document.length);
    return document.slice(at, at + whole(400));
  };
  const texts: string[] = [];
  for (let bytes = 0; bytes < BYTES; ) {
    const text = Array.from({ length: 12 }, () => (random() < 0.5 ? excerpt() : scripts()))
      .join(random() < 0.5 ? '\n' : ' ')
      .toWellFormed();
    texts.push(text);
    bytes += Buffer.byteLength(text);
  }
  return texts;
}

// npm run oracle creates the environment.
test.skipIf(!existsSync(python))(
  '10 MB of mixed text get the ids of the Python libraries',
  () => {
    const folder = temporaryFolder();
    const texts = mixedTexts();
    writeFileSync(join(folder, 'texts.json'), JSON.stringify(texts));
    execFileSync(python, [join(root, 'scripts/oracle/long-token-ids.py'), folder], { stdio: 'inherit' });
    const bytes = (name: string) => readFileSync(join(folder, name));
    const tokenizers: Record<string, Record<string, unknown>> = {
      'unigram.model': readSentencePiece('unigram.model', bytes('unigram.model')),
      'bpe.model': readSentencePiece('bpe.model', bytes('bpe.model')),
      'unigram.json': JSON.parse(bytes('unigram.json').toString()),
      'ranks.tiktoken': readTiktoken('ranks.tiktoken', bytes('ranks.tiktoken'), LLAMA3_WORDS),
    };
    for (const [name, json] of Object.entries(tokenizers)) {
      const tokenizer = new Tokenizer(json, name);
      const given = new Uint32Array(new Uint8Array(bytes(`${name}.ids`)).buffer);
      const differing: string[] = [];
      let [at, tokens] = [0, 0];
      for (const text of texts) {
        const expected = given.subarray(at + 1, at + 1 + given[at]);
        at += 1 + given[at];
        tokens += expected.length;
        const ids = tokenizer.encode(text);
        if (ids.length !== expected.length || ids.some((id, i) => id !== expected[i])) differing.push(text);
      }
      console.log(`${name}: ${texts.length} texts, ${tokens} tokens, ${differing.length} texts differ`);
      expect([name, differing.slice(0, 3)]).toEqual([name, []]);
    }
  },
  3_600_000,
);
