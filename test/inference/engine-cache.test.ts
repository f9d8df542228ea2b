import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AbortedError } from '../../src/compute/errors.ts';
import type { Engine } from '../../src/inference/engine/engine.ts';
import { uniform } from '../reference/random.ts';
import { ask, ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

function expectNoPagesUsed({ stats }: Engine): void {
  expect(stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0, adapterUsers: 0 });
}

describe('a cached prompt', () => {
  it('gives the same bits as a computed prompt, and is counted', async () => {
    const asked = toyRequest(38);
    const { tokens, prompt } = await ask(await toy.engine(), asked);
    expect(prompt).toEqual({ cachedTokens: 0, logprobs: null });
    const engine = await toy.engine();
    // Another answer to the same prompt, then a longer prompt with the same beginning.
    await ask(engine, { ...asked, sampling: { ...asked.sampling, seed: 1n } });
    expect(await ask(engine, asked)).toEqual({ tokens, prompt: { cachedTokens: 42, logprobs: null } });
    const promptIds = Uint32Array.from([...asked.promptIds, ...tokens.map(({ id }) => id)]);
    const next = await ask(engine, { ...asked, promptIds });
    expect(next.prompt.cachedTokens).toBe(64);
    expect(next.tokens).toEqual((await ask(await toy.engine(), { ...asked, promptIds })).tokens);
    expectNoPagesUsed(engine);
  });

  it('is computed once for concurrent choices, each with the tokens that it has alone', async () => {
    const engine = await toy.engine();
    const choices = Array.from({ length: 6 }, (_, i) => toyRequest(38, { sampling: toyRequest(i).sampling }));
    const together = await Promise.all(choices.map((choice) => ask(engine, choice)));
    expect(together.map(({ prompt }) => prompt.cachedTokens)).toEqual([0, 42, 42, 42, 42, 42]);
    // The prompt once, its last token for each other choice, and the sampled tokens of each.
    expect(engine.stats.stepTokens).toBe(43 + 5 + 6 * 23);
    for (const [i, choice] of choices.entries()) {
      expect((await ask(await toy.engine(), choice)).tokens).toEqual(together[i].tokens);
    }
  });

  it('is not shared between the base model, adapters, and versions of an adapter', async () => {
    const engine = await toy.engine();
    const [one, two] = [await toy.adapter(1), await toy.adapter(2)];
    const asked = [null, one, two].map((adapter) => toyRequest(38, { adapter }));
    for (const request of asked) {
      expect(await ask(engine, request)).toEqual(await ask(await toy.engine(), request));
    }
    const renamed = toyRequest(38, { adapter: { ...one, folder: two.folder } });
    const small = await toy.engine();
    await ask(small, asked[1]);
    // Evicts it from its slot, so that the new content of its name is read.
    for (let i = 0; i < 16; i++) await ask(small, toyRequest(1, { maxTokens: 1, adapter: await toy.adapter(50 + i) }));
    const { tokens, prompt } = await ask(small, renamed);
    expect(prompt.cachedTokens).toBe(0);
    expect(tokens).toEqual((await ask(await toy.engine(), asked[2])).tokens);
  });

  it('changes no answer in a cache so small that pages are always evicted', async () => {
    const small = await toy.engine({ cacheTokens: 128, contextLength: 128, maxRunning: 6, maxStepTokens: 11 });
    const asked = Array.from({ length: 12 }, (_, i) =>
      toyRequest(30 + (i % 3), { maxTokens: 40, priority: (i * 7) % 3, sampling: toyRequest(i).sampling }),
    );
    const answers = await Promise.all(asked.map((request) => ask(small, request)));
    expect(small.stats.preemptions).toBeGreaterThan(0);
    const ample = await toy.engine();
    for (const [i, request] of asked.entries()) expect((await ask(ample, request)).tokens).toEqual(answers[i].tokens);
    expectNoPagesUsed(small);
  });
});

describe('the log-probabilities of a prompt', () => {
  it('are those of sampling its tokens, bit for bit, with other requests in the batch', async () => {
    const engine = await toy.engine({ maxScored: 5 });
    const asked = toyRequest(20, { topLogprobs: 7 });
    const { tokens } = await ask(engine, asked);
    const promptIds = Uint32Array.from([...asked.promptIds, ...tokens.map(({ id }) => id)]);
    const [{ prompt, tokens: next }] = await Promise.all([
      ask(engine, { ...asked, promptIds, promptLogprobs: 7 }),
      ...Array.from({ length: 5 }, (_, i) => ask(engine, toyRequest(i))),
    ]);
    expect(prompt.cachedTokens).toBe(0);
    expect(prompt.logprobs).toHaveLength(promptIds.length);
    expect(prompt.logprobs?.[0]).toBeNull();
    tokens.forEach(({ id, ...drawn }, i) => {
      const { rank, ...scored } = prompt.logprobs![asked.promptIds.length + i]!;
      expect(scored).toEqual(drawn);
      const place = drawn.topIds.indexOf(id);
      if (place < 0) expect(rank).toBeGreaterThan(7);
      else expect(rank).toBe(place + 1);
    });
    // Prompt log-probabilities do not change the answer.
    expect(next).toEqual((await ask(engine, { ...asked, promptIds })).tokens);
    const bare = await ask(engine, { ...asked, promptIds, promptLogprobs: 0 });
    expect(bare.prompt.logprobs?.[5]).toMatchObject({ topIds: [], topLogprobs: [] });
  });
});

describe('aborted requests', () => {
  it('free all that they held, 2,000 of them at random moments', async () => {
    const engine = await toy.engine({ cacheTokens: 1024, maxRunning: 16 });
    const adapters = [null, await toy.adapter(1), await toy.adapter(2)];
    const random = uniform(7);
    const expected = (await ask(engine, toyRequest(11))).tokens;
    for (let wave = 0; wave < 20; wave++) {
      const kept = ask(engine, toyRequest(11));
      const given = Array.from({ length: 100 }, async (_, i) => {
        const controller = new AbortController();
        const answer = ask(
          engine,
          toyRequest(i % 40, { adapter: adapters[i % 3], maxTokens: 400, priority: i % 2 }),
          controller.signal,
        );
        const failure = expect(answer).rejects.toBeInstanceOf(AbortedError);
        await sleep(random() * 60);
        controller.abort();
        await failure;
      });
      await Promise.all(given);
      expect((await kept).tokens).toEqual(expected);
      expectNoPagesUsed(engine);
    }
  });

  it('free their pages at once, while their step still runs', async () => {
    const engine = await toy.engine();
    const controller = new AbortController();
    const request = toyRequest(11, { maxTokens: 400 });
    let heldAtAbort = 0;
    const ended = engine.generate(
      request,
      () => {
        heldAtAbort = engine.stats.pagesHeld;
        controller.abort();
      },
      controller.signal,
    );
    await expect(ended).rejects.toBeInstanceOf(AbortedError);
    expect(heldAtAbort).toBeGreaterThan(0);
    expectNoPagesUsed(engine);
  });
});
