import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SleepingWaiter } from '../../src/compute/wait.ts';

/** A queue that is done with all it has after `ms`. */
function busyFor(ms: number): GPUQueue {
  return { onSubmittedWorkDone: () => sleep(ms) } as unknown as GPUQueue;
}

describe('the wait for the device', () => {
  it('does not sleep through short work because the last took long', async () => {
    const queue = { after: 20 };
    const waiter = new SleepingWaiter({ onSubmittedWorkDone: () => sleep(queue.after) } as unknown as GPUQueue, true);
    const took = async (): Promise<number> => {
      const started = performance.now();
      await waiter.done('step', 100);
      return performance.now() - started;
    };
    for (let i = 0; i < 4; i++) await took();
    queue.after = 800;
    expect(await took()).toBeGreaterThanOrEqual(790);
    queue.after = 20;
    // 0.85 of what the last one took would be 680.
    expect(await took()).toBeLessThan(400);
  });

  it('sleeps for most of what lasting work takes', async () => {
    const waiter = new SleepingWaiter(busyFor(1), true);
    let asked = 0;
    const work = (ms: number) => {
      const started = performance.now();
      return {
        started,
        finished: async () => {
          asked = performance.now() - started;
          await sleep(Math.max(0, ms - asked));
        },
      };
    };
    for (let i = 0; i < 12; i++) await waiter.done('step', 100, work(100));
    expect(asked).toBeGreaterThan(50);
  });
});
