import { describe, expect, it } from 'vitest';
import { groupAdvantages } from '../../src/training/rl/advantages.ts';
import { randomNumbers } from './chat-texts.ts';

describe('groupAdvantages', () => {
  it('subtracts the mean and divides by the population deviation', () => {
    // mean 2, variance ((1) + 0 + (1)) / 3
    const deviation = Math.sqrt(2 / 3) + 1e-6;
    expect(groupAdvantages([1, 2, 3], true)).toEqual([-1 / deviation, 0, 1 / deviation]);
    expect(groupAdvantages([1, 2, 6], false)).toEqual([-2, -1, 3]);
  });

  it.each([[[0.1, 0.1, 0.1]], [[0.1 + 0.2, 0.3]], [[1e6, 1e6]], [[5]], [[]]])(
    'is exactly 0 for the equal rewards %j',
    (rewards) => {
      expect(groupAdvantages(rewards, true)).toEqual(rewards.map(() => 0));
      expect(groupAdvantages(rewards, false)).toEqual(rewards.map(() => 0));
    },
  );

  it('is exactly 0 for a reward equal to the mean, despite rounding', () => {
    expect(groupAdvantages([0.4, 0.2, 0.3], true)[2]).toBe(0);
    expect(groupAdvantages([0.7, 0.1, 0.4, 0.4], false).slice(2)).toEqual([0, 0]);
  });

  it('distinguishes large rewards with small differences', () => {
    const [least, most] = groupAdvantages([1e6, 1e6 + 1e-3], true);
    expect([least, most]).toEqual([expect.closeTo(-0.998, 4), expect.closeTo(0.998, 4)]);
    expect(groupAdvantages([1e6 + 1e-5, 1e6], false)[0]).toBeCloseTo(5e-6, 9);
  });

  it('distinguishes small rewards that are not equal', () => {
    expect(groupAdvantages([0, 1e-6], false)).toEqual([-5e-7, 5e-7]);
  });

  it('does not change when a constant is added or every trajectory is doubled', () => {
    const draw = randomNumbers(5);
    for (let round = 0; round < 50; round += 1) {
      const rewards = Array.from({ length: 2 + Math.floor(draw() * 6) }, () => Math.round(draw() * 8) / 8);
      const advantages = groupAdvantages(rewards, true);
      const moved = groupAdvantages(
        rewards.map((reward) => reward + 3),
        true,
      );
      const doubled = groupAdvantages([...rewards, ...rewards], true);
      advantages.forEach((advantage, place) => {
        expect(moved[place]).toBeCloseTo(advantage, 9);
        expect(doubled[place]).toBeCloseTo(advantage, 9);
        expect(doubled[place + rewards.length]).toBeCloseTo(advantage, 9);
      });
    }
  });
});
