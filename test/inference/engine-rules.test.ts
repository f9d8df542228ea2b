import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/inference/engine/engine.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import { ToyModel, toyRequest } from './toy-engine.ts';

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

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
const KINDS: (Partial<LogitRules> | undefined)[] = [
  undefined,
  { repetitionPenalty: 1.5, presencePenalty: 0.5 },
  { allowedIds: Array.from({ length: 60 }, (_, i) => 8 * i) },
  undefined,
  { frequencyPenalty: 1.5, bias: [[17, 3]], badWords: [[30], [17, 17]] },
  { processors: [{ name: 'no_repeat_ngram', args: [1], kwargs: {} }], repetitionPenalty: 0.8 },
];

function asked(seed: number, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  const kind = KINDS[seed % KINDS.length];
  const sampling = { temperature: 0.9, topK: 0, topP: 0.95, minP: 0.01, seed: BigInt(seed) };
  return toyRequest(seed, { sampling, rules: kind && { ...NONE, ...kind }, ...changes });
}

async function run(engine: Engine, request: GenerateRequest): Promise<GeneratedToken[]> {
  const tokens: GeneratedToken[] = [];
  await engine.generate(request, (token) => tokens.push(token));
  return tokens;
}

describe('requests with rules', () => {
  it('give the same bits alone and among others, with rules and without', async () => {
    const engine = await toy.engine();
    const requests = Array.from({ length: 12 }, (_, seed) => asked(seed));
    const together = await Promise.all(requests.map((request) => run(engine, request)));
    for (const [i, request] of requests.entries()) expect(await run(engine, request)).toEqual(together[i]);
    const unruled = await run(engine, { ...requests[1], rules: undefined });
    expect(unruled.map(({ id }) => id)).not.toEqual(together[1].map(({ id }) => id));
  });

  it('give the same tokens if they are preempted and computed again', async () => {
    const requests = Array.from({ length: 6 }, (_, i) => asked(i, { maxTokens: 40 }));
    const large = await toy.engine();
    const expected = await Promise.all(requests.map((request) => run(large, request)));
    const small = await toy.engine({ cacheTokens: 128, contextLength: 128 });
    expect(await Promise.all(requests.map((request) => run(small, request)))).toEqual(expected);
    expect(small.stats.preemptions).toBeGreaterThan(0);
  });

  it('may have more edits together than the first buffers hold', async () => {
    const engine = await toy.engine();
    const bias = Array.from({ length: 400 }, (_, id): [number, number] => [id, -100]);
    const requests = Array.from({ length: 8 }, (_, seed) => asked(seed, { rules: { ...NONE, bias }, maxTokens: 6 }));
    for (const tokens of await Promise.all(requests.map((request) => run(engine, request)))) {
      expect(tokens.filter(({ id }) => id >= 400)).toHaveLength(6);
    }
    expect((await run(engine, asked(0, { maxTokens: 6 }))).some(({ id }) => id < 400)).toBe(true);
  });

  it('are refused with log-probabilities at the temperature, which are of unedited logits', async () => {
    const engine = await toy.engine();
    await expect(run(engine, asked(1, { temperedLogprobs: true }))).rejects.toThrow(
      /temperedLogprobs is not supported/,
    );
    expect(await run(engine, asked(0, { temperedLogprobs: true, maxTokens: 4 }))).toHaveLength(4);
  });
});
