import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/inference/engine/engine.ts';
import { Sequence } from '../../src/inference/engine/sequence.ts';
import type { GrammarConstraint } from '../../src/inference/grammar/grammar.ts';
import { GrammarError } from '../../src/inference/grammar/grammar-error.ts';
import type { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { GrammarSession, type SessionLink } from '../../src/inference/grammar/service/grammar-session.ts';
import { ask, ToyModel, toyRequest } from './toy-engine.ts';

const constraint: GrammarConstraint = { grammar: { kind: 'choice', choices: ['x'] }, thoughts: null, endIds: [] };

function everything(V: number): Uint32Array {
  return new Uint32Array(Math.ceil(V / 32)).fill(0xffffffff);
}

/** A thread that allows everything at first, and then what `accept` says. */
function session(V: number, accept: SessionLink['accept']): GrammarSession {
  return new GrammarSession(constraint, V, { reopen: async () => everything(V), accept, close: () => {} });
}

describe('an answer that is held to a grammar', () => {
  let toy: ToyModel;
  beforeAll(async () => {
    toy = await ToyModel.open();
  });
  afterAll(() => toy.close());

  const engineOf = (accept: SessionLink['accept']): Promise<Engine> => {
    const open = async (): Promise<GrammarSession> => {
      const opened = session(toy.decoder.config.vocab_size, accept);
      await opened.begin();
      return opened;
    };
    return toy.engine({}, { open } as unknown as GrammarService);
  };

  it('keeps nobody waiting who comes while its grammar takes its time', async () => {
    const asked = Promise.withResolvers<void>();
    const found = Promise.withResolvers<Uint32Array>();
    const engine = await engineOf(() => {
      asked.resolve();
      return found.promise;
    });
    const held = ask(engine, toyRequest(1, { grammar: constraint, maxTokens: 2 }));
    await asked.promise;
    // The engine has gone to sleep over the mask of the only answer there is.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await ask(engine, toyRequest(2))).tokens).toHaveLength(24);
    found.resolve(everything(toy.decoder.config.vocab_size));
    expect((await held).tokens).toHaveLength(2);
  });

  it('keeps nobody waiting when its caller leaves meanwhile', async () => {
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

describe('a sequence whose grammar has failed', () => {
  it('is in no step any more, as nothing says what it may draw', async () => {
    const late = new GrammarError('too late');
    const grammar = session(64, () => Promise.reject(late));
    await grammar.begin();
    const sequence = new Sequence(toyRequest(0), 0, { onToken: () => {} }, grammar);
    expect(sequence.blocked).toBe(false);
    sequence.push({ id: 3, logprob: 0, topIds: [], topLogprobs: [] });
    expect(sequence.blocked).toBe(true);
    await grammar.settled;
    expect(grammar.error).toBe(late);
    expect(sequence.blocked).toBe(true);
  });
});
