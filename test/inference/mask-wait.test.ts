import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { MaskWait } from '../../src/inference/engine/mask-wait.ts';
import type { Scheduler } from '../../src/inference/engine/scheduler.ts';

it('a step waits a moment for a mask, and not again if it did not come', async () => {
  const late = { blocked: true, isOver: false, grammar: { settled: new Promise<void>(() => {}) } };
  const running = [late, { blocked: false }];
  const wait = new MaskWait({ running, counts: { running: 2, waiting: 0 } } as unknown as Scheduler);
  const waits = async (idle: boolean): Promise<boolean> => {
    let passed = false;
    const passing = wait.pass({ idle }).then(() => {
      passed = true;
    });
    await nextTurn();
    const waited = !passed;
    await passing;
    return waited;
  };
  expect(await waits(false)).toBe(true);
  expect(await waits(false)).toBe(false);
  // There is no other work, so it must not return at once.
  expect(await waits(true)).toBe(true);
  late.grammar = { settled: new Promise<void>(() => {}) };
  expect(await waits(false)).toBe(true);
});
