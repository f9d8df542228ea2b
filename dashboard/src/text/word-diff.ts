export interface DiffPart {
  kind: 'same' | 'gone' | 'new';
  text: string;
}

export interface WordDiff {
  parts: DiffPart[];
  /** True if the texts differ too much, so that only their common start and end are found. */
  isFarApart: boolean;
}

/** Maximum number of edits; the trace takes at most 64 MB. */
export const mostEdits = 4_000;

/** Compares two texts by words, with the fewest removed and added words (Myers). */
export function wordDiff(before: string, after: string): WordDiff {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(a, b);
  const end = commonEnd(a, b, start);
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const trace = editTrace(middleA, middleB);
  const middle: DiffPart[] =
    trace === null
      ? [
          { kind: 'gone', text: middleA.join('') },
          { kind: 'new', text: middleB.join('') },
        ]
      : walkBack(middleA, middleB, trace);
  const same = (words: string[]): DiffPart => ({ kind: 'same', text: words.join('') });
  const all = [same(a.slice(0, start)), ...middle, same(a.slice(a.length - end))];
  return { parts: joined(all.filter(({ text }) => text !== '')), isFarApart: trace === null };
}

const wordsOf = (text: string) => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

function commonStart(a: string[], b: string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function commonEnd(a: string[], b: string[], start: number): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) - start && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

/**
 * Returns, for each number of edits, the furthest index in `a` reached on each diagonal: with `edits` edits, diagonal k
 * is at index k + edits + 1. Returns null if there are too many edits.
 */
function editTrace(a: string[], b: string[]): Int32Array[] | null {
  const most = Math.min(mostEdits, a.length + b.length);
  const zero = most + 1;
  const furthest = new Int32Array(2 * zero + 1).fill(-1);
  furthest[zero + 1] = 0;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(zero - edits - 1, zero + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [below, above] = [furthest[zero + diagonal - 1]!, furthest[zero + diagonal + 1]!];
      let x = comesDown(diagonal, edits, below, above) ? above : below + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[zero + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return trace;
    }
  }
  return null;
}

/** Returns whether the last edit on a diagonal was an added word, not a removed one. */
function comesDown(diagonal: number, edits: number, below: number, above: number): boolean {
  return diagonal === -edits || (diagonal !== edits && below < above);
}

function walkBack(a: string[], b: string[], trace: Int32Array[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const at = (diagonal: number) => trace[edits]![diagonal + edits + 1]!;
    const diagonal = x - y;
    const cameDown = comesDown(diagonal, edits, at(diagonal - 1), at(diagonal + 1));
    const from = cameDown ? diagonal + 1 : diagonal - 1;
    const [startX, startY] = [at(from), at(from) - from];
    while (x > Math.max(0, startX) && y > Math.max(0, startY) && a[x - 1] === b[y - 1]) {
      parts.push({ kind: 'same', text: a[--x]! });
      y--;
    }
    if (edits === 0) break;
    if (cameDown) parts.push({ kind: 'new', text: b[--y]! });
    else parts.push({ kind: 'gone', text: a[--x]! });
  }
  return parts.reverse();
}

function joined(parts: DiffPart[]): DiffPart[] {
  const found: DiffPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else found.push({ ...part });
  }
  return found;
}
