import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/inference/engine/engine.ts';
import type { GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import type { GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import type { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession } from '../../src/inference/grammar/service/grammar-session.ts';
import { uniform } from '../reference/random.ts';
import { ask, ToyModel, toyRequest } from './toy-engine.ts';

/** Speculative decoding on a real engine: drafts occur, change no answer, and stay away if they do not pay. */

let toy: ToyModel;
beforeAll(async () => {
  toy = await ToyModel.open();
});
afterAll(() => toy.close());

const RULES = {
  repetitionPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  bias: [],
  minTokens: 0,
  stopIds: [],
  badWords: [],
  processors: [],
  extraArgs: {},
};

/** Returns a request whose answer repeats itself now and then: only three tokens are allowed. */
function repeating(seed: number, changes: Partial<GenerateRequest> = {}): GenerateRequest {
  const rules = { ...RULES, allowedIds: [40 + (seed % 9), 60, 80] };
  return toyRequest(seed, { rules, maxTokens: 40, ...changes });
}

/** Runs three at a time: at most four sequences share the rows of a step with drafts. */
async function byThrees<T, R>(all: readonly T[], each: (one: T, index: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let i = 0; i < all.length; i += 3) {
    done.push(...(await Promise.all(all.slice(i, i + 3).map((one, j) => each(one, i + j)))));
  }
  return done;
}

async function plainly(engine: Engine, request: GenerateRequest): Promise<GeneratedToken[]> {
  return (await ask(engine, { ...request, speculation: false })).tokens;
}

describe('drafts', () => {
  it('change no bit, alone or beside others, with adapters, in a cache too small for all', async () => {
    const adapters = [null, await toy.adapter(1), await toy.adapter(2)];
    const requests = Array.from({ length: 24 }, (_, i) => {
      const sampling = { temperature: [0, 0.3, 0.8][i % 3], topK: 0, topP: 1, seed: BigInt(i) };
      return repeating(i, { adapter: adapters[i % 3], sampling, topLogprobs: i % 4, cacheRoot: `${i}` });
    });
    const plain = await toy.engine();
    const expected = await Promise.all(requests.map((request) => plainly(plain, request)));
    expect(plain.stats.specDecode).toEqual({ drafts: 0, draftTokens: 0, acceptedTokens: 0 });
    const small = await toy.engine({ cacheTokens: 128, contextLength: 128 });
    for (const engine of [await toy.engine(), small]) {
      const answers = await byThrees(requests, (request) => ask(engine, request));
      expect(answers.map(({ tokens }) => tokens)).toEqual(expected);
      const { specDecode, pagesHeld, preemptions } = engine.stats;
      expect(specDecode.acceptedTokens).toBeGreaterThan(50);
      expect(specDecode.draftTokens).toBeGreaterThan(specDecode.acceptedTokens);
      expect(pagesHeld).toBe(0);
      expect(preemptions > 0).toBe(engine === small);
    }
  });

  it('that are rejected leave nothing in the cache that changes a later prompt', async () => {
    const [engine, fresh] = [await toy.engine(), await toy.engine()];
    for (let seed = 0; seed < 12; seed++) {
      const first = repeating(seed, { cacheRoot: 'shared' });
      const { tokens } = await ask(engine, first);
      // Cut anywhere, so that prompts end within pages that drafts were written to.
      const answer = tokens.slice(0, 20 + seed).map(({ id }) => id);
      const second = { ...first, promptIds: Uint32Array.from([...first.promptIds, ...answer]), maxTokens: 12 };
      const found = await ask(engine, second);
      expect(found.prompt.cachedTokens).toBeGreaterThanOrEqual(16);
      expect(found.tokens).toEqual(await plainly(fresh, { ...second, cacheRoot: `${seed}` }));
    }
    const { draftTokens, acceptedTokens } = engine.stats.specDecode;
    expect(draftTokens - acceptedTokens).toBeGreaterThan(50);
  });

  it('end with the answer: at a stop token among them, and at maxTokens', async () => {
    const engine = await toy.engine();
    for (let maxTokens = 1; maxTokens <= 24; maxTokens++) {
      const drafted = engine.stats.specDecode.draftTokens;
      const asked = repeating(5, { maxTokens, sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n } });
      const { tokens } = await ask(engine, asked);
      expect(tokens).toEqual(await plainly(engine, asked));
      expect(tokens).toHaveLength(maxTokens);
      // The second token is the last, so there is nothing to draft.
      if (maxTokens <= 2) expect(engine.stats.specDecode.draftTokens).toBe(drafted);
      const stopped = { ...repeating(7), stopTokenIds: [60], sampling: { ...asked.sampling, temperature: 0.7 } };
      expect((await ask(engine, stopped)).tokens).toEqual(await plainly(engine, stopped));
    }
  });

  it('leave nothing behind if answers are aborted', async () => {
    const engine = await toy.engine();
    const random = uniform(7);
    await byThrees(new Array(200).fill(0), async (_, i) => {
      const leave = new AbortController();
      const after = Math.floor(30 * random());
      let seen = 0;
      const onToken = () => {
        seen += 1;
        if (seen > after) leave.abort();
      };
      await engine.generate(repeating(i, { owner: 'one' }), onToken, leave.signal).catch(() => {});
    });
    expect(engine.stats.specDecode.acceptedTokens).toBeGreaterThan(100);
    expect(engine.stats).toMatchObject({ pagesHeld: 0, running: 0, waiting: 0 });
    const asked = repeating(3);
    expect((await ask(engine, asked)).tokens).toEqual(await plainly(await toy.engine(), asked));
  });

  it('are not made if another owner decodes, or six sequences do', async () => {
    const greedy = { temperature: 0, topK: 0, topP: 1, seed: 0n };
    const copying = (owner: string) => repeating(2, { sampling: greedy, owner, maxTokens: 60, cacheRoot: owner });
    const grown = async (owners: string[]): Promise<number> => {
      const engine = await toy.engine();
      await Promise.all(owners.map((owner) => ask(engine, copying(owner))));
      return engine.stats.specDecode.drafts;
    };
    expect(await grown(['one'])).toBeGreaterThan(5);
    expect(await grown(['one', 'one'])).toBeGreaterThan(5);
    expect(await grown(['one', 'other'])).toBe(0);
    expect(await grown(new Array(6).fill('one'))).toBe(0);
  });

  it('are rare in a text that does not copy', async () => {
    const engine = await toy.engine();
    await ask(engine, toyRequest(11, { maxTokens: 300 }));
    const { draftTokens } = engine.stats.specDecode;
    expect(draftTokens).toBeLessThan(30);
    expect(engine.stats.stepsAhead).toBeGreaterThan(250);
  });
});

describe('drafts of a grammar', () => {
  const constraint: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };

  it('are verified in one step, and accepted drafts go to the grammar process in one message', async () => {
    const V = toy.decoder.config.vocab_size;
    const only = (token: number): Uint32Array => {
      const mask = new Uint32Array(Math.ceil(V / 32));
      mask[token >>> 5] |= 1 << (token & 31);
      return mask;
    };
    // Each message returns a mask and seven drafts: all next tokens are forced.
    const asked: number[][] = [];
    let told = 100;
    const accept = async (tokens: number[], drafts: readonly number[] | null) => {
      asked.push(tokens);
      told += tokens.length;
      const ahead = Array.from({ length: drafts === null ? 0 : 7 }, (_, i) => {
        return { token: told + i, mask: only(told + i + 1) };
      });
      return { mask: only(told), drafts: ahead };
    };
    const link = { reopen: async () => only(100), accept, suspend: () => {}, close: () => {} };
    const open = async () => new GrammarSession(constraint, V, link);
    const engine = await toy.engine({}, { open } as unknown as GrammarService);
    const request = toyRequest(4, { grammar: constraint, maxTokens: 40 });
    const { tokens } = await ask(engine, request);
    expect(tokens.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, i) => 100 + i));
    expect(engine.stats.specDecode.acceptedTokens).toBeGreaterThan(25);
    expect(engine.stats.steps).toBeLessThan(10);
    expect(asked.flat()).toEqual(tokens.slice(0, asked.flat().length).map(({ id }) => id));
    expect(asked.length).toBeLessThan(8);
    told = 100;
    expect((await ask(engine, { ...request, speculation: false })).tokens).toEqual(tokens);
  });
});
