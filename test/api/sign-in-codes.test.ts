import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SignInCodes } from '../../src/api/access/sign-in-codes.ts';

const itself = async (keyId: string) => keyId;

test('a code stands for its key once, also where two use it together', async () => {
  const codes = new SignInCodes();
  const code = codes.issue('first');
  expect(code).toMatch(/^[\w-]{32}$/);
  const tried = await Promise.all([codes.redeem(code, itself), codes.redeem(code, itself)]);
  expect(tried).toEqual(['first', null]);
  expect(await codes.redeem(code, itself)).toBeNull();
  for (const wrong of ['', 'x', code.slice(1), codes.issue('second').toLowerCase()]) {
    expect(await codes.redeem(wrong, itself)).toBeNull();
  }
});

test('a code is of no use after its time', async () => {
  const codes = new SignInCodes(10);
  const code = codes.issue('first');
  await sleep(20);
  expect(await codes.redeem(code, itself)).toBeNull();
});

test('a code whose use failed can be used again', async () => {
  const codes = new SignInCodes();
  const code = codes.issue('first');
  const failing = codes.redeem(code, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(await codes.redeem(code, itself)).toBe('first');
});
