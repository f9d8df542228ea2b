import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../src/inference/grammar/compile.ts';
import { type TagFormat, tagGrammar } from '../../../src/inference/grammar/grammar.ts';
import { CompiledGrammar, GrammarMatcher } from '../../../src/inference/grammar/tokens/grammar-matcher.ts';
import { vocabularyOf } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';

/** The last two are special; MARK stands for its text in answers that may have it. */
const TOKENS = ['a', 'b', 'ab', '{', '}', '"', '1', ':', '{"a":1}', '<mark>', '<turn>'];
const [A, B, AB, MARK, TURN] = [0, 1, 2, 9, 10];
const vocabulary = vocabularyOf(
  {
    vocabSize: TOKENS.length,
    specialIds: new Set([MARK, TURN]),
    tokenBytes: (id) => Buffer.from(TOKENS[id]),
    tokenId: (token) => TOKENS.indexOf(token),
  },
  TOKENS.length,
  ['<mark>'],
);
const grammarOf = (format: TagFormat) => new CompiledGrammar(compileGrammar(tagGrammar(format)), vocabulary);

/** Returns the tokens allowed after `ids`, and whether the answer may end there; null if `ids` are not allowed. */
function comesAfter(format: TagFormat, ids: readonly number[], hidden: readonly number[] = [MARK]) {
  const matcher = new GrammarMatcher(grammarOf(format));
  for (const id of ids) {
    const mask = matcher.nextTokenBitmask(hidden);
    const allowed = ((mask[id >>> 5] >>> (id & 31)) & 1) === 1;
    expect(matcher.acceptToken(id), `the mask and the matcher agree on ${TOKENS[id]}`).toBe(allowed);
    if (!allowed) return null;
  }
  const [mask] = matcher.nextTokenBitmask(hidden);
  return { next: TOKENS.filter((_, id) => (mask >>> id) & 1), canEnd: matcher.canEnd };
}

describe('structural tags about tokens', () => {
  it('token allows that token alone, not others with the same text, and may be special', () => {
    expect(comesAfter({ type: 'token', token: AB }, [])).toEqual({ next: ['ab'], canEnd: false });
    expect(comesAfter({ type: 'token', token: AB }, [AB])).toEqual({ next: [], canEnd: true });
    expect(comesAfter({ type: 'token', token: AB }, [A])).toBeNull();
    expect(comesAfter({ type: 'token', token: MARK }, [MARK])).toEqual({ next: [], canEnd: true });
  });

  it('exclude_token allows any one other token with text', () => {
    const format: TagFormat = { type: 'exclude_token', exclude_tokens: [A, 3] };
    expect(comesAfter(format, [])?.next).toEqual(['b', 'ab', '}', '"', '1', ':', '{"a":1}']);
    expect(comesAfter(format, [B])).toEqual({ next: [], canEnd: true });
    expect(comesAfter(format, [TURN])).toBeNull();
  });

  it('any_tokens allows up to max_tokens tokens', () => {
    const format: TagFormat = { type: 'any_tokens', exclude_tokens: [A], max_tokens: 2 };
    expect(comesAfter(format, [])?.canEnd).toBe(true);
    expect(comesAfter(format, [B, AB])).toEqual({ next: [], canEnd: true });
    expect(comesAfter({ type: 'any_tokens' }, [A, A, A, B])?.next).toHaveLength(9);
  });

  it('any_tokens may exclude 20,000 tokens, over 1,000 steps', () => {
    const V = 49_152;
    const excluded = Array.from({ length: 20_000 }, (_, i) => 2 * i);
    const many = vocabularyOf(
      {
        vocabSize: V,
        specialIds: new Set(),
        tokenBytes: (id) => Buffer.from(`t${id.toString(36)}`),
        tokenId: () => null,
      },
      V,
    );
    const grammar = compileGrammar(tagGrammar({ type: 'any_tokens', exclude_tokens: excluded }));
    const matcher = new GrammarMatcher(new CompiledGrammar(grammar, many));
    const expected = new Uint32Array(V / 32).fill(0xffffffff);
    for (const id of excluded) expected[id >>> 5] &= ~(1 << (id & 31));
    for (let step = 0; step < 1_000; step++) {
      const mask = matcher.nextTokenBitmask([]);
      expect(
        mask.every((word, i) => word === expected[i]),
        `step ${step}`,
      ).toBe(true);
      expect(matcher.acceptToken(2 * step + 1)).toBe(true);
    }
    expect(matcher.acceptToken(0)).toBe(false);
  });

  it('a tag may begin and end with tokens, and its end token ends its content', () => {
    const format: TagFormat = {
      type: 'tag',
      begin: { type: 'token', token: MARK },
      content: { type: 'any_tokens', exclude_tokens: [B] },
      end: { type: 'token', token: AB },
    };
    expect(comesAfter(format, [])?.next).toEqual(['<mark>']);
    expect(comesAfter(format, [MARK, A])?.next).toEqual(['a', 'ab', '{', '}', '"', '1', ':', '{"a":1}']);
    expect(comesAfter(format, [MARK, A, AB])).toEqual({ next: [], canEnd: true });
  });

  it('token_triggered_tags leave tokens free until one begins a tag', () => {
    const json_schema = { type: 'object', properties: { a: { const: 1 } }, required: ['a'] };
    const format: TagFormat = {
      type: 'token_triggered_tags',
      trigger_tokens: [TURN],
      exclude_tokens: [B],
      tags: [{ begin: { type: 'token', token: TURN }, content: { type: 'json_schema', json_schema }, end: '}' }],
    };
    expect(comesAfter(format, [A, AB])).toEqual({
      next: ['a', 'ab', '{', '}', '"', '1', ':', '{"a":1}', '<turn>'],
      canEnd: true,
    });
    expect(comesAfter(format, [A, TURN])).toEqual({ next: ['{', '{"a":1}'], canEnd: false });
    expect(comesAfter(format, [A, TURN, 8, 4, A])?.canEnd).toBe(true);
    expect(comesAfter({ ...format, at_least_one: true, stop_after_first: true }, [TURN, 8, 4])).toEqual({
      next: [],
      canEnd: true,
    });
  });

  it('token_dispatch switches to a format after its token', () => {
    const format: TagFormat = {
      type: 'token_dispatch',
      rules: [[MARK, { type: 'regex', pattern: 'ab?' }]],
      loop: false,
    };
    expect(comesAfter(format, [B, MARK])).toEqual({ next: ['a', 'ab'], canEnd: false });
    expect(comesAfter(format, [B, MARK, A])).toEqual({ next: ['b'], canEnd: true });
    expect(comesAfter(format, [B, MARK, AB])).toEqual({ next: [], canEnd: true });
  });

  it('a token of text may not reach into a following token format', () => {
    const format: TagFormat = {
      type: 'sequence',
      elements: [
        { type: 'const_string', value: 'a' },
        { type: 'token', token: B },
      ],
    };
    expect(comesAfter(format, [])?.next).toEqual(['a']);
    expect(comesAfter(format, [A])?.next).toEqual(['b']);
    expect(comesAfter(format, [AB])).toBeNull();
  });
});
