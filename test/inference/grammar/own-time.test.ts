import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { breathe } from '../../../src/inference/grammar/breath.ts';
import { limitOwnTime } from '../../../src/inference/grammar/service/own-time-limit.ts';
import { withinOwnTime } from '../../../src/inference/grammar/service/time-box.ts';

const SLEEP = 'setInterval(() => {}, 1000);';

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Works for `ms` of this thread's own time, and says how long it did. */
function work(ms: number): number {
  const before = process.threadCpuUsage();
  for (;;) {
    breathe();
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 >= ms) return (user + system) / 1000;
  }
}

describe('a try that may take so long of its thread', () => {
  it('is broken off once it has had that', () => {
    const before = process.threadCpuUsage();
    expect(withinOwnTime(50, () => void work(5_000))).toBe(false);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeGreaterThanOrEqual(50);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });

  it('may take longer by the clock, where it is held up or does not run', () => {
    let looks = 0;
    const holdUp = (): void => {
      if (looks++ < 3) sleep(50);
    };
    expect(withinOwnTime(100, () => void work(20), holdUp)).toBe(true);
    expect(looks).toBeGreaterThan(3);
    expect(withinOwnTime(100, () => sleep(200))).toBe(true);
  });

  it('is broken off by the clock where it never breathes', () => {
    expect(withinOwnTime(5, () => sleep(60_000))).toBe(false);
  });

  it('is not done where it goes on after it was broken off', () => {
    const done = withinOwnTime(20, () => {
      try {
        work(5_000);
      } catch {
        // Somebody takes it for an error of his own.
      }
    });
    expect(done).toBe(false);
  });

  it('fails as it does, and leaves nothing behind', () => {
    const fail = (): void => {
      throw new Error('this');
    };
    expect(() => withinOwnTime(30, fail)).toThrow('this');
    expect(withinOwnTime(20, () => void work(5_000))).toBe(false);
    expect(work(60)).toBeGreaterThanOrEqual(60);
  });
});

describe('a limit of what a thread may work', () => {
  /** What the thread has worked and the clock gone, in ms, until a limit of 200 is over. */
  const over = async (code: string, ms = 200): Promise<{ worked: number; gone: number }> => {
    const thread = new Worker(`require('node:worker_threads').parentPort.postMessage(0); ${code}`, { eval: true });
    await once(thread, 'message');
    const before = await thread.cpuUsage();
    const started = performance.now();
    await new Promise<void>((resolve) => {
      limitOwnTime(thread, ms, (before.user + before.system) / 1000, resolve);
    });
    const gone = performance.now() - started;
    const { user, system } = await thread.cpuUsage(before);
    await thread.terminate();
    return { worked: (user + system) / 1000, gone };
  };

  it('is over when it has worked so long', async () => {
    const { worked } = await over('for (;;);');
    expect(worked).toBeGreaterThan(150);
    expect(worked).toBeLessThan(600);
  });

  it('is over after forty times as long by the clock, when it could not work', async () => {
    const { worked, gone } = await over(SLEEP, 40);
    expect(worked).toBeLessThan(50);
    expect(gone).toBeGreaterThan(1_500);
  });

  it('is called off', async () => {
    const thread = new Worker('for (;;);', { eval: true });
    await once(thread, 'online');
    let isOver = false;
    limitOwnTime(thread, 30, 0, () => {
      isOver = true;
    })();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(isOver).toBe(false);
    await thread.terminate();
  });
});
