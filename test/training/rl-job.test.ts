import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { CISPO } from '../../src/training/policy-loss.ts';
import { readRlConfig } from '../../src/training/rl/rl-config.ts';
import { planRlJob, type RlPlan } from '../../src/training/rl/rl-job.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import type { TrainSequence } from '../../src/training/train-step.ts';
import { chatText, randomNumbers } from './chat-texts.ts';

const text = chatText();

/** Returns a trajectory whose prompt is [mark] and whose completion has `tokens` tokens. */
function trajectory(mark: number, tokens: number, reward: number): object {
  return {
    reward,
    messages_and_choices: [
      {
        message: { role: 'assistant', content: 'x' },
        logprobs: { content: Array.from({ length: tokens }, () => ({ token: 't', logprob: -1 })) },
        prompt_token_ids: [mark],
        token_ids: Array.from({ length: tokens }, () => 5),
      },
    ],
  };
}

function plan(groups: object[][], config: object = {}, maxLength = 512): RlPlan {
  const read = runAtOnce(
    readTrajectoryGroups(
      groups.map((trajectories) => ({ trajectories })),
      () => true,
    ),
  );
  return runAtOnce(planRlJob(read, readRlConfig(config), text, maxLength));
}

/** Returns A w of each trajectory by its mark; it is the same for all its trainable tokens, and 0 elsewhere. */
function products({ steps }: RlPlan): Map<number, number> {
  const found = new Map<number, number>();
  for (const { ids, mask, advantages, weight } of steps.flatMap((step) => step.sequences)) {
    const values = new Set(advantages.filter((_, place) => mask[place] === 1));
    expect(values.size).toBe(1);
    expect(advantages.filter((_, place) => mask[place] === 0).every((value) => value === 0)).toBe(true);
    found.set(ids[0], [...values][0] * weight);
  }
  return found;
}

function meanAbsolute(sequences: readonly TrainSequence[]): number {
  const values = sequences.flatMap(({ advantages, mask, weight }) =>
    [...advantages].filter((_, place) => mask[place] === 1).map((value) => value * weight),
  );
  return values.reduce((sum, value) => sum + Math.abs(value), 0) / values.length;
}

describe('planRlJob', () => {
  it('weighs every trajectory equally, whatever its length, with a mean |A w| of 1 over the job', () => {
    const found = products(plan([[trajectory(1, 2, 1), trajectory(2, 6, 0)]]));
    // A = +-1 and w = 1/2 and 1/6, each over the mean: 8 tokens, sum of |A| w over tokens 2/2 + 6/6, so 8/2 = 4 times
    // w.
    expect(found.get(1)).toBeCloseTo(2, 4);
    expect(found.get(2)).toBeCloseTo(-4 / 6, 4);
  });

  it('weighs a trajectory over all its sequences', () => {
    const [both] = [trajectory(1, 2, 1) as { messages_and_choices: object[] }];
    const additional_histories = [trajectory(3, 6, 0)];
    const found = products(plan([[{ ...both, additional_histories }, trajectory(2, 8, 0)]]));
    expect(found.get(1)).toBeCloseTo(1, 4);
    expect(found.get(3)).toBeCloseTo(1, 4);
    expect(found.get(2)).toBeCloseTo(-1, 4);
  });

  it('keeps the relative size of groups only if rewards are not scaled', () => {
    const groups = [
      [trajectory(1, 4, 1), trajectory(2, 4, 0)],
      [trajectory(3, 4, 10), trajectory(4, 4, 0)],
    ];
    const scaled = products(plan(groups));
    expect(scaled.get(3)).toBeCloseTo(scaled.get(1) ?? 0, 4);
    const raw = products(plan(groups, { scale_rewards: false }));
    expect((raw.get(3) ?? 0) / (raw.get(1) ?? 1)).toBeCloseTo(10, 5);
    expect(raw.get(3)).toBeCloseTo(20 / 11, 5);
  });

  it('weighs positive and negative advantages by advantage_balance', () => {
    const groups = [[trajectory(1, 4, 1), trajectory(2, 4, 0)]];
    const half = products(plan(groups, { advantage_balance: 0.5 }));
    expect((half.get(1) ?? 0) / (half.get(2) ?? 1)).toBeCloseTo(-2, 5);
    const positive = products(plan(groups, { advantage_balance: 1 }));
    expect(positive.get(1)).toBeCloseTo(2, 5);
    expect(positive.get(2)).toBeCloseTo(0, 9);
    const negative = products(plan(groups, { advantage_balance: -1 }));
    expect([negative.get(1), negative.get(2)]).toEqual([0, -2]);
  });

  it('does not change if all rewards are scaled, or a constant is added to one group', () => {
    const draw = randomNumbers(3);
    for (let round = 0; round < 30; round += 1) {
      let mark = 0;
      const groups = Array.from({ length: 1 + Math.floor(draw() * 4) }, () =>
        Array.from({ length: 1 + Math.floor(draw() * 5) }, () => {
          mark += 1;
          return { mark, tokens: 1 + Math.floor(draw() * 9), reward: Math.floor(draw() * 4) / 4 };
        }),
      );
      const config = { scale_rewards: draw() < 0.5, advantage_balance: draw() < 0.5 ? 0 : 0.3 };
      const made = (scale: number, added: number) =>
        plan(
          groups.map((group, place) =>
            group.map(({ mark, tokens, reward }) =>
              trajectory(mark, tokens, reward * scale + (place === 0 ? added : 0)),
            ),
          ),
          config,
        );
      const base = made(1, 0);
      // With scaling, the 1e-6 in the divisor depends on the size of rewards.
      for (const other of [made(8, 0), made(1, 2)]) {
        expect(other.steps.length).toBe(base.steps.length);
        const [one, two] = [products(base), products(other)];
        for (const [key, value] of one) expect(two.get(key)).toBeCloseTo(value, 4);
      }
      if (base.steps.length > 0) expect(meanAbsolute(base.steps.flatMap((step) => step.sequences))).toBeCloseTo(1, 5);
    }
  });

  it('sets the loss, rates and old log-probabilities of a step', () => {
    const { steps } = plan([[trajectory(1, 2, 1), trajectory(2, 2, 0)]], { learning_rate: 1e-4, epsilon: 0.5 });
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({
      learningRate: 1e-4,
      loss: { ...CISPO, epsilon: 0.5 },
      weightDecay: 0.1,
      maxGradNorm: 0.1,
    });
    expect(steps[0].sequences.map(({ oldLogprobs }) => [...oldLogprobs])).toEqual([
      [Number.NaN, -1, -1],
      [Number.NaN, -1, -1],
    ]);
  });

  it('makes one step of each packed row', () => {
    const groups = [Array.from({ length: 8 }, (_, place) => trajectory(place, 99, place % 2))];
    const { steps } = plan(groups, { packed_sequence_length: 200, logprob_calculation_chunk_size: 100 });
    expect(steps.map((step) => step.sequences.length)).toEqual([2, 2, 2, 2]);
  });

  it('drops and counts sequences that are too long for the row or the model', () => {
    const groups = [[trajectory(1, 10, 1), trajectory(2, 300, 0), trajectory(3, 10, 0)]];
    const { steps, metrics, notice } = plan(groups, {}, 256);
    expect(
      steps
        .flatMap((step) => step.sequences)
        .map(({ ids }) => ids[0])
        .sort(),
    ).toEqual([1, 3]);
    expect(metrics).toMatchObject({ num_dropped_sequences: 1, num_trainable_tokens: 20 });
    expect(notice).toMatch(/1 of 3 sequences are longer than 256/);
    const longRows = plan(groups, { packed_sequence_length: 1024 }, 256);
    expect(longRows.metrics.num_dropped_sequences).toBe(1);
    expect(plan([[trajectory(1, 300, 1), trajectory(2, 300, 0)]], {}, 256).steps).toEqual([]);
  });

  it.each([
    [
      'equal rewards',
      [[trajectory(1, 2, 0.1), trajectory(2, 2, 0.1), trajectory(3, 2, 0.1)]],
      {},
      /all rewards within each group are equal/,
    ],
    ['groups of one', [[trajectory(1, 2, 1)], [trajectory(2, 2, 0)]], {}, /all rewards within each group are equal/],
    ['no groups', [], {}, /the job has no trajectories/],
    [
      'no log-probabilities',
      [[{ reward: 1, messages_and_choices: [{ role: 'assistant', content: 'a' }] }, { reward: 0 }]],
      {},
      /Choice objects/,
    ],
    [
      'only the negative side left',
      [[{ reward: 1 }, trajectory(2, 2, 0)]],
      { advantage_balance: 1 },
      /no trainable token has an advantage/,
    ],
  ])('has no steps for %s, and says why', (_, groups, config, reason) => {
    const { steps, notice, metrics } = plan(groups as object[][], config);
    expect(steps).toEqual([]);
    expect(notice).toMatch(reason);
    expect(metrics.num_trainable_tokens).toBe(0);
  });

  it('reports metrics of groups, trajectories, rewards and answers', () => {
    const read = runAtOnce(
      readTrajectoryGroups(
        [
          {
            trajectories: [trajectory(1, 2, 1), trajectory(2, 3, 0)],
            exceptions: [{ type: 'E', message: '', traceback: '' }],
          },
          { trajectories: [trajectory(3, 2, 4), trajectory(4, 2, 4)] },
          { trajectories: [trajectory(5, 2, 1)] },
        ],
        () => true,
      ),
    );
    const { metrics, notice } = runAtOnce(planRlJob(read, readRlConfig({}), text, 512));
    expect(metrics).toEqual({
      num_groups_submitted: 3,
      num_groups_trainable: 1,
      // with the rollout that raised an exception
      num_trajectories: 6,
      num_trainable_tokens: 5,
      num_dropped_sequences: 0,
      num_groups_empty: 0,
      num_groups_single: 1,
      num_groups_equal_rewards: 1,
      num_groups_without_tokens: 0,
      num_groups_too_long: 0,
      reward: 2,
      // of the two groups that can have one: 0.5 and 0
      reward_std_dev: 0.25,
      exception_rate: 1 / 6,
      'answer/tokens_mean': 2.2,
      'answer/tokens_p95': 3,
      'answer/truncated_fraction': 0,
      // 1, -1 and three times 0
      'advantage/std_dev': expect.closeTo(Math.sqrt(2 / 5), 5),
      'reward/p10': 0,
      'reward/p50': 1,
      'reward/p90': 4,
    });
    expect(notice).toBe(
      '2 of 3 groups provide no training signal and were dropped: 1 with a single trajectory, so nothing to compare it with; ' +
        '1 with equal rewards.',
    );
  });

  it('has no trajectories if every rollout raised an exception, and counts the exceptions', () => {
    const exceptions = [{ type: 'E', message: 'm', traceback: 't' }];
    const read = runAtOnce(readTrajectoryGroups([{ exceptions }, {}], () => true));
    const { metrics, notice } = runAtOnce(planRlJob(read, readRlConfig({}), text, 512));
    expect(metrics).toMatchObject({ num_trajectories: 1, exception_rate: 1 });
    expect(notice).toMatch(/^Nothing to train on: the job has no trajectories\./);
  });

  it('does not render a conversation of far too many characters or messages', () => {
    const rendered: number[] = [];
    const counting = {
      ...text,
      renderChat: (...args: Parameters<typeof text.renderChat>) => {
        rendered.push(args[0].length);
        return text.renderChat(...args);
      },
    };
    const answer = {
      message: { role: 'assistant', content: 'x' },
      logprobs: { content: [{ token: 'x', logprob: -1 }] },
    };
    const asked = (messages: object[], reward: number) => ({ reward, messages_and_choices: [...messages, answer] });
    const user = (content: string) => ({ role: 'user', content });
    const groups = [
      {
        trajectories: [
          asked([user('a'.repeat(10 ** 6))], 1),
          asked(Array(10 ** 5).fill(user('')), 0.7),
          asked([user('hi')], 0),
        ],
      },
    ];
    const read = runAtOnce(readTrajectoryGroups(groups, () => true));
    const { steps, metrics, notice } = runAtOnce(planRlJob(read, readRlConfig({}), counting, 256));
    expect(rendered).toEqual([2]);
    expect(steps.flatMap(({ sequences }) => sequences)).toHaveLength(1);
    expect(metrics).toMatchObject({ num_dropped_sequences: 2, num_trainable_tokens: 1 });
    expect(notice).toMatch(/2 of 3 sequences are longer than 256/);
  });

  it('says why groups were left out, and says nothing if none was', () => {
    const plain = { reward: 1, messages_and_choices: [{ role: 'assistant', content: 'a' }] };
    const groups = [
      [],
      [trajectory(1, 2, 1)],
      [trajectory(1, 2, 1), trajectory(2, 2, 1)],
      [plain, { ...plain, reward: 0 }],
      [trajectory(3, 300, 1), trajectory(4, 300, 0)],
      [trajectory(5, 2, 1), trajectory(6, 300, 0)],
      [trajectory(7, 2, 1), trajectory(8, 2, 0)],
    ];
    const { metrics, notice } = plan(groups, {}, 256);
    expect(metrics).toMatchObject({
      num_groups_submitted: 7,
      num_groups_trainable: 4,
      num_groups_empty: 1,
      num_groups_single: 1,
      num_groups_equal_rewards: 1,
      num_groups_without_tokens: 1,
      num_groups_too_long: 1,
    });
    expect(notice).toMatch(/3 of 6 sequences are longer than 256 tokens and were dropped\. 5 of 7 groups/);
    expect(plan(groups.slice(6)).notice).toBeNull();
  });

  it('multiplies the rate by the number of sequences of the row, to the configured power', () => {
    const groups = [Array.from({ length: 5 }, (_, place) => trajectory(place, 99, place % 2))];
    const config = { packed_sequence_length: 200, logprob_calculation_chunk_size: 100, learning_rate: 1e-3 };
    const rates = (power: number | null) =>
      plan(groups, { ...config, num_trajectories_learning_rate_multiplier_power: power })
        .steps.map(({ learningRate, sequences }) => [sequences.length, learningRate])
        .sort();
    expect(rates(0.5)).toEqual([
      [1, 1e-3],
      [2, 1e-3 * Math.SQRT2],
      [2, 1e-3 * Math.SQRT2],
    ]);
    expect(rates(null).map(([, rate]) => rate)).toEqual([1e-3, 1e-3, 1e-3]);
  });

  it('truncates importance weights only against recomputed log-probabilities, and says so', () => {
    const groups = [[trajectory(1, 2, 1), trajectory(2, 2, 0)]];
    const without = plan(groups, { truncated_importance_sampling: 2 });
    expect(without.steps[0].loss).toMatchObject({ truncation: null });
    expect(without.notice).toMatch(/truncated_importance_sampling has no effect without precalculate_logprobs/);
    const precalculated = plan(groups, { truncated_importance_sampling: 2, precalculate_logprobs: true });
    expect(precalculated.steps[0].loss).toMatchObject({ truncation: 2 });
    expect(precalculated.notice).toBeNull();
    const off = plan(groups, { truncated_importance_sampling: 0, precalculate_logprobs: true });
    expect(off).toEqual(plan(groups, { precalculate_logprobs: true }));
    expect(plan(groups, { truncated_importance_sampling: 0 }).notice).toBeNull();
  });
});
