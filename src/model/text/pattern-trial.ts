import { runInThisContext } from 'node:vm';
import { CheckpointError } from '../checkpoint/checkpoint.ts';
import { isJsonObject, type JsonObject } from '../checkpoint/json-file.ts';

/** Time of a processor for all texts of a trial together, which take some 10 ms where no pattern is hostile. */
const TRIAL_MILLISECONDS = 500;
/** A pattern that tries every way to cut a text in two has 2^64 of them to try. */
const REPEATS = 64;
/** Words of a pattern that texts are made of, and characters of one. */
const MOST_WORDS = 256;
const LONGEST_WORD = 16;
/** What patterns name by classes. */
const CLASSES = ['a', 'A', 'aA', '1', 'a1', ' ', 'a ', '\n', ' \n', '!', "'", '\u00e9', '\u4e00'];

/**
 * Tries a tokenizer on texts that repeat what its patterns speak of and then break off: those on which a pattern that
 * backtracks without bound takes for ever. Throws `CheckpointError` where that takes too long. A trial is no proof:
 * what a request's text costs is bounded by the process that encodes it.
 */
export function tryPatterns(json: JsonObject, encode: (text: string) => unknown, source: string): void {
  const patterns = [...patternsOf(json.normalizer), ...patternsOf(json.pre_tokenizer)];
  if (patterns.length === 0) return;
  const texts = [...new Set([...CLASSES, ...patterns.flatMap(wordsOf).slice(0, MOST_WORDS)])].map(
    (word) => `${word.repeat(REPEATS)}\0`,
  );
  if (endsInTime(texts, encode)) return;
  const longest = patterns.reduce((one, other) => (other.length > one.length ? other : one));
  throw new CheckpointError(
    `${source}: its regular expressions backtrack without bound: a text of ${REPEATS} words takes them more than ` +
      `${TRIAL_MILLISECONDS / 1_000} s. The longest of them is ${JSON.stringify(longest.slice(0, 200))}`,
  );
}

/** On a machine that has much else to do the clock runs on while nothing is tried. */
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
      // What else an odd text meets is for requests to hear of.
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

/** What stands in a pattern between its operators, and each character of it. */
function wordsOf(pattern: string): string[] {
  const words = pattern.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => [word.slice(0, LONGEST_WORD), ...word.slice(0, LONGEST_WORD)]);
}

/** Unlike a timer, this also ends a regular expression that does not. */
function within(milliseconds: number, run: () => void): void {
  const place = Symbol.for('daybreak.pattern-trial');
  Object.assign(globalThis, { [place]: run });
  try {
    runInThisContext("globalThis[Symbol.for('daybreak.pattern-trial')]()", { timeout: milliseconds });
  } finally {
    Reflect.deleteProperty(globalThis, place);
  }
}
