import { expect, it } from 'vitest';
import { periodically } from '../../src/jobs/periodic.ts';

it('periodic work continues after a failure and reports it', async () => {
  const failures: unknown[] = [];
  let times = 0;
  const work = async (): Promise<void> => {
    times += 1;
    if (times % 2 === 1) throw new Error(`the database is away, ${times}`);
  };
  const end = periodically(1, work, (error) => failures.push(error));
  await expect.poll(() => times).toBeGreaterThan(4);
  await end();
  const ended = times;
  expect(failures.slice(0, 2)).toEqual([new Error('the database is away, 1'), new Error('the database is away, 3')]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(times).toBe(ended);
});
