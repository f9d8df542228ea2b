import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nullGpuEnvironment } from '../../scripts/null-gpu.mjs';
import { pollEvents, startTestServer, type TestServer } from '../api/test-server.ts';
import { newModel, teach } from '../api/toy-lessons.ts';
import { orSkip } from './machine-lacks.ts';

/**
 * The whole server on a GPU driver that executes nothing: dispatches are those of a GPU, and every result is zero.
 */
const env = await orSkip(() => nullGpuEnvironment('navi31'));

describe.skipIf(env === undefined)('the server on a GPU that executes nothing', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env });
  });
  afterAll(() => server?.end());

  test('system-check shows the GPU, its memory and the context length and KV cache of chats', async () => {
    // The device computes nothing, so the check of the arithmetic fails.
    const { status, body } = await server.call('GET', '/system-check');
    expect(status).toBe(503);
    expect(body.device).toMatchObject({ vendor: 'amd', fallback: false, memory_source: 'assumed' });
    expect(body.device.adapter).toMatch(/^radv/i);
    expect(body.device.memory_bytes).toBeGreaterThan(2 ** 29);
    expect(body.models).toMatchObject([{ context_length: 512, cache_tokens: 64 * 512 }]);
    expect(body.training.room_bytes).toBeGreaterThan(2 ** 29);
  });

  test('serves concurrent chats with several ways of sampling', async () => {
    const ask = (fields: object) =>
      server.call('POST', '/chat/completions', {
        model: 'toy',
        messages: [{ role: 'user', content: 'red' }],
        max_tokens: 6,
        ...fields,
      });
    // No structured output: the sampled token is always 0, which no grammar allows.
    const answers = await Promise.all([
      ask({ temperature: 0 }),
      ask({ n: 8, temperature: 0.8, top_p: 0.9, top_k: 20, seed: 1, logprobs: true, top_logprobs: 5 }),
      ask({ presence_penalty: 0.5, logit_bias: { 3: 1 } }),
      ask({ messages: [{ role: 'user', content: 'red blue '.repeat(60) }] }),
    ]);
    for (const { status, body } of answers) {
      expect(status, body.error?.message).toBe(200);
      for (const { finish_reason, token_ids } of body.choices) {
        expect(['stop', 'length']).toContain(finish_reason);
        expect(token_ids.length).toBeGreaterThan(0);
      }
    }
    expect(answers[1].body.choices).toHaveLength(8);
  });

  test('an SFT job trains to its end, and its checkpoint answers', async () => {
    const model = await newModel(server, 'sft');
    const events = await pollEvents(server, await teach(server, model, 'maybe', 6));
    expect(events.map(({ type }) => type)).toEqual([
      'training_started',
      'gradient_step',
      'gradient_step',
      'training_ended',
    ]);
    const messages = [{ role: 'user', content: 'red' }];
    const { status, body } = await server.call('POST', '/chat/completions', { model: model.name, messages });
    expect(status, body.error?.message).toBe(200);
  });

  test('an RL job trains to its end', async () => {
    const model = await newModel(server, 'rl');
    const messages = [{ role: 'user', content: 'red' }];
    const chat = await server.call('POST', '/chat/completions', { model: model.name, messages, n: 4, max_tokens: 4 });
    expect(chat.status, chat.body.error?.message).toBe(200);
    const trajectories = chat.body.choices.map((choice: object, i: number) => ({
      messages_and_choices: [...messages, choice],
      reward: i % 2,
    }));
    const { status, body } = await server.call('POST', '/preview/training-jobs', {
      model_id: model.id,
      trajectory_groups: [{ trajectories }],
      experimental_config: { learning_rate: 1e-3 },
    });
    expect(status, body.error?.message).toBe(200);
    const events = await pollEvents(server, body.id);
    expect(events.map(({ type }) => type)).toContain('gradient_step');
    expect(events.at(-1)?.type).toBe('training_ended');
  });
});
