import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/training/cooperative.ts';
import { answerFigures } from '../../src/training/rl/answer-figures.ts';
import { readTrajectoryGroups } from '../../src/training/rl/trajectory.ts';
import { trajectoryMetrics } from '../../src/training/rl/trajectory-metrics.ts';

const read = (trajectories: object[]) => runAtOnce(readTrajectoryGroups([{ trajectories }], () => true));

const answer = (tokens: number, finish_reason = 'stop') => ({
  message: { role: 'assistant', content: 'x' },
  finish_reason,
  logprobs: { content: Array.from({ length: tokens }, () => ({ token: 't', logprob: -1 })) },
  prompt_token_ids: [1],
  token_ids: Array.from({ length: tokens }, () => 5),
});

describe('answerFigures', () => {
  it('counts each sampled answer of a conversation', () => {
    const items = [{ role: 'user', content: 'hi' }, answer(3), { role: 'user', content: 'more' }, answer(9, 'length')];
    const groups = read([{ reward: 2, messages_and_choices: items }, { messages_and_choices: [answer(6)] }]);
    expect(answerFigures(groups, [[1, -1]])).toEqual({
      'answer/tokens_mean': 6,
      'answer/tokens_p95': 9,
      'answer/truncated_fraction': 1 / 3,
      'advantage/std_dev': 1,
      'reward/p10': 0,
      'reward/p50': 0,
      'reward/p90': 2,
    });
  });

  it('leaves out figures without data', () => {
    expect(answerFigures([], [])).toEqual({});
    const unsampled = read([{ reward: 1, messages_and_choices: [{ role: 'assistant', content: 'x' }] }]);
    expect(Object.keys(answerFigures(unsampled, [[0]]))).not.toContain('answer/tokens_mean');
  });
});

describe('trajectoryMetrics', () => {
  it('averages each metric over the trajectories that report it; booleans count 0 and 1', () => {
    const groups = read([
      { metrics: { turns: 2, won: true } },
      { metrics: { turns: 5, won: false } },
      { metrics: null },
    ]);
    groups.push(...read([{ metrics: { won: true, reward: 7 } }]));
    expect(trajectoryMetrics(groups)).toEqual({ turns: 3.5, won: 2 / 3, reward: 7 });
  });

  it('keeps at most 1,021 names, and none of more than 256 characters', () => {
    const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`m${at}`, at]));
    const found = trajectoryMetrics(read([{ metrics: { ['x'.repeat(257)]: 1, ...many } }]));
    expect(Object.keys(found)).toEqual(Object.keys(many).slice(0, 1_021));
  });
});
