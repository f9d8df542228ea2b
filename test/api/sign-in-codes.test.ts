import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SignInCodes } from '../../src/api/access/sign-in-codes.ts';

const itself = async (keyId: string) => keyId;

test('a sign-in code is redeemed once, even if two requests use it at the same time', async () => {
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

test('an expired sign-in code is not redeemed', async () => {
  const codes = new SignInCodes(10);
  const code = codes.issue('first');
  await sleep(20);
  expect(await codes.redeem(code, itself)).toBeNull();
});

test('a sign-in code whose redemption failed can be used again', async () => {
  const codes = new SignInCodes();
  const code = codes.issue('first');
  const failing = codes.redeem(code, () => Promise.reject(new Error('no database')));
  await expect(failing).rejects.toThrow('no database');
  expect(await codes.redeem(code, itself)).toBe('first');
});
