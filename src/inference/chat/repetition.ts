import type { ChatCompletionRequest } from '../../generated/types.ts';
import { RequestError } from './request-error.ts';

/** Settings for ending an answer whose last tokens are `minCount` copies of a pattern; pattern sizes are in tokens. */
export interface RepetitionDetection {
  /** At least 1. */
  minPatternSize: number;
  /** At least `minPatternSize`. */
  maxPatternSize: number;
  /** At least 2. */
  minCount: number;
}

/** Reads `repetition_detection`; null disables it. Throws a `RequestError` if the least size exceeds the largest. */
export function readRepetition(asked: ChatCompletionRequest['repetition_detection']): RepetitionDetection | null {
  const maxPatternSize = asked?.max_pattern_size ?? 0;
  const minPatternSize = asked?.min_pattern_size ?? 0;
  const minCount = asked?.min_count ?? 0;
  if (minPatternSize > maxPatternSize) {
    throw new RequestError(
      'repetition_detection',
      `repetition_detection: min_pattern_size ${minPatternSize} and max_pattern_size ${maxPatternSize} are not ` +
        'allowed; min_pattern_size must be from 0 to max_pattern_size, and both must be 0 to turn it off',
    );
  }
  if (maxPatternSize === 0) return null;
  return { minPatternSize: Math.max(minPatternSize, 1), maxPatternSize, minCount };
}

/** Returns whether `ids` end in a repetition; tries the shortest pattern first. */
export function endsInRepetition(
  ids: readonly number[],
  { minPatternSize, maxPatternSize, minCount }: RepetitionDetection,
): boolean {
  for (let size = minPatternSize; size <= maxPatternSize && size * minCount <= ids.length; size++) {
    const first = ids.length - size * minCount;
    let at = ids.length - 1;
    while (at >= first + size && ids[at] === ids[at - size]) at -= 1;
    if (at < first + size) return true;
  }
  return false;
}
