import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { StepGate } from '../../../src/inference/grammar/service/step-gate.ts';

/** What a thread counts in `words[2]` while it may pass. */
const COUNTING = `
  const { workerData, parentPort } = require('node:worker_threads');
  import(workerData.gate).then(({ StepGate }) => {
    const pass = new StepGate(workerData.words).pass(workerData.restMs);
    const count = new Int32Array(workerData.words.buffer, 8);
    parentPort.postMessage('ready');
    for (;;) {
      pass();
      Atomics.add(count, 0, 1);
    }
  });
`;

describe('the gate of steps', () => {
  const timed = (pass: () => void): number => {
    const started = performance.now();
    pass();
    return performance.now() - started;
  };

  it('holds nobody up between steps', () => {
    const gate = new StepGate();
    const [one, other] = [gate.pass(1_000), gate.pass(1_000)];
    gate.close();
    one();
    gate.open();
    // During a step it would have to wait for a second.
    expect(timed(other)).toBeLessThan(700);
  });

  it('lets one thread work at a time during a step, and none for a while after it', () => {
    const gate = new StepGate();
    const [one, other] = [gate.pass(300), gate.pass(300)];
    gate.close();
    expect(timed(one)).toBeLessThan(200);
    // The first has its 10 ms, then 300 ms pass.
    expect(timed(other)).toBeGreaterThan(200);
    expect(timed(one)).toBeGreaterThan(200);
  });

  it('wakes who waits when the step is over', async () => {
    const gate = new StepGate(new Int32Array(new SharedArrayBuffer(12), 0, 2));
    const count = new Int32Array(gate.words.buffer, 8);
    const path = new URL('../../../src/inference/grammar/service/step-gate.ts', import.meta.url).href;
    const thread = new Worker(COUNTING, { eval: true, workerData: { gate: path, words: gate.words, restMs: 900 } });
    try {
      gate.close();
      await once(thread, 'message');
      await expect.poll(() => Atomics.load(count, 0)).toBeGreaterThan(0);
      const later = () => new Promise((resolve) => setTimeout(resolve, 200));
      await later();
      const held = Atomics.load(count, 0);
      await later();
      expect(Atomics.load(count, 0)).toBe(held);
      gate.open();
      // By itself it would go on half a second later.
      await expect.poll(() => Atomics.load(count, 0), { timeout: 400, interval: 20 }).toBeGreaterThan(held);
    } finally {
      await thread.terminate();
    }
  });
});
