import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toyTokenizer } from '../../scripts/toy-tokenizer.ts';
import type { Engine } from '../../src/inference/engine/engine.ts';
import type { FinishCause, GeneratedToken, GenerateRequest } from '../../src/inference/generate-request.ts';
import { type GrammarConstraint, jsonSchemaGrammar } from '../../src/inference/grammar/grammar.ts';
import { GrammarPool } from '../../src/inference/grammar/service/grammar-pool.ts';
import { GrammarService } from '../../src/inference/grammar/service/grammar-service.ts';
import { tokenizerInfo } from '../../src/inference/grammar/tokens/tokenizer-info.ts';
import type { LogitRules } from '../../src/inference/logit-rules.ts';
import { Tokenizer } from '../../src/model/text/tokenizer.ts';
import { ToyModel, toyRequest } from './toy-engine.ts';

const tokenizer = new Tokenizer(toyTokenizer().json, 'toy');
const NONE: LogitRules = {
  ...{ repetitionPenalty: 1, frequencyPenalty: 0, presencePenalty: 0, bias: [], allowedIds: null },
  ...{ minTokens: 0, stopIds: [], badWords: [], processors: [], extraArgs: {} },
};
const END = tokenizer.tokenId('<|im_end|>')!;
const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const json: GrammarConstraint = { grammar: jsonSchemaGrammar(schema), thoughts: null, endIds: [END] };
const [openId, closeId] = [tokenizer.tokenId('<|spare_0|>')!, tokenizer.tokenId('<|spare_1|>')!];
const thoughts = { openId, closeId, begun: true, spaceIds: [] };

/** Rules and grammars that depend on all tokens of the answer. */
const kinds: Record<string, Partial<GenerateRequest>> = {
  'no rules': {},
  greedy: { sampling: { temperature: 0, topK: 0, topP: 1, seed: 0n } },
  penalties: { rules: { ...NONE, repetitionPenalty: 1.4, frequencyPenalty: 0.7, presencePenalty: 0.4 } },
  'min_tokens before a stop token': {
    stopTokenIds: Array.from({ length: 256 }, (_, id) => id),
    rules: { ...NONE, minTokens: 15, stopIds: Array.from({ length: 256 }, (_, id) => id) },
  },
  'bad words of two tokens': { rules: { ...NONE, badWords: Array.from({ length: 200 }, (_, id) => [id, id + 1]) } },
  'a processor that sees the answer': {
    rules: { ...NONE, processors: [{ name: 'no_repeat_ngram', args: [1], kwargs: {} }] },
  },
  'a grammar': { grammar: json, stopTokenIds: [END] },
  'a grammar behind thoughts, which a budget ends': {
    grammar: { ...json, thoughts },
    rules: { ...NONE, thinkingBudget: { tokens: 6, thoughts } },
    stopTokenIds: [END],
  },
};

let toy: ToyModel;
let pool: GrammarPool;
let engine: Engine;
beforeAll(async () => {
  toy = await ToyModel.open();
  pool = new GrammarPool();
  const { vocab_size: V } = toy.decoder.config;
  engine = await toy.engine({}, new GrammarService(tokenizerInfo(tokenizer, V), pool));
});
afterAll(async () => {
  pool.close();
  await toy.close();
});

interface Answer {
  tokens: GeneratedToken[];
  cause: FinishCause;
}

async function answerOf(one: Engine, request: GenerateRequest): Promise<Answer> {
  const tokens: GeneratedToken[] = [];
  const cause = await one.generate(request, (token) => tokens.push(token));
  return { tokens, cause };
}

describe('an answer resumed after some tokens', () => {
  it.each(Object.entries(kinds))(
    '%s: has the tokens and log-probabilities of the uninterrupted answer',
    async (_, kind) => {
      for (const adapter of [null, await toy.adapter(3)]) {
        const request = toyRequest(5, { maxTokens: 24, adapter, ...kind });
        const whole = await answerOf(engine, request);
        expect(whole.tokens.length).toBeGreaterThan(4);
        const ids = whole.tokens.map(({ id }) => id);
        for (const cut of [1, 2, Math.floor(ids.length / 2), ids.length - 1, ids.length]) {
          const outputIds = ids.slice(0, cut);
          const rest = await answerOf(engine, { ...request, outputIds });
          expect(rest, `after ${cut} tokens`).toEqual({ tokens: whole.tokens.slice(cut), cause: whole.cause });
        }
      }
    },
  );

  it('has the same bits after preemptions, beside others, and on an engine with an empty cache', async () => {
    const small = await toy.engine({ cacheTokens: 128, contextLength: 128 });
    const requests = Array.from({ length: 6 }, (_, seed) => toyRequest(seed, { maxTokens: 40 }));
    const whole = await Promise.all(requests.map((request) => answerOf(engine, request)));
    const rest = await Promise.all(
      requests.map((request, place) => {
        const outputIds = whole[place].tokens.slice(0, 3 + 5 * place).map(({ id }) => id);
        return answerOf(small, { ...request, outputIds });
      }),
    );
    expect(small.stats.preemptions).toBeGreaterThan(0);
    rest.forEach(({ tokens }, place) => {
      expect(tokens).toEqual(whole[place].tokens.slice(3 + 5 * place));
    });
  });

  it('is refused if it begins with more tokens than maxTokens, or with an unknown token id', async () => {
    const longer = answerOf(engine, toyRequest(1, { maxTokens: 2, outputIds: [1, 2, 3] }));
    await expect(longer).rejects.toThrow('an answer of 2 tokens cannot begin with 3 tokens');
    await expect(answerOf(engine, toyRequest(1, { outputIds: [1, 1e6] }))).rejects.toThrow('token id 1000000 is not');
  });
});
