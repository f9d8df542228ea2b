import { describe, expect, it } from 'vitest';
import type { Beam } from '../../src/inference/beam-request.ts';
import { beamSearch, type TopNextTokens } from '../../src/inference/engine/beam-search.ts';
import { uniform } from '../reference/random.ts';

const EOS = 3;

/** Next tokens that depend on the last token alone: `rows[last]`, and the last row for an empty answer. */
function chain(rows: readonly number[][]): TopNextTokens {
  return async (tokens) => {
    const row = rows[tokens.at(-1) ?? rows.length - 1];
    const order = row.map((_, id) => id).sort((a, b) => row[b] - row[a]);
    return { topIds: order, topLogprobs: order.map((id) => Math.log(row[id])) };
  };
}

/** The vocabulary of chat-request.md 5: vLLM's own function gave the answers below. */
const measured = chain([
  [0.1, 0.35, 0.45, 0.1],
  [0.05, 0.05, 0.1, 0.8],
  [0.3, 0.3, 0.1, 0.3],
  [0.5, 0.4, 0.05, 0.05],
]);

const settings = { width: 2, maxTokens: 3, lengthPenalty: 1, eosIds: [EOS], topLogprobs: 0 };
const brief = (beams: Beam[]) =>
  beams.map(({ tokens, logprob, ended }) => [tokens.map(({ id }) => id), Number(logprob.toFixed(4)), ended]);

describe('beam search', () => {
  it.each([
    [
      {},
      [
        [[1, 3], -1.1394, 3],
        [[0, 1, 3], -1.9661, 3],
      ],
    ],
    [
      { lengthPenalty: 0 },
      [
        [[1, 3], -1.1394, 3],
        [[0, 1, 3], -1.9661, 3],
      ],
    ],
    [
      { lengthPenalty: 2 },
      [
        [[0, 1, 3], -1.9661, 3],
        [[1, 3], -1.1394, 3],
      ],
    ],
    [
      { eosIds: [] },
      [
        [[1, 3, 0], -1.8326, null],
        [[1, 3, 1], -2.0557, null],
      ],
    ],
    [{ width: 1 }, [[[0, 2, 0], -2.6956, null]]],
    [
      { maxTokens: 1 },
      [
        [[0], Number(Math.log(0.5).toFixed(4)), null],
        [[1], -0.9163, null],
      ],
    ],
    [{ maxTokens: 0 }, [[[], 0, null]]],
  ])('finds what vLLM finds with %j', async (changes, expected) => {
    expect(brief(await beamSearch({ ...settings, ...changes }, measured))).toEqual(expected);
  });

  it('finds the same beams with early stopping as without', async () => {
    let saved = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const random = uniform(seed);
      const rows = Array.from({ length: 4 }, () => {
        const row = Array.from({ length: 4 }, () => random() ** 3);
        const sum = row.reduce((a, b) => a + b, 0);
        return row.map((value) => value / sum);
      });
      const next = chain(rows);
      const search = { ...settings, width: 1 + (seed % 4), maxTokens: 8, lengthPenalty: (seed % 5) - 1 };
      let steps = 0;
      const found = await beamSearch(search, (tokens) => {
        steps = Math.max(steps, tokens.length + 1);
        return next(tokens);
      });
      expect(brief(found)).toEqual(brief(await plainSearch(search, next)));
      saved += 8 - steps;
    }
    expect(saved).toBeGreaterThan(100);
  });

  it('finds the likeliest of all answers if it is wide enough', async () => {
    const search = { ...settings, width: 32, maxTokens: 4, lengthPenalty: 0 };
    const [best] = await beamSearch(search, measured);
    let likeliest = Number.NEGATIVE_INFINITY;
    const walk = async (tokens: number[], logprob: number): Promise<void> => {
      if (tokens.length === 4 || tokens.at(-1) === EOS) {
        likeliest = Math.max(likeliest, logprob);
        return;
      }
      const { topIds, topLogprobs } = await measured(tokens);
      for (const [place, id] of topIds.entries()) await walk([...tokens, id], logprob + topLogprobs[place]);
    };
    await walk([], 0);
    expect(best.logprob).toBeCloseTo(likeliest, 10);
  });
});

/** The same algorithm without early stopping. */
async function plainSearch(
  { width, maxTokens, lengthPenalty, eosIds }: typeof settings,
  next: TopNextTokens,
): Promise<Beam[]> {
  const ended: Beam[] = [];
  let live: Beam[] = [{ tokens: [], logprob: 0, ended: null }];
  for (let step = 0; step < maxTokens && live.length > 0; step++) {
    const open: Beam[] = [];
    for (const beam of live) {
      const { topIds, topLogprobs } = await next(beam.tokens.map(({ id }) => id));
      for (const [place, id] of topIds.slice(0, 2 * width).entries()) {
        const token = { id, logprob: topLogprobs[place], topIds: [], topLogprobs: [] };
        const grown = { tokens: [...beam.tokens, token], logprob: beam.logprob + token.logprob };
        if (eosIds.includes(id)) ended.push({ ...grown, ended: id });
        else open.push({ ...grown, ended: null });
      }
    }
    live = open.sort((a, b) => b.logprob - a.logprob).slice(0, width);
  }
  const score = ({ tokens, logprob }: Beam) => logprob / Math.max(tokens.length, 1) ** lengthPenalty;
  return [...ended, ...live].sort((a, b) => score(b) - score(a)).slice(0, width);
}
