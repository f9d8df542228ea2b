import { runInThisContext } from 'node:vm';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';

/** CPU time limit for all texts of a trial together. They take about 10 ms if no pattern is hostile. */
const TRIAL_MILLISECONDS = 500;
/** Repeats of a word in a text: enough for exponential backtracking to need 2^64 steps. */
const REPEATS = 64;
/** Maximum words to try, and maximum characters of a word. */
const MAX_WORDS = 256;
const LONGEST_WORD = 16;
/** Words that match the character classes of typical patterns. */
const CLASSES = ['a', 'A', 'aA', '1', 'a1', ' ', 'a ', '\n', ' \n', '!', "'", '\u00e9', '\u4e00'];

/**
 * Tries a tokenizer on texts that repeat words of its patterns and end in a mismatch, which trigger unbounded
 * backtracking. Throws `CheckpointError` if a trial takes too long. This is a heuristic: the process that encodes a
 * request's text limits its cost as well.
 */
export function tryPatterns(json: JsonObject, encode: (text: string) => unknown, source: string): void {
  const patterns = [...patternsOf(json.normalizer), ...patternsOf(json.pre_tokenizer)];
  if (patterns.length === 0) return;
  const texts = [...new Set([...CLASSES, ...patterns.flatMap(wordsOf).slice(0, MAX_WORDS)])].map(
    (word) => `${word.repeat(REPEATS)}\0`,
  );
  if (endsInTime(texts, encode)) return;
  const longest = patterns.reduce((one, other) => (other.length > one.length ? other : one));
  throw new CheckpointError(
    `${source}: its regular expressions backtrack without bound: they need more than ${TRIAL_MILLISECONDS / 1_000} s ` +
      `for a text of ${REPEATS} words. The longest expression is ${JSON.stringify(longest.slice(0, 200))}`,
  );
}

/** Returns whether all texts encode in time. It measures CPU time, because wall time also passes on a busy machine. */
function endsInTime(texts: readonly string[], encode: (text: string) => unknown): boolean {
  const begun = process.threadCpuUsage();
  const used = (): number => {
    const { user, system } = process.threadCpuUsage(begun);
    return (user + system) / 1_000;
  };
  for (let next = 0; used() < TRIAL_MILLISECONDS; ) {
    try {
      within(TRIAL_MILLISECONDS, () => {
        for (; next < texts.length; next++) encode(texts[next]);
      });
      return true;
    } catch (error) {
      // Other errors on these odd texts do not count; a request with such a text would report them.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    }
  }
  return false;
}

function patternsOf(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(patternsOf);
  if (!isJsonObject(part)) return [];
  const own = isJsonObject(part.pattern) && typeof part.pattern.Regex === 'string' ? [part.pattern.Regex] : [];
  return [...own, ...patternsOf(part.pretokenizers), ...patternsOf(part.normalizers)];
}

/** Returns the literal words of a pattern, between its operators, and each of their characters. */
function wordsOf(pattern: string): string[] {
  const words = pattern.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => [word.slice(0, LONGEST_WORD), ...word.slice(0, LONGEST_WORD)]);
}

/** Runs a function with a time limit. Unlike a timer, this also interrupts a regular expression. */
function within(milliseconds: number, run: () => void): void {
  const place = Symbol.for('daybreak.pattern-trial');
  Object.assign(globalThis, { [place]: run });
  try {
    runInThisContext("globalThis[Symbol.for('daybreak.pattern-trial')]()", { timeout: milliseconds });
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
}
