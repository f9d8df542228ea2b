import { describe, expect, it, vi } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { LiteralTerminal } from '../../../src/inference/grammar/machine/literal-terminal.ts';
import { TextTerminal } from '../../../src/inference/grammar/machine/text-terminal.ts';
import { CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { TokenMaskCache } from '../../../src/inference/grammar/tokens/token-mask-cache.ts';
import { vocabularyOf } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
/** Enough tokens that free text can end within hundreds of them. */
const ENTRIES = [
  ...LETTERS,
  ...LETTERS.flatMap((a) => LETTERS.map((b) => a + b)),
  ...LETTERS.flatMap((a) => LETTERS.flatMap((b) => [`${a}${b}e`, `${a}${b}end`, `${a}${b}f`, `${a}enda${b}`])),
  'enda',
  'endb',
].map((text) => Buffer.from(text));
const vocabulary = vocabularyOf(
  { vocabSize: ENTRIES.length, specialIds: new Set(), tokenBytes: (id) => ENTRIES[id], tokenId: () => null },
  ENTRIES.length,
);
const idOf = (text: string): number => ENTRIES.findIndex((entry) => entry.equals(Buffer.from(text)));

const FORMAT_TEXT: TagFormat = { type: 'any_text', excludes: ['end'] };

/** Free text and its end, twice, each followed by a different text. */
const FORMAT: TagFormat = {
  type: 'sequence',
  elements: [
    { type: 'any_text', excludes: ['end'] },
    { type: 'const_string', value: 'enda' },
    { type: 'any_text', excludes: ['end'] },
    { type: 'const_string', value: 'endb' },
  ],
};

function begun(grammar: CompiledGrammar, ids: readonly number[]): GrammarMatcher {
  const matcher = new GrammarMatcher(grammar);
  for (const id of ids) expect(matcher.acceptToken(id)).toBe(true);
  return matcher;
}

describe('the mask at free text', () => {
  it('holds exactly the tokens that the matcher accepts, also across the end of the text', () => {
    const grammar = new CompiledGrammar(compileGrammar(tagGrammar(FORMAT)), vocabulary);
    const texts = ['qu', 'x', 'abe', 'enda', 'qu', 'x', 'abe', 'endb'].map(idOf);
    for (let count = 0; count < texts.length; count++) {
      const before = texts.slice(0, count);
      const mask = begun(grammar, before).nextTokenBitmask();
      for (let id = count; id < ENTRIES.length; id += count === 1 || count === 5 ? 1 : 7) {
        const allowed = ((mask[id >>> 5] >>> (id & 31)) & 1) === 1;
        expect(begun(grammar, before).acceptToken(id), `${before} ${ENTRIES[id]}`).toBe(allowed);
      }
    }
  });

  it('is not computed again with each token', () => {
    const matcher = new GrammarMatcher(new CompiledGrammar(compileGrammar(tagGrammar(FORMAT)), vocabulary));
    const steps = vi.spyOn(LiteralTerminal.prototype, 'step');
    matcher.nextTokenBitmask();
    expect(steps.mock.calls.length).toBeGreaterThan(500);
    steps.mockClear();
    for (const text of ['qu', 'x', 'abf']) {
      matcher.acceptToken(idOf(text));
      matcher.nextTokenBitmask();
    }
    expect(steps.mock.calls.length).toBeLessThan(50);
    steps.mockRestore();
  });
});

describe('texts shared by grammars', () => {
  const any = { json_schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } };
  const formats: TagFormat[] = [
    FORMAT,
    { type: 'any_text', excludes_pattern: 'e(?:n|N)d' },
    { type: 'regex', pattern: '[a-m]*' },
    { type: 'json_schema', ...any },
  ];
  const masksOf = (format: TagFormat, cache?: TokenMaskCache): Uint32Array[] => {
    const grammar = new CompiledGrammar(compileGrammar(tagGrammar(format)), vocabulary, cache);
    return ['', 'a', 'ab', 'abe'].flatMap((text) => {
      const matcher = new GrammarMatcher(grammar);
      return [...text].every((char) => matcher.acceptToken(idOf(char))) ? [matcher.nextTokenBitmask()] : [];
    });
  };

  it('have the same masks with a shared cache as without', () => {
    const cache = new TokenMaskCache();
    for (const format of [...formats, ...formats]) expect(masksOf(format, cache)).toEqual(masksOf(format));
  });

  it('stay cached if one request brings many other texts', () => {
    const cache = new TokenMaskCache();
    const mask = { contextIndependent: new Uint32Array(1), contextDependent: new Uint32Array(0) };
    const made: string[] = [];
    const ask = (text: string) =>
      cache.ofText(text, () => {
        made.push(text.slice(0, 9));
        return mask;
      });
    for (let time = 0; time < 2; time++) ask('common');
    for (let i = 0; i < 100; i++) ask(`own ${i}`);
    ask('common');
    for (let time = 0; time < 2; time++) ask('own 99');
    for (let time = 0; time < 2; time++) ask('long'.repeat(10_000));
    expect(made.filter((text) => text === 'common')).toHaveLength(1);
    expect(made.filter((text) => text === 'own 99')).toHaveLength(1);
    expect(made.slice(-2)).toEqual(['longlongl', 'longlongl']);
  });

  it('are matched against the vocabulary once', () => {
    const cache = new TokenMaskCache();
    const steps = vi.spyOn(TextTerminal.prototype, 'step');
    const walked = ['enda', 'endb'].map((value) => {
      const format: TagFormat = { type: 'sequence', elements: [FORMAT_TEXT, { type: 'const_string', value }] };
      const grammar = new CompiledGrammar(compileGrammar(tagGrammar(format)), vocabulary, cache);
      steps.mockClear();
      new GrammarMatcher(grammar).nextTokenBitmask();
      return steps.mock.calls.length;
    });
    expect(walked[0]).toBeGreaterThan(1000);
    expect(walked[1]).toBe(0);
    steps.mockRestore();
  });
});
