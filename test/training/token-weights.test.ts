import { expect, test } from 'vitest';
import { normaliseJob } from '../../src/training/rl/token-weights.ts';

test('normalising a job reads the tokens of at most one sequence per slice', () => {
  let seen = new Set<number>();
  const sequences = Array.from({ length: 5 }, (_, place) => ({
    ids: Uint32Array.of(1, 2),
    get mask() {
      seen.add(place);
      return Uint8Array.of(0, 1);
    },
    oldLogprobs: new Float32Array(2),
    advantage: place - 2,
    weight: 1,
  }));
  const work = normaliseJob(sequences, 0);
  const perSlice: number[] = [];
  for (let slice = work.next(); ; slice = work.next()) {
    perSlice.push(seen.size);
    seen = new Set();
    if (slice.done) {
      expect(slice.value.map(({ advantages }) => advantages[1])).toEqual(
        [-2, -1, 0, 1, 2].map((a) => Math.fround(a / 1.2)),
      );
      break;
    }
  }
  expect(Math.max(...perSlice)).toBe(1);
});
