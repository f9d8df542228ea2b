import { expect } from 'vitest';
import { pollEvents, type TestServer } from '../api/test-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: choices are passed on as they came
export type Choice = any;

/** One rollout, as a trajectory of the protocol. */
export interface Rollout {
  messages_and_choices: object[];
  reward: number;
}

export type Sample = (messages: object[], n: number, seed: number) => Promise<Choice[]>;

/** A task to learn, whose best reward is 1. */
export interface Task {
  trained: readonly string[];
  /** Questions that no rollout of the training asks. */
  heldBack: readonly string[];
  /** Plays `n` rollouts on one question; the same seed gives the same rollouts. */
  play(question: string, sample: Sample, n: number, seed: number): Promise<Rollout[]>;
}

export interface LearningSettings {
  loss: string;
  learningRate: number;
  jobs: number;
  /** Questions of each job, and rollouts of each question. */
  groups: number;
  rollouts: number;
  /** Tokens of a packed row. Each row is an optimizer step; with several rows, later steps are off-policy. */
  rowTokens: number;
}

interface LearningModel {
  id: string;
  chatName: string;
}

async function newModel(server: TestServer, name: string): Promise<LearningModel> {
  const { body } = await server.call('POST', '/preview/models', { project: 'learning', name, base_model: 'toy' });
  return { id: body.id, chatName: `wandb-artifact:///${body.entity}/learning/${name}` };
}

/** Asserts that training raises the reward on held-back questions from at most 40 % to at least 95 % of the best. */
export async function expectLearnt(server: TestServer, task: Task, settings: LearningSettings): Promise<void> {
  const model = await newModel(server, `taught-by-${settings.loss}`);
  const before = await score(server, model, task);
  await learn(server, model, task, settings);
  const after = await score(server, model, task);
  if (process.env.DAYBREAK_SHOW_SCORES) console.log(`${settings.loss}: ${before.toFixed(3)} to ${after.toFixed(3)}`);
  expect(before).toBeLessThanOrEqual(0.4);
  expect(after).toBeGreaterThanOrEqual(0.95);
}

/**
 * Trains over HTTP with a learning rate that falls to 0. Each job's rollouts are sampled from the previous job's
 * checkpoint.
 */
async function learn(server: TestServer, model: LearningModel, task: Task, settings: LearningSettings): Promise<void> {
  const { loss, learningRate, jobs, groups, rollouts, rowTokens } = settings;
  for (let job = 0; job < jobs; job++) {
    const questions = Array.from({ length: groups }, (_, i) => task.trained[(job * groups + i) % task.trained.length]);
    const trajectory_groups = await Promise.all(
      questions.map(async (question, i) => ({
        trajectories: await task.play(question, sampler(server, model), rollouts, 1_000_000 + job * 10_000 + i * 100),
      })),
    );
    await train(server, '/preview/training-jobs', {
      model_id: model.id,
      trajectory_groups,
      experimental_config: {
        loss_fn: loss,
        learning_rate: learningRate * (1 - job / jobs),
        packed_sequence_length: rowTokens,
        logprob_calculation_chunk_size: rowTokens,
      },
    });
  }
}

const SCORED_ROLLOUTS = 12;

/** Returns the mean reward of sampled rollouts (temperature 1) on the held-back questions. */
async function score(server: TestServer, model: LearningModel, task: Task): Promise<number> {
  const all = await Promise.all(
    task.heldBack.map((question, i) => task.play(question, sampler(server, model), SCORED_ROLLOUTS, i * 100)),
  );
  const rewards = all.flat().map(({ reward }) => reward);
  return rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
}

async function train(server: TestServer, path: string, job: object): Promise<void> {
  const { status, body } = await server.call('POST', path, job);
  expect(status, body.error?.message).toBe(200);
  const events = await pollEvents(server, body.id);
  expect(events.at(-1)).toMatchObject({ type: 'training_ended' });
}

function sampler(server: TestServer, model: LearningModel): Sample {
  return async (messages, n, seed) => {
    const request = { model: model.chatName, messages, n, seed, max_tokens: 5 };
    const { status, body } = await server.call('POST', '/chat/completions', request);
    expect(status, body.error?.message).toBe(200);
    return body.choices;
  };
}
