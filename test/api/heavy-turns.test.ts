import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeavyTurns } from '../../src/api/http/heavy-turns.ts';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('heavy parts of requests', () => {
  it('come one at a time, with a pause behind each', async () => {
    const turns = new HeavyTurns();
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
    const turns = new HeavyTurns();
    await turns.next(2 ** 20);
    const began = performance.now();
    block(20);
    await turns.next(2 ** 20);
    expect(performance.now() - began).toBeGreaterThanOrEqual(95);
  });

  it('do not wait where there is no other', async () => {
    const turns = new HeavyTurns();
    const order: string[] = [];
    const soon = turns.next(2 ** 18).then(() => order.push('heavy'));
    await nextTurn();
    order.push('a turn of the loop');
    await soon;
    expect(order).toEqual(['heavy', 'a turn of the loop']);
  });
});
