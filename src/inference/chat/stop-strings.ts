/** Result of adding one token's text. */
interface StopScan {
  /** Text that may be shown now. */
  delta: string;
  /** The stop string that ended the text; null if it continues. */
  matched: string | null;
}

/**
 * Scans the text of a growing answer for stop strings. The scanner withholds one code point less than the longest stop
 * string has, so that it never retracts shown text. The match with the earliest end wins; on equal ends, the first in
 * the list. Matches that end within the first `minTokens` tokens are ignored for good.
 */
export class StopScanner {
  readonly #stops: readonly string[];
  readonly #include: boolean;
  readonly #minTokens: number;
  readonly #heldBack: number;
  #text = '';
  #shown = 0;
  #tokens = 0;

  constructor(stops: readonly string[], options: { include?: boolean; minTokens?: number } = {}) {
    this.#stops = stops;
    this.#include = options.include ?? false;
    this.#minTokens = options.minTokens ?? 0;
    const longest = stops.reduce((most, stop) => Math.max(most, codePoints(stop)), 0);
    this.#heldBack = this.#include || longest === 0 ? 0 : longest - 1;
  }

  /** Adds the text of one token, which may be empty. Must not be called after a match. */
  push(piece: string): StopScan {
    const before = this.#text.length;
    this.#text += piece;
    this.#tokens += 1;
    const match = this.#tokens > this.#minTokens ? this.#firstMatch(before) : null;
    if (match !== null) {
      const end = this.#include ? match.end : match.end - match.stop.length;
      return { delta: this.#showUpTo(end), matched: match.stop };
    }
    return { delta: this.#showUpTo(backBy(this.#text, this.#heldBack, this.#shown)), matched: null };
  }

  /** Returns the withheld text if the answer ends for another reason. */
  flush(): string {
    return this.#showUpTo(this.#text.length);
  }

  /** Returns the match with the earliest end beyond the first `before` UTF-16 units. */
  #firstMatch(before: number): { stop: string; end: number } | null {
    let first: { stop: string; end: number } | null = null;
    for (const stop of this.#stops) {
      const start = this.#text.indexOf(stop, Math.max(0, before - stop.length + 1));
      if (start < 0) continue;
      const end = start + stop.length;
      if (first === null || end < first.end) first = { stop, end };
    }
    return first;
  }

  #showUpTo(end: number): string {
    const delta = this.#text.slice(this.#shown, end);
    this.#shown = Math.max(this.#shown, end);
    return delta;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Returns the index `count` code points before the end of `text`, but not before `floor`. */
function backBy(text: string, count: number, floor: number): number {
  let index = text.length;
  for (let left = count; left > 0 && index > floor; left -= 1) {
    index -= index >= 2 && isPair(text, index - 2) ? 2 : 1;
  }
  return Math.max(index, floor);
}

function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;
}
