import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '../abuse/abuse-server.ts';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { tinkerEnvironment } from './tinker-environment.ts';

// biome-ignore lint/suspicious/noExplicitAny: facts of every shape
type Facts = Record<string, any>;

const environment = await tinkerEnvironment();

describe.skipIf(environment.missing !== '')(titled('the Tinker SDK 0.38.0', environment), () => {
  let server: TestServer;
  let facts: Facts;
  beforeAll(async () => {
    server = await startTestServer();
    const otherKey = await newKey(server, { owner: 'bob' });
    const url = `${new URL(server.baseUrl).origin}/tinker`;
    const program = fileURLToPath(new URL('client.py', import.meta.url));
    facts = await factsOf(environment.python, [program], {
      env: { TEST_SERVER: JSON.stringify({ url, key: server.key, otherKey }) },
    });
  });
  afterAll(() => server?.end());

  test('finds the served models, and reads what it makes of them', () => {
    expect(facts.models).toEqual(['toy']);
    expect(facts.info).toEqual(['toy', 8, true]);
    expect(facts.usual).toBe(32);
  });

  test('adds gradients up over calls, and forward changes none of them', () => {
    expect(facts.outputs).toEqual([20, 20, 20, 20]);
    expect(facts.sum).toBeLessThan(1e-3);
    expect(facts.looked).toBeLessThan(1e-5);
    expect(facts.norms).toBeLessThan(1e-5);
    expect(facts.after).toBeLessThan(1e-2);
  });

  test('trains: each step lowers the loss', () => {
    expect(facts.lower).toEqual(facts.lower.toSorted((a: number, b: number) => b - a));
    expect(facts.losses).toEqual({ importance_sampling: true, ppo: true, cispo: true, dro: true, gspo: true });
  });

  test('samples from the weights as they are', () => {
    expect(facts.sampled).toMatchObject({
      lengths: [6, 6],
      reasons: ['length', 'length'],
      ids: 2,
      again: true,
      topk: [[6, 3], true],
      none: true,
      stopped: ['stop', true],
      baseModel: 'toy',
    });
    expect(facts.sampled.scoredAsForward).toBeLessThan(1e-4);
    expect(facts.sampled.sampledAsForward).toBeLessThan(1e-4);
    expect(facts.sampled.movedFromBase).toBeGreaterThan(1e-3);
    expect(facts.sampled.text).toMatchObject({ category: 'user', message: expect.stringMatching(/max_tokens/) });
  });

  test('goes on from what it saved, bit for bit with the optimizer and from zero moments without', () => {
    expect(facts.saved).toMatchObject({
      same: true,
      taken: { category: 'user', message: expect.stringMatching(/'before' already/) },
      resumed: true,
      loaded: true,
      weightsOnly: [true, false],
      listed: ['sampler_weights/out', 'weights/before'],
      everywhere: [2, 2],
      info: { base_model: 'toy', is_lora: true, lora_rank: 8, train_mlp: true, train_attn: true },
      deleted: ['sampler_weights/out'],
      gone: { kind: expect.stringMatching(/./) },
    });
    expect(facts.saved.named).toBeLessThan(1e-4);
  });

  test('lists runs, sessions and what was saved, and shares it with other owners where asked to', () => {
    const { rest } = facts.saved;
    expect(rest).toMatchObject({
      run: ['toy', 8, true, false, { experiment: 'first' }],
      last: [true, true],
      byPath: true,
      runs: [2, true, 'local'],
      session: [true, true],
      listed: true,
      published: { 'weights/before': [true, false], 'sampler_weights/out': [false, false] },
      expiring: { 'weights/before': [true, true] },
      restored: { 'weights/before': [false, false] },
    });
    // Loads it while it is public, and never deletes it.
    const [[loaded, deleted], [notLoaded]] = rest.foreign;
    expect([loaded, deleted !== null, notLoaded]).toEqual([null, true, 'failed']);
  });

  test('answers clients of OpenAI by the paths of what was saved', () => {
    const [saved, base, unknown] = facts.saved.rest.oai;
    expect(saved.slice(1)).toEqual([200, true]);
    expect(saved[0]).toHaveLength(4);
    expect(saved[0]).not.toEqual(base[0]);
    expect(unknown).toEqual([404, 404]);
  });

  test.each([
    ['length', /weights: has 1 values, and model_input 20 tokens/],
    ['input', /'cross_entropy' has no such input/],
    ['loss', /'stable_reinforce' is not there/],
    ['rank', /DAYBREAK_LORA_MAX_RANK=33/],
    ['model', /'other' is not served/],
  ])('says what is wrong, once: %s', (name, message) => {
    expect(facts.errors[name]).toMatchObject({
      kind: 'failed',
      category: 'user',
      message: expect.stringMatching(message),
    });
  });
});
