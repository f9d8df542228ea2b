import { expect, test } from 'vitest';
import { KeyLimit } from '../../src/api/access/key-limit.ts';
import type { ApiError } from '../../src/api/errors/api-error.ts';

test('a key over its limit is refused until one of its requests ends; others are not touched', () => {
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

test('limits that share a rate count requests in flight apart, and those that begin together', () => {
  const calls = new KeyLimit({ concurrency: 2, rate: 1 });
  const streams = new KeyLimit({ concurrency: 1, rate: 1 }, calls);
  const leave = streams.enter('a');
  expect(() => streams.enter('a')).toThrow('1 requests in flight');
  calls.enter('a');
  leave();
  // Ten saved up.
  for (let i = 0; i < 4; i++) {
    streams.enter('a')();
    calls.enter('a')();
  }
  expect(() => streams.enter('a')).toThrow('1 requests a second');
  expect(() => calls.enter('a')).toThrow('1 requests a second');
});
