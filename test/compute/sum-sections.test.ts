import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumSections } from '../../src/compute/ops/sum-sections.ts';
import { randomFloats } from '../reference/random.ts';
import { TestDevice } from './test-device.ts';

let test: TestDevice;
beforeAll(async () => {
  test = await TestDevice.open();
});
afterAll(() => test.close());

describe('sums of sections', () => {
  it.each([
    { count: 4, sections: 1, ADD: 0 },
    { count: 1020, sections: 3, ADD: 0 },
    { count: 1020, sections: 2, ADD: 1 },
    { count: 4_200_000, sections: 1, ADD: 1 },
  ])('have the bits of f32 additions in the order of the sections: %j', async ({ count, sections, ADD }) => {
    const parts = randomFloats(1, sections * count);
    const before = randomFloats(2, count);
    const buffers = { parts: await test.input(parts), sum: await test.input(before) };
    test.run((recorder) => sumSections(recorder, { ...buffers, count, sections, ADD }));
    const expected = Float32Array.from({ length: count }, (_, i) => {
      let sum = 0;
      for (let s = 0; s < sections; s++) sum = Math.fround(sum + parts[s * count + i]);
      return ADD ? Math.fround(sum + before[i]) : sum;
    });
    // Compares bytes, as comparing 4.2 million numbers one by one takes seconds.
    expect(Buffer.from((await test.floats(buffers.sum)).buffer).equals(Buffer.from(expected.buffer))).toBe(true);
  });
});
