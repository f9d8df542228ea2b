import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARRY_WORDS, carryTokens } from '../../src/compute/ops/carry.ts';
import { SAMPLED_WORDS } from '../../src/compute/ops/sample.ts';
import { shuffled } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

it.each([1, 7, 64, 100])(
  'carries %i sampled tokens to their rows of the next step, and changes no other row',
  async (M) => {
    const [T, B] = [M + 30, M + 5];
    const drawn = Uint32Array.from({ length: B * SAMPLED_WORDS }, (_, i) => (i % SAMPLED_WORDS === 0 ? 1000 + i : 7));
    const places = shuffled(1, T).slice(0, M);
    const rows = shuffled(2, B).slice(0, M);
    const pairs = places.flatMap((place, i) => [place, rows[i]]);
    expect(pairs).toHaveLength(M * CARRY_WORDS);
    const before = Uint32Array.from({ length: T }, (_, t) => t);
    const a = {
      carried: await test.input(Uint32Array.from(pairs)),
      sampled: await test.input(drawn),
      tokens: await test.input(before),
    };
    test.run((recorder) => carryTokens(recorder, { ...a, M }));
    const expected = Array.from(before);
    places.forEach((place, i) => {
      expected[place] = drawn[rows[i] * SAMPLED_WORDS];
    });
    expect(Array.from(await test.words(a.tokens))).toEqual(expected);
    test.release();
  },
);
