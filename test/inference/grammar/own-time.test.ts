import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { limitOwnTime } from '../../../src/inference/grammar/service/own-time-limit.ts';
import { withinOwnTime } from '../../../src/inference/grammar/service/time-box.ts';

const SLEEP = 'setInterval(() => {}, 1000);';

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a try that may take so long of its thread', () => {
  it('is broken off, and not tried again, once it has had that', () => {
    const worked: number[] = [];
    const done = withinOwnTime(100, () => {
      const before = process.threadCpuUsage();
      const number = worked.push(0) - 1;
      for (;;) worked[number] = process.threadCpuUsage(before).user / 1000;
    });
    expect(done).toBe(false);
    // Beside other work it may have missed its time.
    expect(worked).toHaveLength(worked[0] > 80 || worked.length === 1 ? 1 : 2);
  });

  it('is done once more where the thread did not run, with what it missed', () => {
    let tries = 0;
    const asleep = (ms: number) => () => {
      tries += 1;
      sleep(ms);
    };
    expect(withinOwnTime(100, asleep(150))).toBe(true);
    expect(tries).toBe(2);
    tries = 0;
    expect(withinOwnTime(50, asleep(60_000))).toBe(false);
    expect(tries).toBe(2);
  });

  it('fails as it does', () => {
    const fail = (): void => {
      throw new Error('this');
    };
    expect(() => withinOwnTime(30, fail)).toThrow('this');
  });
});

describe('a limit of what a thread may work', () => {
  /** What the thread has worked and the clock gone, in ms, until a limit of 200 is over. */
  const over = async (code: string): Promise<{ worked: number; gone: number }> => {
    const thread = new Worker(`require('node:worker_threads').parentPort.postMessage(0); ${code}`, { eval: true });
    await once(thread, 'message');
    const before = await thread.cpuUsage();
    const started = performance.now();
    await new Promise<void>((resolve) => {
      limitOwnTime(thread, 200, (before.user + before.system) / 1000, resolve);
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

  it('is over after four times as long by the clock, when it could not work', async () => {
    const { worked, gone } = await over(SLEEP);
    expect(worked).toBeLessThan(50);
    expect(gone).toBeGreaterThan(750);
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
