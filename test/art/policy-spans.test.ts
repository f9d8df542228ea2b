import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../api/test-server.ts';
import { artEnvironment, program } from './art-versions.ts';
import { factsOf, titled } from './python-programs.ts';

interface Facts {
  /** Errors that PipelineTrainer's own validation raised; empty if it raised none. */
  checks: Record<string, string>;
  spans: { start_token: number; end_token: number; policy_version: number; update_seq: number; lora_slot: string }[];
  tokens: number;
  step: number;
}

const newest = await artEnvironment('0.5.23');

describe.skipIf(newest.missing !== '')(titled('PipelineTrainer of ART 0.5.23', newest), () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.end());

  test('reads from each eval answer which step sampled it, and rejects answers of another step', async () => {
    const env = { TEST_BASE_URL: server.baseUrl, TEST_API_KEY: server.key, TEST_PROJECT: 'spans' };
    const facts: Facts = await factsOf(newest.python, [program('policy_spans.py')], { env });
    expect(facts.checks).toEqual({
      untrained: '',
      newest: '',
      'step 0 again': '',
      mistaken: 'Eval at step 1 returned policy-0 tokens',
    });
    expect(facts.spans).toEqual([
      expect.objectContaining({ start_token: 0, end_token: facts.tokens, policy_version: 1, update_seq: 1 }),
    ]);
    expect(facts.spans[0].lora_slot).not.toBe('');
    expect(facts.step).toBe(2);
  });
});
