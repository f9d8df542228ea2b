import { describe, expect, it } from 'vitest';
import { endsInRepetition, readRepetition } from '../../src/inference/chat/repetition.ts';

/** Returns the number of `ids` after which an answer ends, or null. */
function endOf(asked: Record<string, number | null>, ids: number[]): number | null {
  const detection = readRepetition(asked);
  if (detection === null) return null;
  const at = ids.findIndex((_, i) => endsInRepetition(ids.slice(0, i + 1), detection));
  return at < 0 ? null : at + 1;
}

describe('repetition detection', () => {
  // Measured on vLLM 0.33.0.
  it.each([
    [{ max_pattern_size: 1, min_count: 3 }, [1, 2, 2, 2], 4],
    [{ max_pattern_size: 3, min_count: 3 }, [1, 2, 3, 1, 2, 3, 1, 2, 3], 9],
    [{ max_pattern_size: 3, min_pattern_size: 2, min_count: 2 }, [5, 5, 5, 5], 4],
    [{ max_pattern_size: 1, min_count: 2 }, [1, 2, 1, 2], null],
    [{ max_pattern_size: 5, min_count: 2 }, [7, 7], 2],
  ])('%j ends %j after token %j', (asked, ids, end) => {
    expect(endOf(asked, ids)).toBe(end);
  });

  it.each([
    [{ max_pattern_size: 2, min_pattern_size: 2, min_count: 2 }, [1, 2, 1, 3, 1, 3], 6],
    [{ max_pattern_size: 4, min_pattern_size: 3, min_count: 2 }, [1, 1, 1, 1, 1], null],
    [{ max_pattern_size: 65536, min_count: 2 }, [1, 2, 3, 4, 5], null],
    [{ max_pattern_size: 0, min_pattern_size: null, min_count: 9 }, [1, 1, 1], null],
  ])('%j ends %j after token %j, too', (asked, ids, end) => {
    expect(endOf(asked, ids)).toBe(end);
  });
});
