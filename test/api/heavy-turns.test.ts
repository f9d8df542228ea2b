import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeavyTurns } from '../../src/api/http/heavy-turns.ts';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('heavy parts of requests', () => {
  it('come one at a time, with a pause behind each', async () => {
    const turns = new HeavyTurns(() => 0);
    const began: number[] = [];
    const heavy = async (): Promise<void> => {
      await turns.next(2 ** 18);
      began.push(performance.now());
      block(50);
    };
    const turnsOfTheLoop: number[] = [];
    const all = Promise.all([heavy(), heavy(), heavy()]);
    let open = true;
    const light = (async () => {
      for (; open; await nextTurn()) turnsOfTheLoop[began.length] = (turnsOfTheLoop[began.length] ?? 0) + 1;
    })();
    await all;
    open = false;
    await light;
    const between = [began[1] - began[0], began[2] - began[1]];
    for (const ms of between) expect(ms).toBeGreaterThanOrEqual(95);
    // Light work has many turns behind each of the first two.
    expect(Math.min(turnsOfTheLoop[1], turnsOfTheLoop[2])).toBeGreaterThan(5);
  });

  it('have longer pauses for larger bodies', async () => {
    const turns = new HeavyTurns(() => 0);
    await turns.next(2 ** 20);
    const began = performance.now();
    block(20);
    await turns.next(2 ** 20);
    expect(performance.now() - began).toBeGreaterThanOrEqual(95);
  });

  it('do not wait where there is no other', async () => {
    const turns = new HeavyTurns(() => 0);
    const order: string[] = [];
    const soon = turns.next(2 ** 18).then(() => order.push('heavy'));
    await nextTurn();
    order.push('a turn of the loop');
    await soon;
    expect(order).toEqual(['heavy', 'a turn of the loop']);
  });

  it('let lighter requests go first for a while, the longer the larger the body', async () => {
    const turns = new HeavyTurns(() => 3);
    const waited = async (bytes: number): Promise<number> => {
      const began = performance.now();
      await turns.first(bytes, new AbortController().signal);
      return performance.now() - began;
    };
    const half = await waited(2 ** 17);
    expect(half).toBeGreaterThanOrEqual(245);
    const whole = await waited(2 ** 20);
    expect(whole).toBeGreaterThanOrEqual(495);
    expect(whole).toBeLessThan(5_000);
  });

  it('go on as soon as the lighter ones are answered, and do not wait for each other', async () => {
    let lighter = 1;
    // Two heavy ones are under way as well.
    const turns = new HeavyTurns(() => lighter + 2);
    let begun = 0;
    const { signal } = new AbortController();
    const both = [turns.first(2 ** 30, signal), turns.first(2 ** 30, signal)].map((turn) => turn.then(() => begun++));
    await sleep(30);
    expect(begun).toBe(0);
    const answered = performance.now();
    lighter = 0;
    await Promise.all(both);
    expect(performance.now() - answered).toBeLessThan(400);
  });
});
