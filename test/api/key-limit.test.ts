import { expect, test } from 'vitest';
import type { ApiError } from '../../src/api/api-error.ts';
import { KeyLimit } from '../../src/api/key-limit.ts';

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
