import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobEvent, pollEvents, startTestServer, type TestServer } from './test-server.ts';

/** Tests the options of RL jobs over HTTP, with the real compute process and the toy model. */
let server: TestServer;
let model: { id: string; name: string };
let groups: object[];

beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.call('POST', '/preview/models', { project: 'p', name: 'options', base_model: 'toy' });
  model = { id: body.id, name: 'wandb-artifact:///local/p/options' };
  const messages = [{ role: 'user', content: 'red' }];
  const asked = { model: model.name, messages, n: 6, seed: 5, max_tokens: 4 };
  const chat = await server.call('POST', '/chat/completions', asked);
  const trajectories = chat.body.choices.map((choice: { message: { content: string } }, place: number) => ({
    messages_and_choices: [...messages, choice],
    reward: choice.message.content === 'yes' ? 1 : place / 100,
  }));
  groups = [{ trajectories }];
});
afterAll(() => server.end());

async function train(experimental_config: object): Promise<JobEvent[]> {
  const { status, body } = await server.call('POST', '/preview/training-jobs', {
    model_id: model.id,
    trajectory_groups: groups,
    experimental_config,
  });
  expect(status, body.error?.message).toBe(200);
  const events = await pollEvents(server, body.id);
  expect(events.map(({ type }) => type)).toEqual(['training_started', 'gradient_step', 'training_ended']);
  return events;
}

test('an RL job with many options set trains and reports its KL and importance ratios', async () => {
  await train({ learning_rate: 1e-2 });
  const [, { data }] = await train({
    loss_fn: 'ppo',
    ppo: true,
    importance_sampling_level: 'average',
    max_negative_advantage_importance_sampling_weight: 3,
    mask_prob_ratio: true,
    kimi_k2_tau: 0.1,
    precalculate_logprobs: true,
    truncated_importance_sampling: 2,
    kl_penalty_coef: 0.1,
    kl_penalty_source: 'current_learner',
    kl_penalty_reference_step: 0,
    num_trajectories_learning_rate_multiplier_power: 1,
    scale_learning_rate_by_reward_std_dev: true,
    learning_rate: 1e-3,
  });
  // The first job has moved the weights away from the reference, step 0.
  expect(Math.abs(Number(data.kl_policy_ref))).toBeGreaterThan(1e-3);
  // The ratios use the recomputed log-probabilities, which are bit-identical to the trainer's.
  expect(data['loss/importance_ratio_mean']).toBe(1);
  // The answers were sampled with step 0.
  expect(Number(data.probs_corr)).toBeLessThan(0.9999);
  // The standard deviation of rewards did not change, and all six sequences are packed into one row.
  expect(data['loss/learning_rate']).toBeCloseTo(6e-3, 9);
  expect(Object.values(data).every(Number.isFinite)).toBe(true);
});

test('ratios differ from 1 if the sampler is behind; a reference by name is the newest step at the start', async () => {
  const [, own] = await train({ learning_rate: 1e-3, kl_penalty_coef: 0.1, kl_ref_adapter_path: model.name });
  expect(Math.abs(Number(own.data['loss/importance_ratio_mean']) - 1)).toBeGreaterThan(1e-3);
  // The reference is the checkpoint that the job starts from.
  expect(Math.abs(Number(own.data.kl_policy_ref))).toBeLessThan(1e-5);
  const [, lagging] = await train({ learning_rate: 1e-3, kl_penalty_coef: 0.1, kl_penalty_step_lag: 100 });
  expect(Math.abs(Number(lagging.data.kl_policy_ref))).toBeGreaterThan(1e-3);
});

test('contradictory or invalid RL options are a 422 that names the field', async () => {
  const refused = async (experimental_config: object) => {
    const body = { model_id: model.id, trajectory_groups: groups, experimental_config };
    const answer = await server.call('POST', '/preview/training-jobs', body);
    return [answer.status, answer.body.detail?.[0].loc.at(-1)];
  };
  expect(await refused({ loss_fn: 'ppo', ppo: false })).toEqual([422, 'ppo']);
  expect(await refused({ kl_penalty_reference_step: 0, kl_penalty_step_lag: 1 })).toEqual([422, 'kl_penalty_step_lag']);
  expect(await refused({ kimi_k2_tau: 0.1, lab_k2_tau: 0.1 })).toEqual([422, 'lab_k2_tau']);
  expect(await refused({ kl_ref_adapter_path: '/etc/passwd' })).toEqual([422, 'kl_ref_adapter_path']);
  const step = { kl_penalty_coef: 0.1, kl_penalty_reference_step: 99 };
  expect(await refused(step)).toEqual([422, 'kl_penalty_reference_step']);
});
