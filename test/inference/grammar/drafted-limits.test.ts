import { afterAll, beforeAll, expect, it } from 'vitest';
import { toyTokenizer } from '../../../scripts/toy-tokenizer.ts';
import { GRAMMAR_LIMITS } from '../../../src/inference/grammar/limits.ts';
import { GrammarWorker } from '../../../src/inference/grammar/service/grammar-worker.ts';
import { tokenizerInfo } from '../../../src/inference/grammar/tokens/tokenizer-info.ts';
import { Tokenizer } from '../../../src/model/text/tokenizer.ts';

const { terms } = GRAMMAR_LIMITS;
beforeAll(() => Object.assign(GRAMMAR_LIMITS, { terms: 600 }));
afterAll(() => Object.assign(GRAMMAR_LIMITS, { terms }));

const { ids, json } = toyTokenizer();
const letters = ['a', 'b'].map((letter) => ids.get(letter) as number);
const grammar = { kind: 'regex', pattern: '[ab]*a[ab]{12}c' } as const;
const ends = { endIds: [ids.get('<|im_end|>') as number] };

/** Runs answers of a's, some with drafts that never come. Returns the kinds of replies other than masks. */
function kinds(answers: number, draftsOf: (at: number) => number[] | null): string[] {
  const worker = new GrammarWorker();
  worker.take(0, tokenizerInfo(new Tokenizer(json, 'toy'), ids.size));
  const seen: string[] = [];
  for (let session = 0; session < answers; session++) {
    const tokens: number[] = [];
    const open = (): string => {
      return worker.answer({ kind: 'open', session, model: 0, grammar, ends, tokens: [...tokens] }, 60_000).kind;
    };
    seen.push(open());
    for (let at = 0; at < 40; at++) {
      tokens.push(letters[0]);
      const drafts = draftsOf(session * 40 + at);
      const { kind } = worker.answer({ kind: 'accept', session, tokens: [letters[0]], drafts }, 60_000);
      seen.push(kind);
      if (kind === 'unknown') seen.push(open());
    }
  }
  return seen.filter((kind) => kind !== 'mask');
}

it('a grammar that reaches a limit because of drafts goes on, as it does without them', () => {
  expect(kinds(1, () => null)).toEqual([]);
  // The bits of a counter, so that each draft reaches a new state.
  const other = (at: number) => Array.from({ length: 7 }, (_, bit) => letters[(at >> bit) & 1]);
  const drafted = kinds(40, other);
  expect(drafted.length).toBeGreaterThan(2);
  expect(new Set(drafted)).toEqual(new Set(['unknown']));
});
