import { describe, expect, it } from 'vitest';
import { FORBID, SEEN } from '../../src/compute/ops/edit_logits.ts';
import { LogitRuleState } from '../../src/inference/engine/logit-rule-state.ts';
import { allowsBeyond, intersection, maskOf } from '../../src/inference/engine/vocabulary-mask.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import type { LogitsProcessor } from '../../src/inference/processors/logits-processor.ts';

const V = 70;
const NONE: LogitRules = {
  repetitionPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  bias: [],
  allowedIds: null,
  minTokens: 0,
  stopIds: [],
  badWords: [],
  processors: [],
  extraArgs: {},
};
const PROMPT = [5, 6, 5];

function state(rules: Partial<LogitRules>, processors: Record<string, LogitsProcessor> = {}): LogitRuleState {
  return new LogitRuleState({ ...NONE, ...rules }, Uint32Array.from(PROMPT), V, new Map(Object.entries(processors)));
}

/** Returns the ids that bad words, min_tokens and processors forbid after this answer. */
function forbidden(rules: Partial<LogitRules>, output: number[], grammar: Uint32Array | null = null): number[] {
  const { shifts } = state(rules).next([...PROMPT, ...output], grammar);
  return [...shifts].filter(([, shift]) => shift === FORBID).map(([id]) => id);
}

/** Returns the ids of a mask. */
function idsOf(mask: Uint32Array | null): number[] {
  return Array.from({ length: V }, (_, id) => id).filter((id) => ((mask?.[id >>> 5] ?? 0) >>> (id & 31)) & 1);
}

describe('penalties', () => {
  const entries = ({ edits }: { edits: Uint32Array }) =>
    Array.from({ length: edits.length / 3 }, (_, i) => {
      const [id, history, bias] = edits.subarray(3 * i);
      return {
        id,
        seen: history >= SEEN,
        count: history % SEEN,
        bias: new Float32Array(Uint32Array.of(bias).buffer)[0],
      };
    });

  it('count the answer, and look at the prompt for the repetition penalty alone', () => {
    const all = state({ repetitionPenalty: 2, bias: [[6, 1.5]] });
    expect(entries(all.next([...PROMPT, 7, 6]))).toEqual([
      { id: 6, seen: true, count: 1, bias: 1.5 },
      { id: 5, seen: true, count: 0, bias: 0 },
      { id: 7, seen: true, count: 1, bias: 0 },
    ]);
    const output = state({ frequencyPenalty: 1 });
    expect(entries(output.next([...PROMPT, 7, 7]))).toEqual([{ id: 7, seen: true, count: 2, bias: 0 }]);
  });

  it('keep counting from step to step, beyond the first capacity', () => {
    const output = Array.from({ length: 2 * V }, (_, i) => i % V);
    const fresh = state({ presencePenalty: 1, bias: Array.from({ length: V }, (_, id) => [id, id]) });
    const steps = output.map((_, i) => entries(fresh.next([...PROMPT, ...output.slice(0, i + 1)])));
    expect(steps.at(-1)).toEqual(Array.from({ length: V }, (_, id) => ({ id, seen: true, count: 2, bias: id })));
  });

  it('record no tokens if there are none', () => {
    expect(state({ badWords: [[1]] }).next([...PROMPT, 7]).edits).toHaveLength(0);
  });
});

describe('bad words', () => {
  it('forbid single tokens always, and last tokens after all others of their word, in the answer alone', () => {
    const badWords = [[9], [1, 2], [6, 5, 4], [5, 3]];
    expect(forbidden({ badWords }, [])).toEqual([9]);
    expect(forbidden({ badWords }, [1])).toEqual([9, 2]);
    expect(forbidden({ badWords }, [6, 5])).toEqual([9, 4, 3]);
    expect(forbidden({ badWords }, [5])).toEqual([9, 3]);
    expect(forbidden({ badWords }, [1, 0])).toEqual([9]);
  });

  it('with ids beyond the logits are ignored', () => {
    expect(forbidden({ badWords: [[V], [V - 1]] }, [])).toEqual([V - 1]);
  });
});

describe('min_tokens', () => {
  const rules = { minTokens: 2, stopIds: [0, 3] };

  it('forbids all end tokens until the answer has that many tokens', () => {
    expect(forbidden(rules, [])).toEqual([0, 3]);
    expect(forbidden(rules, [1])).toEqual([0, 3]);
    expect(forbidden(rules, [1, 1])).toEqual([]);
  });

  it('gives way to a grammar that allows only an end token', () => {
    expect(forbidden(rules, [], maskOf([3], V))).toEqual([]);
    expect(forbidden(rules, [], maskOf([3, 69], V))).toEqual([0, 3]);
    expect(forbidden({ ...rules, allowedIds: [0, 3, 4] }, [], maskOf([3, 69], V))).toEqual([]);
  });
});

describe('masks', () => {
  it('of allowed ids and of a grammar are intersected', () => {
    const allowing = state({ allowedIds: [0, 31, 32, 63, 69] });
    expect(idsOf(allowing.next(PROMPT).mask)).toEqual([0, 31, 32, 63, 69]);
    expect(idsOf(allowing.next(PROMPT, maskOf([31, 33, 69], V)).mask)).toEqual([31, 69]);
    expect(idsOf(allowing.next(PROMPT).mask)).toEqual([0, 31, 32, 63, 69]);
    expect(state({}).next(PROMPT).mask).toBeNull();
  });

  it('of another vocabulary are refused', () => {
    expect(() => state({}).next(PROMPT, new Uint32Array(2))).toThrow(RangeError);
    expect(() => intersection([new Uint32Array(3), new Uint32Array(4)], V)).toThrow(RangeError);
  });

  it('are ignored in the bits beyond the vocabulary', () => {
    const beyond = Uint32Array.of(0, 0, 1 << 6);
    expect(allowsBeyond(beyond, maskOf([], V), V)).toBe(false);
    expect(allowsBeyond(maskOf([69], V), maskOf([], V), V)).toBe(true);
    expect(allowsBeyond(maskOf([31], V), maskOf([31], V), V)).toBe(false);
    expect(allowsBeyond(Uint32Array.of(0x80000000), Uint32Array.of(0), 32)).toBe(true);
  });
});

describe('processors', () => {
  const call = (name: string, args: unknown[] = [], kwargs = {}) => ({ name, args, kwargs });

  it('receive the request and the answer, and run in order', () => {
    const seen: unknown[] = [];
    const spy: LogitsProcessor = (context) => {
      seen.push({ ...context, promptIds: [...context.promptIds] });
      return { bias: [[1, 0.5]], forbid: [2] };
    };
    const two = state(
      { processors: [call('spy', [1], { a: 2 }), call('spy')], stopIds: [3], extraArgs: { x: 1 } },
      { spy },
    );
    const { shifts } = two.next([...PROMPT, 8]);
    expect([...shifts]).toEqual([
      [1, 1],
      [2, FORBID],
    ]);
    const common = { promptIds: PROMPT, outputIds: [8], vocabSize: V, stopIds: [3], extraArgs: { x: 1 } };
    expect(seen).toEqual([
      { ...common, args: [1], kwargs: { a: 2 } },
      { ...common, args: [], kwargs: {} },
    ]);
  });

  it('cannot allow a forbidden token, whatever bias they add', () => {
    const processors = { lift: () => ({ bias: [[9, 1e308] as const] }), only: () => ({ allow: [9, 10] }) };
    const { shifts, mask } = state(
      { badWords: [[9]], allowedIds: [9], processors: [call('lift'), call('only')] },
      processors,
    ).next(PROMPT);
    expect(shifts.get(9)).toBeLessThan(-9e29);
    expect(idsOf(mask)).toEqual([9]);
  });

  it.each<[string, LogitsProcessor, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
      /^logits processor throws: boom$/,
    ],
    ['beyond', () => ({ forbid: [V] }), /^logits processor beyond: 70 is not a token id below 70$/],
    ['odd', () => ({ bias: [[1.5, 1]] }), /1.5 is not a token id/],
    ['endless', () => ({ bias: [[1, Number.NaN]] }), /NaN for id 1 is not finite/],
    ['other', () => ({ allow: [-1] }), /-1 is not a token id/],
  ])('that fail or return wrong values are named: %s', (name, process, message) => {
    expect(() => state({ processors: [call(name)] }, { [name]: process }).next(PROMPT)).toThrow(message);
  });
});
