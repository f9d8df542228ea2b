import { describe, expect, it } from 'vitest';
import { type Clock, SleepingWaiter } from '../../src/compute/wait.ts';

/** A clock that advances only when the waiter sleeps, and work that ends by it. */
class SimulatedClock implements Clock {
  #now = 0;
  #ends: { at: number; resolve: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    this.block(ms);
  }

  block(ms: number): void {
    this.#now += ms;
    for (const { at, resolve } of this.#ends) if (at <= this.#now) resolve();
  }

  /** Resolves at that time, or at once if it is past. */
  until(at: number): Promise<void> {
    return new Promise((resolve) => {
      this.#ends.push({ at, resolve });
      this.block(0);
    });
  }
}

/** Returns a function that waits for work of `ms`, and returns when the waiter asked for the end and when it knew. */
function simulation() {
  const clock = new SimulatedClock();
  const queue = { onSubmittedWorkDone: () => Promise.resolve() } as unknown as GPUQueue;
  const waiter = new SleepingWaiter(queue, true, clock);
  return async (ms: number, { followed = false, readingMs = 0 } = {}) => {
    const started = clock.now();
    let asked = 0;
    const finished = (): Promise<void> => {
      asked = clock.now() - started;
      return clock.until(Math.max(started + ms, clock.now() + readingMs));
    };
    await waiter.done('step', 100, { started, finished, followed });
    return { asked, told: clock.now() - started };
  };
}

describe('the wait for the device', () => {
  it('does not oversleep the end of short work after some longer work', async () => {
    const work = simulation();
    for (let i = 0; i < 8; i++) await work(80);
    for (let i = 0; i < 6; i++) await work(400);
    // As each of six may take 1.3 times as long as the one before, 0.85 of that would be 328.
    expect((await work(80)).asked).toBeLessThan(100);
  });

  it('sleeps for 85% of steady work, and notices its end within 2%', async () => {
    const work = simulation();
    for (let i = 0; i < 11; i++) await work(100);
    const { asked, told } = await work(100);
    expect(asked).toBeCloseTo(85, 0);
    expect(told).toBeGreaterThanOrEqual(100);
    expect(told).toBeLessThan(102);
  });

  it('adapts to fast work after a long run of slow work', async () => {
    const work = simulation();
    // Reading the results takes some milliseconds behind the end.
    const followed = { followed: true, readingMs: 2 };
    for (let i = 0; i < 14; i++) await work(300, followed);
    for (let i = 0; i < 15; i++) await work(40, followed);
    // A sleep as long as for the slow work would end at 300.
    expect((await work(40, followed)).told).toBeLessThan(60);
  });
});
