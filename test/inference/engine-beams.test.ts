import { afterAll, beforeAll, expect, it } from 'vitest';
import { beamSearch, stepOfBeam } from '../../src/inference/engine/beam-search.ts';
import { ask, ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

const search = {
  ...toyRequest(38, { topLogprobs: 1, promptLogprobs: 0 }),
  width: 3,
  lengthPenalty: 1,
  eosIds: [65, 66, 67],
  maxTokens: 10,
};

it('beam search in one batch with shared pages finds the beams of a search without a cache', async () => {
  const engine = await toy.engine({ cacheTokens: 256, contextLength: 128 });
  const beside = Array.from({ length: 4 }, (_, i) => ask(engine, toyRequest(i)));
  const { beams, prompt } = await engine.search(search);
  await Promise.all(beside);
  expect(engine.stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0 });
  // At each step, all but the last token of each beam are cached: nothing is computed twice.
  const { prefixHits } = engine.stats;
  expect(prefixHits).toBeGreaterThan(0);
  expect(prompt.logprobs).toHaveLength(search.promptIds.length);
  const alone = await toy.engine();
  const expected = await beamSearch(search, async (tokens) => {
    // A separate cache root for each step: nothing is shared.
    const step = { ...stepOfBeam(search, tokens), cacheRoot: tokens.join() };
    return (await ask(alone, step)).tokens[0];
  });
  expect(alone.stats.prefixHits).toBe(0);
  expect(beams).toEqual(expected);
  expect(beams).toHaveLength(3);
  expect(beams[0].tokens[0].topIds).toHaveLength(1);
  const sum = beams[1].tokens.reduce((total, { logprob }) => total + logprob, 0);
  expect(beams[1].logprob).toBeCloseTo(sum, 10);
});

it('an aborted beam search frees all that it held', async () => {
  const engine = await toy.engine();
  const controller = new AbortController();
  const found = engine.search({ ...search, maxTokens: 300, eosIds: [] }, controller.signal);
  setTimeout(() => controller.abort(), 200);
  await expect(found).rejects.toThrow(/ended by its caller/);
  expect(engine.stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0 });
});

it('beams fork after one prefill: each step computes one token per beam', async () => {
  const engine = await toy.engine();
  const { beams } = await engine.search({ ...search, promptLogprobs: null, eosIds: [] });
  expect(beams).toHaveLength(3);
  expect(engine.stats.stepTokens).toBe(search.promptIds.length + 3 * (search.maxTokens - 1));
});
