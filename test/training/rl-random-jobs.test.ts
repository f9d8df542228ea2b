import { expect, test } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob } from '../../src/training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import {
  type ReferenceAnswer,
  type ReferenceSettings,
  type ReferenceTrajectory,
  referenceSequences,
} from '../reference/rl-sequences.ts';
import { chatText, randomNumbers } from './chat-texts.ts';

const text = chatText();
const trainedModel = 'wandb-artifact:///team/games/agent';

/** Draws RL jobs of every shape. There are enough token ids that sequences share prefixes only on purpose. */
class Draws {
  readonly #draw: () => number;

  constructor(seed: number) {
    this.#draw = randomNumbers(seed);
    for (let i = 0; i < 5; i += 1) this.#draw();
  }

  chance(p: number): boolean {
    return this.#draw() < p;
  }

  /** Draws an integer from `least` to `most`. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.#draw() * (most - least + 1));
  }

  number(): number {
    return this.#draw() * 2 - 1;
  }

  ids(least: number, most: number): number[] {
    return Array.from({ length: this.integer(least, most) }, () => this.integer(0, 250));
  }

  job(): ReferenceTrajectory[][] {
    return Array.from({ length: this.integer(0, 5) }, () => {
      const reward = this.#rewards();
      return Array.from({ length: this.integer(0, 6) }, () => this.#trajectory(reward()));
    });
  }

  settings(): ReferenceSettings {
    return {
      scaleRewards: this.chance(0.7),
      balance: this.chance(0.4) ? 0 : this.chance(0.5) ? Math.sign(this.number()) : this.number(),
      withoutLogprobs: this.chance(0.3),
      maxLength: this.integer(20, 80),
    };
  }

  #rewards(): () => number {
    const size = 10 ** this.integer(-3, 3);
    const kind = this.integer(0, 3);
    if (kind === 0) return () => 0.1;
    if (kind === 1) return () => this.integer(0, 1);
    return () => this.number() * size;
  }

  #trajectory(reward: number): ReferenceTrajectory {
    if (this.chance(0.25)) return { reward, histories: [this.#captured()], captured: true };
    const histories = Array.from({ length: this.chance(0.2) ? 3 : 1 }, () => this.#conversation());
    return { reward, histories, captured: false };
  }

  #conversation(): ReferenceAnswer[] {
    const answers: ReferenceAnswer[] = [];
    let so: number[] = [];
    for (let turns = this.integer(0, 4); turns > 0; turns -= 1) {
      // Sometimes the history is rewritten, as if a thought was stripped.
      const least = so.length === 0 && this.chance(0.9) ? 1 : 0;
      const prompt = [...(this.chance(0.2) ? so.slice(1) : so), ...this.ids(least, 6)];
      const answer = this.#answer(prompt);
      answers.push(answer);
      so = [...prompt, ...answer.sampled];
      // A conversation that continues an answer before the last.
      const older = answers[this.integer(0, answers.length - 1)];
      if (this.chance(0.2)) so = [...older.prompt, ...older.sampled];
    }
    return answers;
  }

  /** Draws answers that continue any earlier answer, or none. */
  #captured(): ReferenceAnswer[] {
    const answers: ReferenceAnswer[] = [];
    for (let calls = this.integer(1, 6); calls > 0; calls -= 1) {
      const from = answers[this.integer(0, answers.length)];
      const so = from === undefined ? this.ids(3, 5) : [...from.prompt, ...from.sampled];
      answers.push(this.#answer([...so, ...this.ids(2, 5)]));
    }
    return answers.map((answer) => ({ ...answer, logprobs: answer.logprobs ?? answer.sampled.map(() => -1) }));
  }

  #answer(prompt: number[]): ReferenceAnswer {
    const sampled = this.ids(this.chance(0.1) ? 0 : 1, 8);
    const logprobs = sampled.map(() => (this.chance(0.05) ? null : -Math.abs(this.number()) * 5));
    return { prompt, sampled, logprobs: this.chance(0.1) ? null : logprobs };
  }

  /** Returns a trajectory as one client or another sends it. */
  wire({ reward, histories, captured }: ReferenceTrajectory): object {
    const rewarded = reward === 0 && this.chance(0.5) ? {} : { reward };
    if (captured) {
      const own = histories[0].map((answer, at) => this.#exchange(answer, at));
      const judge = { model: 'judge', request: {}, response: { choices: [{ text: 1 }] }, start_time: time(0) };
      const all = [...own, judge].map((one) => ({ one, at: this.number() })).sort((a, b) => a.at - b.at);
      return { ...rewarded, exchanges: { chat_completions: all.map(({ one }) => one) } };
    }
    const [first, ...others] = histories.map((answers) => ({
      messages_and_choices: answers.flatMap((answer) => [{ role: 'user', content: 'q' }, this.#choice(answer)]),
    }));
    const body = first.messages_and_choices.length === 0 ? {} : first;
    return { ...rewarded, ...body, ...(others.length > 0 ? { additional_histories: others } : {}) };
  }

  #exchange(answer: ReferenceAnswer, at: number): object {
    const { prompt_token_ids, ...choice } = this.#choice(answer);
    const step = this.chance(0.5) ? `:step${this.integer(0, 3)}` : '';
    const ids = this.chance(0.5)
      ? { choices: [choice], prompt_token_ids }
      : { choices: [{ ...choice, prompt_token_ids }] };
    return { model: trainedModel + step, request: {}, response: ids, start_time: time(at) };
  }

  #choice({ prompt, sampled, logprobs }: ReferenceAnswer) {
    const entries = { content: logprobs?.map((logprob) => ({ token: 't', logprob, top_logprobs: [] })) ?? null };
    const compact = logprobs !== null && this.chance(0.3);
    return {
      message: { role: 'assistant', content: 'x' },
      finish_reason: 'stop',
      index: 0,
      prompt_token_ids: prompt,
      token_ids: sampled,
      logprobs: logprobs === null ? null : compact ? { content: null } : entries,
      ...(compact ? { [this.chance(0.5) ? 'art_completion_logprobs' : 'compact_logprobs']: logprobs } : {}),
    };
  }
}

function time(second: number): string {
  return `2026-10-01T00:00:${String(second).padStart(2, '0')}Z`;
}

function planned(groups: object[], { scaleRewards, balance, withoutLogprobs, maxLength }: ReferenceSettings) {
  const isTrained = (name: string) => name.startsWith(trainedModel);
  const config = readRlConfig({
    scale_rewards: scaleRewards,
    advantage_balance: balance,
    allow_training_without_logprobs: withoutLogprobs,
  });
  return runAtOnce(planRlJob(runAtOnce(readTrajectoryGroups(groups, isTrained)), config, text, maxLength));
}

/** Returns a comparable line for each sequence, in an order that does not depend on packing. */
function lines(sequences: readonly TrainSequence[]): { key: string; values: number[] }[] {
  return sequences
    .map(({ ids, mask, advantages, weight, oldLogprobs }) => {
      const positions = Array.from(mask).flatMap((bit, at) => (bit === 1 ? [at] : []));
      const known = positions.map((at) => (Number.isNaN(oldLogprobs[at]) ? 'unknown' : 'known'));
      const values = positions.flatMap((at) => [advantages[at], weight, oldLogprobs[at] || 0]);
      return { key: `${ids.join(' ')} | ${positions.join(' ')} | ${known.join(' ')}`, values };
    })
    .sort(byKey);
}

const byKey = (one: { key: string; values: number[] }, other: { key: string; values: number[] }) =>
  one.key < other.key ? -1 : one.key > other.key ? 1 : one.values[0] - other.values[0];

test('400 random RL jobs have the sequences, advantages and weights of a float64 reference', () => {
  let trained = 0;
  let empty = 0;
  for (let seed = 1; seed <= 400; seed += 1) {
    const draws = new Draws(seed);
    const [job, settings] = [draws.job(), draws.settings()];
    const { steps, metrics } = planned(
      job.map((group) => ({ trajectories: group.map((trajectory) => draws.wire(trajectory)) })),
      settings,
    );
    const ours = lines(steps.flatMap(({ sequences }) => sequences));
    const reference = referenceSequences(job, settings)
      .map(({ ids, trained }) => {
        const tokens = [...trained];
        const known = tokens.map(([, { old }]) => (old === null ? 'unknown' : 'known'));
        const values = tokens.flatMap(([, { advantage, weight, old }]) => [advantage, weight, old ?? 0]);
        return { key: `${ids.join(' ')} | ${tokens.map(([at]) => at).join(' ')} | ${known.join(' ')}`, values };
      })
      .sort(byKey);
    expect(
      ours.map(({ key }) => key),
      `job ${seed}`,
    ).toEqual(reference.map(({ key }) => key));
    for (const [place, { values }] of reference.entries()) {
      for (const [at, value] of values.entries()) {
        const off = Math.abs(ours[place].values[at] - value);
        expect(off, `job ${seed}: ${ours[place].values[at]} for ${value}`).toBeLessThanOrEqual(1e-6 * Math.abs(value));
      }
    }
    const tokens = reference.reduce((sum, { values }) => sum + values.length / 3, 0);
    expect(metrics.num_trainable_tokens).toBe(tokens);
    trained += Number(tokens > 0);
    empty += Number(tokens === 0);
  }
  // The draws must contain both kinds.
  expect(trained).toBeGreaterThan(200);
  expect(empty).toBeGreaterThan(20);
});

test('shifting or scaling rewards does not change the plans of 100 random RL jobs', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const draws = new Draws(seed);
    const job = draws.job().map((group) => group.map((one) => ({ ...one, captured: false })));
    const settings = { ...draws.settings(), scaleRewards: false };
    const wire = job.map((group) => group.map((trajectory) => draws.wire(trajectory) as { reward?: number }));
    const made = (change: (reward: number, group: number) => number) =>
      lines(
        planned(
          wire.map((group, at) => ({
            trajectories: group.map((one) => ({ ...one, reward: change(one.reward ?? 0, at) })),
          })),
          settings,
        ).steps.flatMap(({ sequences }) => sequences),
      );
    const base = made((reward) => reward);
    for (const other of [made((reward) => reward * 64), made((reward, group) => (group === 0 ? reward + 2 : reward))]) {
      expect(other.map(({ key }) => key)).toEqual(base.map(({ key }) => key));
      for (const [place, { values }] of base.entries()) {
        for (const [at, value] of values.entries()) expect(other[place].values[at]).toBeCloseTo(value, 3);
      }
    }
  }
});
