import { deserialize, serialize } from 'node:v8';
import { expect, it } from 'vitest';
import { eachPacked, isPackable, type PackedToken, PackedTokens } from '../../src/cluster/packed-tokens.ts';

const token = (id: number, logprob: number) => ({ id, logprob, topIds: [], topLogprobs: [] });

it('packed tokens are unchanged by serialization and unpacking', () => {
  const tokens = new PackedTokens();
  expect(tokens.isEmpty).toBe(true);
  tokens.add(7, 3, [token(151_642, -0.1), token(0, Number.NEGATIVE_INFINITY)]);
  tokens.add(2 ** 40, 0, [token(1, 0)]);
  expect(tokens.isEmpty).toBe(false);
  const found: PackedToken[] = [];
  eachPacked(deserialize(serialize(tokens.packed)) as Float64Array, (one) => found.push(one));
  expect(found).toEqual([
    { number: 7, place: 3, token: token(151_642, -0.1) },
    { number: 7, place: 4, token: token(0, Number.NEGATIVE_INFINITY) },
    { number: 2 ** 40, place: 0, token: token(1, 0) },
  ]);
});

it('tokens with alternatives are not packed', () => {
  expect(isPackable([token(1, 0)])).toBe(true);
  expect(isPackable([token(1, 0), { id: 2, logprob: -1, topIds: [2], topLogprobs: [-1] }])).toBe(false);
});
