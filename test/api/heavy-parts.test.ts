import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeavyParts } from '../../src/api/http/heavy-parts.ts';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('heavy parts of requests', () => {
  it('run one at a time, with a pause after each', async () => {
    const turns = new HeavyParts(() => []);
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
    // Light work gets many turns of the event loop after each of the first two.
    expect(Math.min(turnsOfTheLoop[1], turnsOfTheLoop[2])).toBeGreaterThan(5);
  });

  it('have longer pauses for larger bodies', async () => {
    const turns = new HeavyParts(() => []);
    await turns.next(2 ** 20);
    const began = performance.now();
    block(20);
    await turns.next(2 ** 20);
    expect(performance.now() - began).toBeGreaterThanOrEqual(95);
  });

  it('do not wait if there are no others', async () => {
    const turns = new HeavyParts(() => []);
    const order: string[] = [];
    const soon = turns.next(2 ** 18).then(() => order.push('heavy'));
    await nextTurn();
    order.push('a turn of the loop');
    await soon;
    expect(order).toEqual(['heavy', 'a turn of the loop']);
  });

  it('wait longer for lighter requests the larger their body is', async () => {
    const turns = new HeavyParts(() => [signal()]);
    const waited = async (bytes: number): Promise<number> => {
      const began = performance.now();
      await turns.first(bytes, signal());
      return performance.now() - began;
    };
    const half = await waited(2 ** 17);
    expect(half).toBeGreaterThanOrEqual(245);
    const whole = await waited(2 ** 20);
    expect(whole).toBeGreaterThanOrEqual(495);
    expect(whole).toBeLessThan(5_000);
  });

  it('continue as soon as lighter requests are answered, and do not wait for each other', async () => {
    const [light, ...heavy] = [signal(), signal(), signal()];
    let unanswered = [light, ...heavy];
    const turns = new HeavyParts(() => unanswered);
    let begun = 0;
    const both = heavy.map((over) => turns.first(2 ** 18, over).then(() => begun++));
    await sleep(30);
    expect(begun).toBe(0);
    const answered = performance.now();
    unanswered = heavy;
    await Promise.all(both);
    expect(performance.now() - answered).toBeLessThan(400);
  });

  it('stop waiting when their request ends', async () => {
    const turns = new HeavyParts(() => [signal()]);
    const gone = new AbortController();
    const began = performance.now();
    const turn = turns.first(2 ** 20, gone.signal);
    gone.abort();
    await turn;
    expect(performance.now() - began).toBeLessThan(400);
  });
});

function signal(): AbortSignal {
  return new AbortController().signal;
}
