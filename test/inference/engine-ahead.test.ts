import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeviceLock } from '../../src/compute/device-lock.ts';
import { maskOf } from '../../src/inference/engine/vocabulary-mask.ts';
import type { GenerateRequest } from '../../src/inference/generate-request.ts';
import type { GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import type { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession } from '../../src/inference/grammar/service/grammar-session.ts';
import { uniform } from '../reference/random.ts';
import { ask, type ToyAnswer, ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

/** A lock that always reports contention, so that no step begins before the last was read. */
class ContendedTurn extends DeviceLock {
  override get contended(): boolean {
    return true;
  }
}

const RULES = {
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

const HELD: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };

/**
 * Returns a grammar service in which each token forbids a third of all tokens for the next position. With `random`,
 * some masks come too late for their step.
 */
function turningGrammars(random?: () => number): GrammarService {
  const V = toy.decoder.config.vocab_size;
  const behind = async (token: number): Promise<Uint32Array> => {
    if (random !== undefined && random() < 0.3) await sleep(60 * random());
    return maskOf(
      Array.from({ length: V }, (_, id) => id).filter((id) => id % 3 !== token % 3),
      V,
    );
  };
  const open = async (constraint: GrammarConstraint): Promise<GrammarSession> =>
    new GrammarSession(constraint, V, {
      reopen: (tokens) => behind(tokens.at(-1) ?? 0),
      accept: async (tokens) => ({ mask: await behind(tokens.at(-1) ?? 0), drafts: [] }),
      suspend: () => {},
      close: () => {},
    });
  return { open } as unknown as GrammarService;
}

it('steps submitted ahead give the same bits as steps one by one, with stops, aborts and preemptions', async () => {
  const random = uniform(5);
  const adapters = [null, await toy.adapter(1), await toy.adapter(2)];
  const seen = (await ask(await toy.engine(), toyRequest(3))).tokens.map(({ id }) => id);
  const requests = Array.from({ length: 24 }, (_, i): GenerateRequest => {
    const stopTokenIds = i % 2 === 0 ? seen : [];
    const asked = [
      null,
      { repetitionPenalty: 1.3 },
      null,
      { allowedIds: seen },
      { frequencyPenalty: 0.7, presencePenalty: -0.4, bias: seen.map((id): [number, number] => [id, 2]) },
      { badWords: [...seen.map((id) => [id, id]), [...seen.slice(0, 3)], [seen[1], seen[2]]], minTokens: 3 },
      { processors: [{ name: 'no_repeat_ngram', args: [2], kwargs: {} }] },
    ][i % 7];
    const rules = { ...RULES, ...asked };
    const free = asked === null;
    const changes = { adapter: adapters[i % 3], stopTokenIds, maxTokens: 1 + Math.floor(random() * 60) };
    const grammar = i % 4 === 2 ? HELD : undefined;
    return toyRequest(i, { ...changes, grammar, ...(free ? {} : { rules }), promptLogprobs: i % 5 === 0 ? 1 : null });
  });
  const oneByOne = await toy.engine({}, turningGrammars(), new ContendedTurn());
  const expected: ToyAnswer[] = [];
  for (const request of requests) expected.push(await ask(oneByOne, request));
  expect(oneByOne.stats.stepsAhead).toBe(0);
  expect(expected.some(({ tokens }, i) => tokens.length < requests[i].maxTokens)).toBe(true);

  const limits = { cacheTokens: 160, contextLength: 128, maxRunning: 6, maxStepTokens: 9 };
  const ahead = await toy.engine(limits, turningGrammars(random));
  const answers = requests.map(async (request) => {
    await sleep(random() * 200);
    return ask(ahead, request);
  });
  const left = Array.from({ length: 12 }, async (_, i) => {
    await sleep(random() * 200);
    await ask(ahead, toyRequest(i, { maxTokens: 80 }), AbortSignal.timeout(Math.floor(random() * 100))).catch(() => {});
  });
  const all = await Promise.all(answers);
  await Promise.all(left);
  all.forEach(({ tokens, prompt }, i) => {
    expect(tokens, `request ${i}`).toEqual(expected[i].tokens);
    expect(prompt.logprobs, `request ${i}`).toEqual(expected[i].prompt.logprobs);
  });
  expect(ahead.stats.stepsAhead).toBeGreaterThan(10);
  expect(ahead.stats.preemptions).toBeGreaterThan(0);
  expect(ahead.stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0, adapterUsers: 0 });
});

it.each([
  ['penalties', { repetitionPenalty: 1.2, frequencyPenalty: 0.3 }],
  ['bad words', { badWords: [[5, 6]] }],
])('%s let all steps but the first be submitted ahead', async (_, rules) => {
  const engine = await toy.engine();
  await ask(engine, toyRequest(3, { rules: { ...RULES, ...rules }, speculation: false }));
  expect(engine.stats.stepsAhead).toBe(engine.stats.steps - 1);
});

it('a single request has all its steps but the first submitted ahead', async () => {
  const engine = await toy.engine();
  await ask(engine, toyRequest(3, { speculation: false }));
  const { steps, stepsAhead } = engine.stats;
  expect(stepsAhead).toBe(steps - 1);
});
