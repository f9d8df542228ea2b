import { describe, expect, test } from 'vitest';
import { KeyLimit } from '../../src/api/access/key-limit.ts';
import type { ApiError } from '../../src/api/errors/api-error.ts';
import { uniform } from '../reference/random.ts';

test('a key at its concurrency limit is refused until one of its requests ends, and other keys are not', () => {
  const limit = new KeyLimit({ concurrency: 2, rate: 100 });
  const leave = limit.enter('a');
  limit.enter('a');
  const refuse = (): ApiError | null => {
    try {
      limit.enter('a')();
      return null;
    } catch (error) {
      return error as ApiError;
    }
  };
  expect(refuse()).toMatchObject({ code: 'rate_limit_exceeded', headers: { 'retry-after': '1' } });
  limit.enter('b')();
  leave();
  expect(refuse()).toBeNull();
});

test('limits that share a rate count requests in flight separately and the rate together', () => {
  const calls = new KeyLimit({ concurrency: 2, rate: 1 });
  const streams = new KeyLimit({ concurrency: 1, rate: 1 }, calls);
  const leave = streams.enter('a');
  expect(() => streams.enter('a')).toThrow('1 requests in flight');
  calls.enter('a');
  leave();
  // The bucket holds ten tokens.
  for (let i = 0; i < 4; i++) {
    streams.enter('a')();
    calls.enter('a')();
  }
  expect(() => streams.enter('a')).toThrow('1 requests per second');
  expect(() => calls.enter('a')).toThrow('1 requests per second');
});

describe('the key limits of four servers that exchange their use twice a second', () => {
  const LIMIT = 100;
  const STEP_MS = 20;

  /** Simulates 30 s of the cluster. Returns the started requests and the maximum in flight, per second. */
  function halfMinute({ rate, asked, mostMs }: { rate: number; asked: number; mostMs: number }) {
    const draw = uniform(5);
    const servers = [0, 1, 2, 3].map(() => new KeyLimit({ concurrency: LIMIT, rate }));
    const running: { until: number; leave: () => void }[] = [];
    const seconds = Array.from({ length: 30 }, () => ({ begun: 0, inFlight: 0 }));
    for (let now = 0; now < 30_000; now += STEP_MS) {
      // Each server reports at a different time.
      servers.forEach((server, i) => {
        if (now % 500 !== 120 * i) return;
        const use = structuredClone(server.use(now));
        for (const other of servers) if (other !== server) other.recordPeerUse(`${i}`, use, now);
      });
      for (const one of running.filter(({ until }) => until <= now)) {
        running.splice(running.indexOf(one), 1);
        one.leave();
      }
      const second = seconds[Math.floor(now / 1_000)];
      for (let i = 0; i < asked; i++) {
        try {
          const leave = servers[Math.floor(draw() * 4)].enter('a', now);
          running.push({ until: now + draw() * mostMs, leave });
          second.begun += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'rate_limit_exceeded' });
        }
      }
      second.inFlight = Math.max(second.inFlight, running.length);
    }
    return seconds;
  }

  test.each([200, 3_000])('exceed the concurrency limit by at most a tenth if requests take up to %i ms', (mostMs) => {
    const seconds = halfMinute({ rate: 100_000, asked: 20, mostMs });
    // Requests from before the first exchange have ended.
    const later = seconds.slice(1 + Math.ceil(mostMs / 1_000)).map(({ inFlight }) => inFlight);
    expect(Math.max(...later)).toBeLessThanOrEqual(1.1 * LIMIT);
    // The limit is also used nearly in full.
    expect(Math.min(...later)).toBeGreaterThan(0.8 * LIMIT);
  });

  test('let requests start at the rate of one server', () => {
    const rate = 10;
    const seconds = halfMinute({ rate, asked: 8, mostMs: 20 });
    const begun = (from: number, to: number) => seconds.slice(from, to).reduce((sum, one) => sum + one.begun, 0);
    // Each server spends its own full bucket before it hears of the others.
    expect(begun(0, 1)).toBeGreaterThan(10 * rate);
    expect(begun(1, 30) / 29).toBeLessThan(1.1 * rate);
    expect(begun(15, 30) / 15).toBeGreaterThan(0.9 * rate);
    expect(begun(15, 30) / 15).toBeLessThan(1.1 * rate);
  });

  test('forget the requests in flight of a silent server', () => {
    const [one, other] = [0, 1].map(() => new KeyLimit({ concurrency: 2, rate: 100 }));
    other.enter('a', 0);
    other.enter('a', 0);
    one.recordPeerUse('other', other.use(0), 0);
    one.use(100);
    expect(() => one.enter('a', 200)).toThrow('2 requests in flight, 0 of them on this server of the cluster');
    one.use(4_000);
    one.enter('a', 4_000)();
  });
});
