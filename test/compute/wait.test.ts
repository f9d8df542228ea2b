import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SleepingWaiter } from '../../src/compute/wait.ts';

/** A queue that is done with all it has after `ms`. */
function busyFor(ms: number): GPUQueue {
  return { onSubmittedWorkDone: () => sleep(ms) } as unknown as GPUQueue;
}

describe('the wait for the device', () => {
  it.concurrent('does not sleep through short work because others took long for a while', async () => {
    const waiter = new SleepingWaiter(busyFor(1), true);
    let asked = 0;
    const took = (ms: number): Promise<void> => {
      const started = performance.now();
      const finished = async (): Promise<void> => {
        asked = performance.now() - started;
        await sleep(Math.max(0, ms - asked));
      };
      return waiter.done('step', 100, { started, finished });
    };
    for (let i = 0; i < 8; i++) await took(80);
    for (let i = 0; i < 6; i++) await took(400);
    await took(80);
    // As each of six may take 1.3 times as long as the one before, 0.85 of that would be 328.
    expect(asked).toBeLessThan(200);
  });

  it.concurrent('sleeps for most of what lasting work takes', async () => {
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

  it.concurrent('does not stay slow when work was slow for long', async () => {
    const waiter = new SleepingWaiter(busyFor(1), true);
    let told = 0;
    const took = async (ms: number): Promise<void> => {
      const started = performance.now();
      const finished = async (): Promise<void> => {
        // Reading the results takes some milliseconds behind the end.
        await sleep(Math.max(2, started + ms - performance.now()));
      };
      await waiter.done('step', 100, { started, finished, followed: true });
      told = performance.now() - started;
    };
    for (let i = 0; i < 14; i++) await took(300);
    for (let i = 0; i < 16; i++) await took(40);
    expect(told).toBeLessThan(90);
  });
});
