import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobEvent, pollEvents, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.end());

/** The request of one question in each protocol, with greedy sampling. */
const asked = {
  chat_completions: [
    '/chat/completions',
    (content: string) => ({ messages: [{ role: 'user', content }], max_tokens: 4, return_token_ids: true }),
  ],
  messages: ['/messages', (content: string) => ({ messages: [{ role: 'user', content }], max_tokens: 4 })],
  responses: ['/responses', (input: string) => ({ input, max_output_tokens: 4 })],
} as const;

/** Returns the gradient step of an RL job on captured answers of the server itself. */
async function gradientStep(protocol: keyof typeof asked): Promise<JobEvent['data']> {
  const [path, bodyOf] = asked[protocol];
  const named = { project: 'p', name: protocol.replace('_', '-'), base_model: 'toy' };
  const { id } = (await server.call('POST', '/preview/models', named)).body;
  const model = `wandb-artifact:///local/p/${named.name}`;
  const trajectories = await Promise.all(
    ['red', 'hot'].map(async (question, reward) => {
      const request = { model, temperature: 0, ...bodyOf(question) };
      const { status, body: response } = await server.call('POST', path, request);
      expect(status, response.error?.message).toBe(200);
      return { exchanges: { [protocol]: [{ request, response, model }] }, reward };
    }),
  );
  const { status, body } = await server.call('POST', '/preview/training-jobs', {
    model_id: id,
    trajectory_groups: [{ trajectories }],
    experimental_config: { learning_rate: 1e-3 },
  });
  expect(status, body.error?.message).toBe(200);
  const [, step] = await pollEvents(server, body.id);
  expect(step.type).toBe('gradient_step');
  return step.data;
}

/** Returns whether a metric is a time, which differs between runs. */
const isMeasured = (name: string): boolean => /second/.test(name);

test('the same answers captured as chat, messages or responses exchanges give the same gradient step', async () => {
  const steps: Record<string, unknown>[] = [];
  for (const protocol of ['chat_completions', 'messages', 'responses'] as const) {
    const figures = Object.entries(await gradientStep(protocol)).filter(([name]) => !isMeasured(name));
    steps.push(Object.fromEntries(figures));
  }
  const [chat, ...others] = steps;
  expect(Number(chat.grad_norm)).toBeGreaterThan(0);
  for (const other of others) expect(other).toEqual(chat);
});
