import { expect, test } from 'vitest';
import { LiveModels } from '../../src/api/tinker/live-models.ts';
import { WorkerError } from '../../src/worker/client/worker-error.ts';

function models(count: number) {
  const spilled: number[] = [];
  const made = Array.from({ length: count }, (_, i) => ({ spill: async () => void spilled.push(i) }));
  return { made, spilled };
}

const full = () => new WorkerError('training_no_room', 'no room');

test('the least recently used models are spilled one by one until there is room', async () => {
  const live = new LiveModels();
  const { made, spilled } = models(4);
  for (const model of made) await live.use(model);
  await live.use(made[0]);
  let tries = 0;
  const work = async () => {
    tries += 1;
    if (tries < 3) throw full();
    return 'done';
  };
  expect(await live.withRoom(made[3], work)).toBe('done');
  expect(spilled).toEqual([1, 2]);
});

test('spilling stops when no other model is left, and does not start for other errors', async () => {
  const live = new LiveModels();
  const { made, spilled } = models(2);
  for (const model of made) await live.use(model);
  await expect(live.withRoom(made[1], () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const large = new WorkerError('training_too_large', 'never fits');
  await expect(live.withRoom(made[1], () => Promise.reject(large))).rejects.toThrow('never fits');
  expect(spilled).toEqual([]);
  await expect(live.withRoom(made[1], () => Promise.reject(full()))).rejects.toThrow('no room');
  expect(spilled).toEqual([0]);
});

test('live models are spilled above the limit, and forgotten ones are not spilled', async () => {
  const live = new LiveModels(2);
  const { made, spilled } = models(3);
  for (const model of made) await live.use(model);
  expect(spilled).toEqual([0]);
  live.forget(made[1]);
  await expect(live.withRoom(made[2], () => Promise.reject(full()))).rejects.toThrow('no room');
  expect(spilled).toEqual([0]);
});
