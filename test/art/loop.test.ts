import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, program } from './art-versions.ts';
import { factsOf, titled } from './python-programs.ts';

/** Hosts that the clients contact at import, even without a network: for the price list of a dependency. */
const askedFor = ['raw.githubusercontent.com'];

interface RaisedError {
  type: string | null;
  message: string;
}

interface Facts {
  id: string;
  name: string;
  /** Steps after registration and after each training job. */
  steps: number[];
  /** Most likely first tokens by checkpoint: token to log-probability. */
  answers: Record<string, Record<string, number>>;
  'found again': [string, number];
  'deleted step': RaisedError;
  'unknown base model': RaisedError;
  'wrong key': RaisedError;
  outside: string[];
  programs: string[];
}

interface Captured {
  /** Number of exchanges of each protocol in each of two conversations. */
  captured: Record<string, number>[];
  step: number;
  metrics: Record<string, number>;
}

interface CurrentFacts extends Facts {
  step: number;
  artifact: string;
  metrics: Record<string, number>[];
  'deleted model': RaisedError;
  'unknown option': RaisedError;
  /** Text, number of log-probabilities and number of completion tokens of an answer. */
  litellm: [string, number, number];
  /** First tokens while the client pins step 1, if its version can. */
  leased?: Record<string, number>;
  /** For clients that capture: the captured and trained conversations by protocol. */
  captures?: { trained: Record<string, Captured>; 'cut stream': number };
  'step after errors': number;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

const environments = {
  '0.5.3': await artEnvironment('0.5.3'),
  '0.5.17': await artEnvironment('0.5.17'),
  '0.5.23': await artEnvironment('0.5.23'),
};

function run<Kind extends Facts>(version: keyof typeof environments, name: string): Promise<Kind> {
  const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: `art-${version}` };
  return factsOf(environments[version].python, [program(name)], { env });
}

/** Asserts what holds for every client, and on the server afterwards. The newest step is `last`. */
async function expectWholeLoop(facts: Facts, project: string, last: number): Promise<void> {
  expect(facts.name).toBe(`wandb-artifact:///local/${project}/agent`);
  expect(facts.steps).toEqual(Array.from({ length: last + 1 }, (_, step) => step));
  expect(facts['found again']).toEqual([facts.id, last]);

  const { newest, [String(last)]: named, 0: untrained } = facts.answers;
  expect(newest).toEqual(named);
  expect(newest.yes).toBeGreaterThan(untrained.yes + 0.1);

  const { body } = await server.call('GET', `/preview/models/${facts.id}/checkpoints`);
  // The best checkpoint by the logged metric, and the newest.
  expect(body.data.map(({ step }: { step: number }) => step)).toEqual([1, last]);
  expect(facts['deleted step']).toMatchObject({ type: 'NotFoundError', message: expect.stringMatching(/step ?2/) });
  expect(facts['unknown base model'].type).toMatch(/^(BadRequestError|UnprocessableEntityError)$/);
  expect(facts['unknown base model'].message).toMatch(/base_model.*toy/s);
  expect(facts['wrong key']).toMatchObject({ type: 'AuthenticationError' });

  expect(facts.outside.filter((host) => !askedFor.includes(host))).toEqual([]);
  expect(facts.programs.filter((path) => /wandb/.test(path))).toEqual([]);
}

/** Asserts that one conversation gives the same metrics, to the bit, whichever SDK it was captured from. */
function expectCaptures({ trained, 'cut stream': cut }: NonNullable<CurrentFacts['captures']>): void {
  const protocols = ['chat_completions', 'messages', 'responses'];
  expect(Object.keys(trained)).toEqual(protocols);
  for (const [protocol, { captured, step, metrics }] of Object.entries(trained)) {
    const two = Object.fromEntries(protocols.map((other) => [other, other === protocol ? 2 : 0]));
    expect(captured).toEqual([two, two]);
    expect(step).toBe(1);
    expect(metrics['loss/grad_norm']).toBeGreaterThan(0);
    expect(metrics, protocol).toEqual(trained.chat_completions.metrics);
  }
  expect(cut).toBe(0);
}

function expectMetrics(metrics: Record<string, number>[]): void {
  for (const values of metrics) for (const value of Object.values(values)) expect(value).toSatisfy(Number.isFinite);
  for (const values of metrics.slice(0, 3)) {
    expect(values['data/step_num_gradient_steps']).toBeGreaterThan(0);
    expect(values['loss/grad_norm']).toBeGreaterThan(0);
    expect(values).toHaveProperty('loss/train');
    // The sampling policy and the trained policy must be the same.
    expect(values.probs_corr).toBeGreaterThan(0.999);
  }
  expect(metrics[3]).not.toHaveProperty('loss/grad_norm');
}

for (const version of ['0.5.17', '0.5.23'] as const) {
  describe.skipIf(environments[version].missing !== '')(titled(`ART ${version}`, environments[version]), () => {
    test('registers, chats, trains, logs, lists and deletes against this server alone', async () => {
      const facts = await run<CurrentFacts>(version, 'loop_current.py');
      await expectWholeLoop(facts, `art-${version}`, 4);
      expect(facts.step).toBe(4);
      expect(facts.artifact).toBe(`local/art-${version}/agent:step4`);
      // The fourth job taught nothing.
      expect(facts.answers[4]).toEqual(facts.answers[3]);
      expectMetrics(facts.metrics);
      expect(facts.litellm[0]).toMatch(/./);
      expect(facts.litellm[1]).toBe(facts.litellm[2]);
      if (version === '0.5.23') {
        expect(facts.leased).toEqual(facts.answers[1]);
        expectCaptures(facts.captures!);
      }
      expect(facts.answers[1]).not.toEqual(facts.answers[2]);
      expect(facts['deleted model']).toMatchObject({ type: 'NotFoundError' });
      expect(facts['unknown option'].message).toContain('importance_sampling_level');
      expect(facts['step after errors']).toBe(4);
    });
  });
}

describe.skipIf(environments['0.5.3'].missing !== '')(titled('ART 0.5.3', environments['0.5.3']), () => {
  test('registers, chats, trains, logs, lists and deletes against this server alone', async () => {
    const facts = await run<Facts>('0.5.3', 'loop_0_5_3.py');
    await expectWholeLoop(facts, 'art-0.5.3', 3);
    const { body } = await server.call('GET', `/preview/models/${facts.id}/checkpoints`);
    expect(body.data[0].metrics['val/reward']).toBe(1);
  });
});
