import { describe, expect, it } from 'vitest';
import { routeDecisions } from '../../bench/route-decisions.ts';
import { simulateRouting } from '../../bench/route-simulation.ts';
import { type Candidate, pickWorker, routeHash } from '../../src/cluster/chat-router.ts';
import { uniform } from '../reference/random.ts';

interface Named extends Candidate {
  name: string;
}

const worker = (name: string, load = 0, places = 64): Named => ({ name, hash: routeHash(name), load, places });
const idle = Array.from({ length: 50 }, (_, number) => worker(`worker ${number}`));
const keys = Array.from({ length: 2_000 }, (_, number) => routeHash(`key ${number}`));

describe('the worker of a key', () => {
  it('does not depend on the order of workers, and each has 16 to 79 of 2,000 keys among 50', () => {
    const counts = new Map<string, number>();
    for (const key of keys) {
      const { name } = pickWorker(key, idle)!;
      expect(pickWorker(key, idle.toReversed())?.name).toBe(name);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    expect(counts.size).toBe(50);
    expect(Math.max(...counts.values())).toBeLessThan(80);
    expect(Math.min(...counts.values())).toBeGreaterThan(15);
  });

  it('stays the same when another worker leaves', () => {
    const left = idle.filter(({ name }) => name !== 'worker 7');
    for (const key of keys) {
      const before = pickWorker(key, idle)!.name;
      if (before !== 'worker 7') expect(pickWorker(key, left)?.name).toBe(before);
    }
  });

  it('is another one while it is busier than the rest, and none if all places are taken', () => {
    const key = keys[0];
    const first = pickWorker(key, idle)!.name;
    const loaded = (load: number) => idle.map((one) => ({ ...one, load: one.name === first ? load : 8 }));
    expect(pickWorker(key, loaded(9))?.name).toBe(first);
    expect(pickWorker(key, loaded(12))?.name).not.toBe(first);
    expect(pickWorker(key, [worker('a', 1, 2), worker('b', 2, 2)])?.name).toBe('a');
    expect(pickWorker(key, [worker('a', 2, 2), worker('b', 2, 2)])).toBeNull();
    expect(pickWorker(key, [])).toBeNull();
    // A worker with free places is used although its load is above the mean.
    expect(pickWorker(key, [worker('a', 60, 64), worker('b', 2, 2)])?.name).toBe('a');
  });

  it('has the cached prefix in over 80% of a simulation with 1,000 workers and loads a second old', () => {
    const size = { workers: 1_000, places: 64, replicas: 4, load: 0.5, groups: 8_000 };
    const { prefixHits, maxOverMean, busy } = simulateRouting(size, uniform(11));
    // At most 15 of 16 are possible.
    expect(prefixHits).toBeGreaterThan(0.8);
    expect(maxOverMean).toBeLessThan(1.6);
    expect(busy).toBeLessThan(0.2);
  });

  it('is found among 1,000 workers in under 100 us of CPU time', () => {
    const decide = routeDecisions(1_000);
    const before = process.cpuUsage();
    for (let call = 0; call < 5_000; call++) decide(call);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 5_000).toBeLessThan(100);
  });
});
