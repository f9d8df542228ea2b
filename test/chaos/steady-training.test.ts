import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Front } from '../../scripts/chaos/front.ts';
import { SteadyTraining } from '../../scripts/chaos/steady-training.ts';

test('abandoned training stops sending requests, though its jobs have not ended', async () => {
  let asked = 0;
  const call = async () => {
    asked += 1;
    return { id: `${asked}`, url: 'u', data: [], has_more: false };
  };
  const front = { call } as unknown as Front;
  const lessons = { groups: [], conversations: '' };
  const training = new SteadyTraining({ front, lessons, plans: { one: ['rl'] }, name: 'n', restMs: 0 });
  training.begin();
  await expect.poll(() => training.models).toHaveLength(1);
  training.abandon();
  await training.end();
  expect(training.failure).toBeNull();
  const before = asked;
  await sleep(600);
  expect(asked).toBe(before);
});
