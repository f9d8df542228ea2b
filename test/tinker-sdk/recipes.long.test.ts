import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { factsOf, titled } from '../art/python-programs.ts';
import { cookbookEnvironment } from './cookbook-environment.ts';

interface Facts {
  nll: number[];
  resumedSteps: number[];
  resumedNll: number[];
  saved: string[];
  shorter: { lengths: [before: number, after: number]; drift: number[]; moved: number[] };
  custom: { norms: [client: number, server: number]; after: [client: number, server: number] };
  arithmetic: { steps: number[]; drift: number[]; reward: number[]; saved: string[] };
}

const environment = await cookbookEnvironment();

describe.skipIf(environment.missing !== '')(titled('recipes of tinker-cookbook 0.5.8', environment), () => {
  let server: TestServer;
  let facts: Facts;
  beforeAll(async () => {
    server = await startTestServer();
    const url = `${new URL(server.baseUrl).origin}/tinker`;
    const program = fileURLToPath(new URL('recipes.py', import.meta.url));
    const asked = { url, key: server.key, name: 'toy', folder: join(server.home, 'toy-model') };
    facts = await factsOf(environment.python, [program], { env: { TEST_SERVER: JSON.stringify(asked) } });
  });
  afterAll(() => server?.end());

  test('chat_sl learns its example conversations, and resumes from its checkpoint', () => {
    expect(facts.nll).toEqual(facts.nll.toSorted((a, b) => b - a));
    expect(facts.saved).toEqual(['000002', 'final']);
    expect(facts.resumedSteps).toEqual([0, 1, 2, 3]);
    // The recipe saves after the step in the checkpoint's name, and repeats this step when it resumes.
    expect(facts.resumedNll[2]).toBeLessThan(facts.nll[2]);
    expect(facts.resumedNll[3]).toBeLessThan(facts.nll[2]);
  });

  test('preference/shorter makes answers shorter', () => {
    const { lengths, drift, moved } = facts.shorter;
    expect(lengths[1]).toBeLessThan(lengths[0] - 0.5);
    for (const step of drift) expect(step).toBeLessThan(1e-6);
    expect(moved[0]).toBeGreaterThan(0);
  });

  test('a custom PyTorch loss gives the gradient norm and result of the same loss on the server', () => {
    const { norms, after } = facts.custom;
    expect(norms[0] / norms[1]).toBeCloseTo(1, 5);
    expect(after[0] / after[1]).toBeCloseTo(1, 5);
  });

  test('math_rl of arithmetic runs to its end, and the log-probabilities of training match the sampler’s', () => {
    const { steps, drift, reward, saved } = facts.arithmetic;
    expect(steps).toEqual([0, 1, 2]);
    for (const step of drift) expect(step).toBeLessThan(1e-6);
    expect(reward.every(Number.isFinite)).toBe(true);
    expect(saved).toContain('final');
  });
});
