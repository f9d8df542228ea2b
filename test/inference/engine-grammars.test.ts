import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/inference/engine/engine.ts';
import { Sequence } from '../../src/inference/engine/sequence.ts';
import type { GeneratedToken } from '../../src/inference/generate-request.ts';
import type { GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../src/inference/grammar/grammar-error.ts';
import type { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession } from '../../src/inference/grammar/service/grammar-session.ts';
import { ask, ToyModel, toyRequest } from './toy-engine.ts';

const constraint: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };

function everything(V: number): Uint32Array {
  return new Uint32Array(Math.ceil(V / 32)).fill(0xffffffff);
}

/** Returns a session that allows everything at first, and then the masks of `accept`. */
function session(V: number, accept: () => Promise<Uint32Array>): GrammarSession {
  return new GrammarSession(constraint, V, {
    reopen: async () => everything(V),
    accept: async () => ({ mask: await accept(), drafts: [] }),
    suspend: () => {},
    close: () => {},
  });
}

describe('an answer with a grammar', () => {
  let toy: ToyModel;
  beforeAll(async () => {
    toy = await ToyModel.open();
  });
  afterAll(() => toy.close());

  const engineOf = (accept: () => Promise<Uint32Array>): Promise<Engine> => {
    const open = async () => session(toy.decoder.config.vocab_size, accept);
    return toy.engine({}, { open } as unknown as GrammarService);
  };

  it('does not delay a request that comes while its mask is computed', async () => {
    const asked = Promise.withResolvers<void>();
    const found = Promise.withResolvers<Uint32Array>();
    const engine = await engineOf(() => {
      asked.resolve();
      return found.promise;
    });
    const held = ask(engine, toyRequest(1, { grammar: constraint, maxTokens: 2 }));
    await asked.promise;
    // The engine sleeps until the mask of its only answer is ready.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await ask(engine, toyRequest(2))).tokens).toHaveLength(24);
    found.resolve(everything(toy.decoder.config.vocab_size));
    expect((await held).tokens).toHaveLength(2);
  });

  it('begins with a copy of its cached prefix, even if it has to wait for its grammar', async () => {
    const V = toy.decoder.config.vocab_size;
    const found = Promise.withResolvers<Uint32Array>();
    const accept = async () => ({ mask: everything(V), drafts: [] });
    const link = { accept, suspend: () => {}, close: () => {} };
    const open = async () => new GrammarSession(constraint, V, { ...link, reopen: () => found.promise });
    const engine = await toy.engine({}, { open } as unknown as GrammarService);
    const asked = toyRequest(3, { maxTokens: 5 });
    const { tokens } = await ask(engine, asked);
    const { steps } = engine.stats;
    const answer = ask(engine, { ...asked, grammar: constraint });
    await expect.poll(() => engine.stats.running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The copy takes no separate step.
    expect(engine.stats.steps).toBe(steps);
    found.resolve(everything(V));
    const held = await answer;
    expect(held.prompt.cachedTokens).toBe(asked.promptIds.length - 1);
    expect(held.tokens).toEqual(tokens);
  });

  it('does not delay others if its caller aborts while its mask is computed', async () => {
    const asked = Promise.withResolvers<void>();
    const engine = await engineOf(() => {
      asked.resolve();
      return new Promise(() => {});
    });
    const left = new AbortController();
    const held = ask(engine, toyRequest(1, { grammar: constraint }), left.signal);
    await asked.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
    left.abort();
    await expect(held).rejects.toThrow('ended by its caller');
    expect((await ask(engine, toyRequest(2))).tokens).toHaveLength(24);
    expect(engine.stats).toMatchObject({ running: 0, waiting: 0, pagesHeld: 0 });
  });
});

it('an answer is open in a grammar process only while it is in the batch', async () => {
  const toy = await ToyModel.open();
  const awake = new Set<number>();
  let most = 0;
  let numbers = 0;
  const V = toy.decoder.config.vocab_size;
  const open = async () => {
    const number = numbers++;
    const reopen = async () => {
      awake.add(number);
      most = Math.max(most, awake.size);
      return everything(V);
    };
    const leave = () => awake.delete(number);
    const accept = async () => ({ mask: everything(V), drafts: [] });
    return new GrammarSession(constraint, V, { reopen, accept, suspend: leave, close: leave });
  };
  const limits = { maxRunning: 2, cacheTokens: 64, contextLength: 64 };
  const engine = await toy.engine(limits, { open } as unknown as GrammarService);
  // Each comes after the previous one has begun, with a higher priority.
  const asked: Promise<GeneratedToken[]>[] = [];
  for (let i = 0; i < 6; i++) {
    const tokens: GeneratedToken[] = [];
    const begun = Promise.withResolvers<void>();
    const request = toyRequest(i, { grammar: constraint, maxTokens: 30, priority: -i });
    const onToken = (token: GeneratedToken) => {
      tokens.push(token);
      begun.resolve();
    };
    asked.push(engine.generate(request, onToken).then(() => tokens));
    await begun.promise;
  }
  const answers = await Promise.all(asked);
  const ample = await toy.engine({}, { open } as unknown as GrammarService);
  for (const [i, tokens] of answers.entries()) {
    expect((await ask(ample, toyRequest(i, { grammar: constraint, maxTokens: 30 }))).tokens).toEqual(tokens);
  }
  expect(engine.stats.preemptions).toBeGreaterThan(0);
  expect(most).toBe(2);
  expect(awake.size).toBe(0);
  await toy.close();
});

describe('a sequence whose grammar has failed', () => {
  it('is blocked from further steps', async () => {
    const late = new GrammarError('too late');
    const grammar = session(64, () => Promise.reject(late));
    grammar.resume();
    await grammar.settled;
    const sequence = new Sequence(toyRequest(0), 0, { onToken: () => {} }, grammar);
    expect(sequence.blocked).toBe(false);
    sequence.push({ id: 3, logprob: 0, topIds: [], topLogprobs: [] });
    expect(sequence.blocked).toBe(true);
    await grammar.settled;
    expect(grammar.error).toBe(late);
    expect(sequence.blocked).toBe(true);
  });
});
